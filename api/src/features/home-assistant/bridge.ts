import { setTimeout as letPass } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { allowedHits } from '../../http/rate-limit/rate-limit.ts';
import { createYielder } from '../../lib/map-yielding.ts';
import { networkProblem } from '../../lib/outbound-fetch.ts';
import { unseal } from '../../lib/seal.ts';
import { parseCommand, runCommand, STARTS, TOO_MANY } from './commands.ts';
import { alarmTopic, baseOf, commandFilters, documentFilter, documentsOf, stateOf } from './discovery.ts';
import { type HomeAssistantRow, noteHomeAssistantState } from './home-assistant.repository.ts';
import { PASSWORD_PURPOSE } from './home-assistant.service.ts';
import { type Link, openLink, TOO_MUCH, TOO_OFTEN } from './link.ts';
import type { HomeAlarm, HomeNow } from './places.repository.ts';

/** How often Home Assistant gets what has changed. */
const SYNC_MS = 5_000;
/** Between owners. */
const PHASE_MS = 997;
const RETRY = { firstMs: 5_000, maxMs: 60_000 };
/** A broker that floods is left alone for so long. */
const FLOODED_MS = 60_000;
/** How long a broker may take to lose all places. */
const FORGET_MS = 2_000;
const MESSAGES_PER_SECOND = 50;
const COMMAND_BYTES_MAX = 16_384;
/** Commands of one connection at the same time; more are dropped. */
const RUNNING_MAX = 8;
const DOCUMENTS_MAX = 5_000;
/** Of all connections together: those of one node are published at the same time. */
const breathe = createYielder();
const NOTHING: HomeNow = { places: [], messages: [], scenarios: [], alarms: [] };

export type Bridge = {
  readonly row: HomeAssistantRow;
  /** `forget`: Home Assistant loses the places, as far as its broker is there. */
  stop(how: 'keep' | 'forget'): Promise<void>;
};

type NotedState = Parameters<typeof noteHomeAssistantState>[2];

/** What is there now, at most a second old. */
export type ReadHome = (node: Pick<HomeAssistantRow, 'owner_id' | 'company_id'>) => Promise<HomeNow>;

