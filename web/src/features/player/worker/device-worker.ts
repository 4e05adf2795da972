import { systemClock } from '@belfry/device-firmware-sim/hardware/clock';
import { createPairingApi, pairDevice, type PairingNews } from '@belfry/device-firmware-sim/host/pairing';
import { pairedDeviceSchema, type PairedDevice } from '@belfry/schemas/http/device-ownership/pairing';
import { playerPlaceSchema, type PlayerPlace, type PlayerScreen } from '@belfry/schemas/http/player/player';
import { SCREEN_ASKS_MS } from '@belfry/schemas/http/scenarios/screens';
import type { PlayerState, ToPage, ToWorker } from '../messages.ts';
import { createServer } from './server.ts';
import { createSoundCalls } from './remote-output.ts';
import { runDevice, type RunningDevice } from './run-device.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';
import { openStore, type Store } from './store.ts';
import { createWhatIsSaid } from './what-is-said.ts';

/**
 * A device in a worker, whose timers browsers do not slow down while the page is hidden. Its file has no content security policy, so that the
 * decoder of live pages, which is WebAssembly, may run here.
 */
type Begin = Extract<ToWorker, { kind: 'begin' }>;

const TICK_MS = 1_000;
/** A worker that was not run for so long has slept. */
const SLEPT_MS = 20_000;
/** The first connection of a start takes a second or two; after so long it is said that there is none. */
const FIRST_CONNECTION_MS = 5_000;
const PLACE_EVERY_MS = 10 * 60_000;
const PAIRED = 'paired';
const PLACE = 'place';
const AHEAD = 'clock';
/** Everything that belongs to one pairing. */
const NAMES = [PAIRED, PLACE, 'flash', 'programme'];

const NOTHING: PlayerScreen = { emergency: null, texts: [] };

const send = (message: ToPage, transfer: Transferable[] = []): void => globalThis.postMessage(message, { transfer });
const sound = createSoundCalls(send);

const state: PlayerState = {
  stage: 'starting',
  pairing: null,
  pairingNews: null,
  connection: 'down',
  downSince: null,
  place: null,
  saying: null,
  background: null,
  volume: 0,
  isFlashing: false,
  next: [],
  screen: NOTHING,
  clockOffMs: 0,
  storage: 'kept',
  slept: null,
};
let sent = '';
let isSoundOn = false;
let running: RunningDevice | null = null;
let pairing: AbortController | null = null;
let parts: { begin: Begin; store: Store; time: ServerClock } | null = null;
let server: ReturnType<typeof createServer> | null = null;
let placeAt = -Infinity;
let ranAt = Infinity;
let askedAt = -Infinity;
let isVisible = false;
let onPage: number[] = [];

const said = createWhatIsSaid({
  read: async (runId) => server?.run(runId) ?? null,
  flash: () => running?.device.flash ?? null,
  changed: show,
});

/** Tells the page what it shows, where that has changed. */
function show(): void {
  const now = parts?.time.clock.now() ?? Date.now();
  state.saying = said.current();
  state.next = said.next(now);
  state.clockOffMs = parts?.time.aheadMs() ?? 0;
  if (running) {
    const { device } = running;
    const heard = (['music', 'radio'] as const).map(device.player).find(({ state: word }) => word === 'playing');
    state.background = heard?.current_track ?? null;
    state.volume = device.player('voice').volume;
    const isLate = state.downSince === null && Date.now() - ranAt > FIRST_CONNECTION_MS;
    if (!device.isConnected && (state.connection === 'up' || (state.connection === 'down' && isLate))) change('down');
  }
  const text = JSON.stringify(state);
  if (text === sent) return;
  sent = text;
  send({ kind: 'state', state });
}

function change(connection: PlayerState['connection']): void {
  if (connection === 'up') state.downSince = null;
  else if (state.connection === 'up' || state.downSince === null) state.downSince = Date.now();
  state.connection = connection;
}

async function begin(message: Begin): Promise<void> {
  const store = await openStore();
  const ahead = Number(await store.read(AHEAD)) || 0;
  parts = { begin: message, store, time: createServerClock(ahead) };
  state.storage = store.isKept ? 'kept' : 'memory';
  const paired = readPaired(await store.read(PAIRED));
  if (paired) await run(paired);
  else state.stage = 'unpaired';
  show();
}

