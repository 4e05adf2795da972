import { reasonText } from '@belfry/schemas/domain/reasons';
import { PAGE_MAX_MS, PAGE_SILENCE_MS, PAGE_WAIT_MAX_S } from '@belfry/schemas/http/live-pages/live-pages';
import type { CommandParams, CommandResult } from '@belfry/schemas/mqtt/commands';
import { decodePageFrame } from '@belfry/schemas/mqtt/page-frames';
import { repeat, type Clock } from '../hardware/clock.ts';
import { createJitterBuffer } from './jitter-buffer.ts';
import { FRAME_SAMPLES, isPagePacket, type PageDecoder } from './page-decoder.ts';
import type { OpenedPage, PageOutput } from './page-output.ts';
import { createPagePlayer, type PagePlayer } from './page-player.ts';
import type { PageTransport } from './page-transport.ts';

/** Longer than a speaker waits for busy places before the first word, as far as the server lets them. */
const UNSPOKEN_MS = PAGE_WAIT_MAX_S * 1_000 + 20_000;
const WATCH_MS = 200;
/** A greater latency is an error of the device's clock. */
const LATENCY_MAX_MS = 10_000;

/** How a page has ended at the device; a null `reason` of an interruption stands for no receipt. */
export type PageOutcome = { event: 'finished' | 'interrupted'; reason: string | null };
export type PageFigures = Omit<CommandResult<'page_close'>, 'page_id'>;

const FINISHED: PageOutcome = { event: 'finished', reason: null };
const interrupted = (reason: string | null): PageOutcome => ({ event: 'interrupted', reason });

type PageSessionDeps = {
  clock: Clock;
  output: PageOutput;
  transport: Pick<PageTransport, 'join'>;
  createDecoder: () => Promise<PageDecoder>;
  page: OpenedPage & Pick<CommandParams<'page_open'>, 'stream'>;
  /** When the speaker may begin, in ms since 1970 by the device's clock. */
  spokenFrom: number;
  /** 0–100 */
  volume: () => number;
  /** The first frame is heard at this instant, in ms since 1970. */
  started: (heardAt: number) => void;
  /** Called once, when nothing of it is heard any more. */
  ended: (outcome: PageOutcome) => void;
};

export type PageSession = ReturnType<typeof createPageSession>;

/** Plays one page, until it ends: by its last frame or a command, without frames for 1.5 s, after 120 s, or with its connection. */
export function createPageSession(deps: PageSessionDeps) {
  const { clock, output, transport, createDecoder, page, spokenFrom, volume, started, ended } = deps;
  const buffer = createJitterBuffer(output.leadMs);
  const resources = createResources();
  const openedAt = clock.monotonic();
  const unspokenAt = openedAt + Math.max(0, spokenFrom - clock.now()) + UNSPOKEN_MS;
  let player: PagePlayer | null = null;
  /** By the monotonic clock; null before the first frame. */
  let firstFrameAt: number | null = null;
  let lastFrameAt = openedAt;
  /** Its last frame has come, or none is awaited: what is there is heard to its end. */
  let isEnding = false;
  let isOver = false;
  const cancelWatch = repeat(clock, () => WATCH_MS, watch);
  const done = Promise.withResolvers<void>();

  function complete(outcome: PageOutcome, how: 'drained' | 'cut'): void {
    if (isOver) return;
    isOver = true;
    cancelWatch();
    player?.stop();
    resources.giveBack(how);
    ended(outcome);
    done.resolve();
  }

  function watch(): void {
    const now = clock.monotonic();
    const limit = firstFrameAt === null ? unspokenAt : lastFrameAt + PAGE_SILENCE_MS;
    if (now >= limit) complete(interrupted(reasonText('page_silent')), 'cut');
    else if (firstFrameAt !== null && now - firstFrameAt >= PAGE_MAX_MS) complete(FINISHED, 'drained');
  }

  function receive(bytes: Uint8Array): void {
    const frame = decodePageFrame(bytes);
    if (!frame || isOver) return;
    const isEmptyEnd = frame.isEnd && frame.packet.length === 0;
    if (!isEmptyEnd && (frame.samples !== FRAME_SAMPLES || !isPagePacket(frame.packet))) return;
    // A copy: the bytes may be a part of a buffer that is much larger.
    const kept = { ...frame, packet: new Uint8Array(frame.packet) };
    if (buffer.add(kept, clock.now()) !== 'added') return;
    lastFrameAt = clock.monotonic();
    firstFrameAt ??= lastFrameAt;
    isEnding ||= frame.isEnd;
  }

  function lost(): void {
    if (!isEnding) complete(interrupted(reasonText('connection_lost')), 'cut');
  }

  function drain(heardAt: number): void {
    clock.after(Math.max(0, heardAt - clock.now()), () => complete(FINISHED, 'drained'));
  }

  async function open(): Promise<void> {
    const [opened, decoder] = await Promise.all([
      resources.keep(
        output.open((reason) => complete(interrupted(reason), 'cut'), page),
        (opened, how) => opened.close(how),
      ),
      output.takesSamples ? resources.keep(createDecoder(), (decoder) => decoder.free()) : null,
      resources.keep(transport.join(page, { frame: receive, lost }), (leave) => leave()),
    ]);
    if (isOver) return;
    const { leadMs } = output;
    player = createPagePlayer({ clock, buffer, decoder, output: opened, leadMs, volume, started, ended: drain });
  }

  return {
    /** Resolves when it can be heard. Rejects with CommandError or OutputError, and is over then. */
    async open(): Promise<void> {
      try {
        await open();
      } catch (error) {
        complete(interrupted((error as Error).message), 'cut');
        throw error;
      }
    },
    isOver: (): boolean => isOver,
    onEnd: (task: () => void): void => resources.add(task),
    /** Ends it now. @param reason null: without a receipt */
    end: (reason: string | null): void => complete(interrupted(reason), 'cut'),
    /** Ends it after what is there. Resolves when nothing is heard any more. */
    async finish(): Promise<void> {
      isEnding = true;
      buffer.close();
      if (!player) complete(FINISHED, 'drained');
      await done.promise;
    },
    figures(): PageFigures {
      const { frames, concealed, latencyMs } = player?.counts() ?? { frames: 0, concealed: 0, latencyMs: null };
      const isPlausible = latencyMs !== null && latencyMs >= 0 && latencyMs <= LATENCY_MAX_MS;
      return { frames, concealed, ...buffer.counts(), latency_ms: isPlausible ? latencyMs : null };
    },
  };
}

/** Resources of a page; each is released at its end, also one that is added after it. */
function createResources() {
  const kept: ((how: 'drained' | 'cut') => void)[] = [];
  let isOver = false;

  function add(giveBack: (how: 'drained' | 'cut') => void): void {
    if (isOver) giveBack('cut');
    else kept.push(giveBack);
  }

  return {
    add,
    async keep<T>(resource: Promise<T>, giveBack: (resource: T, how: 'drained' | 'cut') => void): Promise<T> {
      const owned = await resource;
      add((how) => giveBack(owned, how));
      return owned;
    },
    giveBack(how: 'drained' | 'cut'): void {
      isOver = true;
      for (const giveBack of kept.splice(0)) giveBack(how);
    },
  };
}