/** Keeps one Home Assistant up to date, and does what it asks for. Nothing of it delays another. */
export function startBridge(deps: Deps, row: HomeAssistantRow, read: ReadHome): Bridge {
  let link: Link | null = null;
  let stopped = false;
  let now = NOTHING;
  let failures = 0;
  let syncing = false;
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  const isInSecond = createWindow(1_000);
  const isInMinute = createWindow(STARTS.windowSeconds * 1_000);
  /** What consoles show of a command that was not done. */
  let refusal: string | null = null;
  /** What the broker has of this connection, also from before: topic → payload, null where that is not known. */
  const retained = new Map<string, string | null>();
  /** What `retained` was made of; null: it may have to be made again. */
  let published: string | null = null;
  /** Null before the first look: what was wrong already is no news. */
  let alarms: Map<string, HomeAlarm> | null = null;
  const password = row.password && unseal(deps.config.SERVICE_SECRET, PASSWORD_PURPOSE, row.password);

  /** Stored in the order in which it came; what has come meanwhile is stored together. */
  let unstored: NotedState | null = null;
  let isStoring = false;
  function note(state: NotedState): void {
    unstored = { ...unstored, ...state };
    if (!isStoring) void store();
  }
  async function store(): Promise<void> {
    isStoring = true;
    while (unstored) {
      const state = unstored;
      unstored = null;
      try {
        await noteHomeAssistantState(deps.db, row, state);
        deps.events.changed('home_assistants_changed', [row.id], row.owner_id);
      } catch (error) {
        deps.log.warn({ err: error, id: row.id }, 'the state of a connection was not stored');
      }
    }
    isStoring = false;
  }

  function tell(problem: string | null): void {
    if (problem === refusal) return;
    refusal = problem;
    note({ problem });
  }

  function connect(): void {
    retained.clear();
    published = null;
    const subscriptions = [...commandFilters(row), documentFilter(row)];
    try {
      link = openLink({ config: deps.config, row, password, subscriptions }, { up, message, down });
    } catch (error) {
      down(networkProblem(error, 'sent'));
    }
  }

  function up(): void {
    failures = 0;
    refusal = null;
    note({ state: 'connected', problem: null });
    void sync();
    schedule();
  }

  /** The connections of an owner in the same instant, so that they share what is read. */
  function schedule(): void {
    const phase = (Date.now() + row.owner_id * PHASE_MS) % SYNC_MS;
    timer = setTimeout(() => {
      void sync();
      schedule();
    }, SYNC_MS - phase);
  }

  function down(problem: string): void {
    clearTimeout(timer);
    link = null;
    if (stopped) return;
    if (failures++ === 0) note({ state: 'away', problem: problem.slice(0, 200) });
    const backoffMs = Math.min(RETRY.maxMs, RETRY.firstMs * 2 ** (failures - 1));
    timer = setTimeout(connect, problem === TOO_OFTEN || problem === TOO_MUCH ? FLOODED_MS : backoffMs);
  }

  function keep(topic: string, payload: string): void {
    if (!link || retained.get(topic) === payload) return;
    retained.set(topic, payload);
    link.publish(topic, payload, { retain: true });
  }

  async function forgetAll(isGone: (topic: string) => boolean): Promise<void> {
    for (const topic of [...retained.keys()].filter(isGone)) {
      await turn();
      link?.publish(topic, '', { retain: true });
      retained.delete(topic);
    }
  }

  /** Before one more message of many. */
  async function turn(): Promise<void> {
    await link?.room();
    await breathe();
  }

  /** A broker that is slow gets the next state when it has taken this one. */
  async function sync(): Promise<void> {
    if (syncing || !link || link.pending > 0) return;
    syncing = true;
    try {
      const before = now.places.length;
      now = await read(row);
      const made = JSON.stringify(now);
      if (made !== published) {
        published = made;
        await publishAll();
      }
      if (now.places.length !== before) note({ places: now.places.length });
    } catch (error) {
      deps.log.warn({ err: error, id: row.id }, 'Home Assistant was not brought up to date');
    }
    syncing = false;
  }

  async function publishAll(): Promise<void> {
    const documents = documentsOf(row, now);
    const states = now.places.map((place) => ({
      topic: `${baseOf(row)}/${place.company_id}/state`,
      payload: stateOf(place),
    }));
    const wanted = new Set([...documents, ...states].map(({ topic }) => topic));
    await forgetAll((topic) => !wanted.has(topic));
    for (const { topic, payload } of [...documents, ...states]) {
      await turn();
      keep(topic, JSON.stringify(payload));
    }
    tellAlarms();
  }

  function tellAlarms(): void {
    const open = new Map(now.alarms.map((alarm) => [alarm.alarm_id, alarm]));
    const before = alarms;
    alarms = open;
    if (!before) return;
    const publish = (event_type: string, { kind, place }: HomeAlarm): void =>
      link?.publish(alarmTopic(row), JSON.stringify({ event_type, kind, place }), { retain: false });
    for (const [id, alarm] of open) if (!before.has(id)) publish('raised', alarm);
    for (const [id, alarm] of before) if (!open.has(id)) publish('cleared', alarm);
  }

  function message(topic: string, payload: Buffer, isRetained: boolean): void {
    if (!topic.startsWith(`${baseOf(row)}/`)) {
      if (payload.length === 0 || retained.has(topic) || retained.size >= DOCUMENTS_MAX) return;
      retained.set(topic, null);
      published = null;
      return;
    }
    if (!isInSecond(MESSAGES_PER_SECOND)) return link?.fail(TOO_OFTEN);
    // What is retained was asked for some time.
    if (isRetained || payload.length > COMMAND_BYTES_MAX) return;
    const command = parseCommand(row, now, topic, payload.toString('utf8'));
    if (!command) return;
    // Before anything is read: what is refused costs nothing.
    if (!isInMinute(allowedHits(deps.config, STARTS.hits))) return tell(TOO_MANY);
    if (running >= RUNNING_MAX) return;
    running++;
    const before = refusal;
    runCommand(deps, row, command)
      .then(() => {
        if (refusal === before) tell(null);
      })
      .catch((error: unknown) => {
        if (error instanceof AppError && error.status < 500) tell(error.message.slice(0, 200));
        else deps.log.error({ err: error, id: row.id }, 'a command of Home Assistant failed');
      })
      .finally(() => running--);
  }

  connect();
  return {
    row,
    async stop(how) {
      stopped = true;
      clearTimeout(timer);
      if (how === 'forget') await Promise.race([forgetAll(() => true), letPass(FORGET_MS, undefined, { ref: false })]);
      await link?.close();
    },
  };
}

/** @returns whether one more is among so many of the window, the first of which began it */
function createWindow(ms: number): (most: number) => boolean {
  let [at, count] = [-Infinity, 0];
  return (most) => {
    if (performance.now() - at > ms) [at, count] = [performance.now(), 0];
    return ++count <= most;
  };
}