function readPaired(text: string | null): PairedDevice | null {
  try {
    return text === null ? null : pairedDeviceSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Shows codes until somebody has entered one in the console. */
async function pair(): Promise<void> {
  if (!parts || pairing || running) return;
  const { begin: told, store } = parts;
  const { name, system, language } = told.browser;
  pairing = new AbortController();
  state.stage = 'pairing';
  show();
  const paired = await pairDevice({
    api: createPairingApi(location.origin),
    clock: systemClock,
    identity: { model: 'Browser', hostname: `${name}, ${system}`, device_version: told.version, language },
    tell: hearNews,
    signal: pairing.signal,
  });
  pairing = null;
  if (!paired) return;
  // On the disk before it is used: the key is given once.
  await store.write(PAIRED, JSON.stringify(paired)).catch(() => void (state.storage = 'full'));
  await run(paired);
  show();
}

function hearNews(news: PairingNews): void {
  if (news.kind === 'code') Object.assign(state, { pairing: news.pairing, pairingNews: null });
  else if (news.kind === 'back') state.pairingNews = null;
  else if (news.kind !== 'unspoken') state.pairingNews = news.kind;
  if (news.kind === 'refused' || news.kind === 'expired') state.pairing = null;
  show();
}

async function run(paired: PairedDevice): Promise<void> {
  if (!parts) return;
  const { begin: told, store, time } = parts;
  Object.assign(state, { stage: 'running', pairing: null, pairingNews: null, connection: 'down', downSince: null });
  ranAt = Date.now();
  state.place = readPlace(await store.read(PLACE));
  server = createServer({ paired, time });
  running = await runDevice({
    ...told,
    paired,
    store,
    time,
    call: (call) => sound.call(call),
    send,
    isSoundOn: () => isSoundOn,
    storage: () => state.storage,
    flash(isOn) {
      state.isFlashing = isOn;
      show();
    },
    events: {
      connected() {
        change('up');
        placeAt = -Infinity;
        show();
      },
      refused() {
        change('refused');
        state.screen = NOTHING;
        show();
      },
      hasTwin() {
        change('twin');
        show();
      },
      reported(receipt) {
        said.reported(receipt);
        // It may have ended.
        if (state.screen.emergency) askedAt = -Infinity;
      },
      full() {
        state.storage = 'full';
        show();
      },
    },
  });
}

function readPlace(text: string | null): PlayerPlace | null {
  try {
    return text === null ? null : playerPlaceSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Reads the names of the place, and the clock of the server with them. */
async function readServer(): Promise<void> {
  placeAt = performance.now();
  const place = await server?.place();
  if (!place || !parts) return;
  state.place = place;
  const { store, time } = parts;
  await Promise.all([store.write(PLACE, JSON.stringify(place)), store.write(AHEAD, String(time.aheadMs()))]).catch(
    () => void (state.storage = 'full'),
  );
  show();
}

/** Reads what is shown over its view, and says what is on the page already. */
async function readScreen(): Promise<void> {
  // One after the other.
  askedAt = Infinity;
  const asked = server;
  const screen = await asked?.screen(onPage);
  askedAt = performance.now();
  if (!screen || asked !== server || state.connection === 'refused') return;
  state.screen = screen;
  show();
}

/** Ends the device and forgets it, so that this browser can be added again. Its audio stays, which is found by its hash. */
async function forget(): Promise<void> {
  pairing?.abort();
  pairing = null;
  await running?.device.stop();
  running = null;
  state.isFlashing = false;
  state.screen = NOTHING;
  server = null;
  if (parts) for (const name of NAMES) await parts.store.write(name, null).catch(() => {});
  Object.assign(state, { stage: 'unpaired', pairing: null, pairingNews: null, place: null, connection: 'down' });
  await pair();
}

const handlers: { [K in ToWorker['kind']]: (message: Extract<ToWorker, { kind: K }>) => void } = {
  begin: (message) =>
    void begin(message).catch(() => {
      state.stage = 'failed';
      show();
    }),
  pair: () => void pair(),
  forget: () => void forget(),
  visible(message) {
    ({ isVisible } = message);
    if (!isVisible) return;
    askedAt = -Infinity;
    running?.device.reconnect();
  },
  shown({ ids }) {
    onPage = ids;
  },
  answer: (answer) => sound.answered(answer),
  ended: ({ channel, isFollowed }) => running?.output.ended(channel, isFollowed),
  sound({ isOn }) {
    isSoundOn = isOn;
  },
};

globalThis.addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  (handlers[data.kind] as (message: ToWorker) => void)(data);
});

let tickedAt = Date.now();
setInterval(() => {
  const before = tickedAt;
  tickedAt = Date.now();
  if (tickedAt - before > SLEPT_MS) state.slept = { from: before, until: tickedAt };
  if (running?.device.isConnected && performance.now() - placeAt > PLACE_EVERY_MS) void readServer();
  // A hidden page shows nothing, so it counts as away.
  const isShown = running && isVisible && state.connection !== 'refused';
  if (isShown && performance.now() - askedAt >= SCREEN_ASKS_MS) void readScreen();
  show();
}, TICK_MS);
