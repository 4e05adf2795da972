import { PAGE_MAX_MS } from '@belfry/schemas/http/live-pages/live-pages';
import { PAGE_FRAME_MS, type PageFrame } from '@belfry/schemas/mqtt/page-frames';
import { FrameQueue, QUEUE_MAX_FRAMES, type QueuedFrame } from './frame-queue.ts';

/** A frame is heard this long after its capture, so that neighbours speak together. */
export const PLAYOUT_MS = 250;
/** Reserve between arrival and sound of a frame: at first, more for each late frame, and at most. */
const RESERVE_MS = { first: 80, step: 20, max: 300 } as const;
/** A frame waits at most this long, whatever its capture time. */
const HELD_MAX_MS = 1_000;
/** Largest difference of a capture time from the one that another frame lets expect. */
const SHIFT_MAX_MS = 2_000;
/** Where frames are missing, what follows is awaited from this time on; without such a gap the speaker has paused. */
const AWAITED_MS = { missing: PAGE_FRAME_MS / 2, paused: 1.5 * PAGE_FRAME_MS } as const;
/** A page has no more frames. */
const SEQ_MAX = PAGE_MAX_MS / PAGE_FRAME_MS + 50;
const MISSING_MAX = 64;

export type Block =
  /** A frame; by `shortenMs` less of it, because the device is late. */
  | { kind: 'frame'; frame: PageFrame; shortenMs: number }
  /** A frame is missing, or none is there yet. */
  | { kind: 'gap' }
  /** Nothing has begun yet. */
  | { kind: 'silence'; ms: number }
  | { kind: 'end' };

/** `lost`: frames that have not come; `late`: that came too late to be heard. */
export type FrameCounts = { lost: number; late: number };

export type JitterBuffer = ReturnType<typeof createJitterBuffer>;

/**
 * Puts the frames of a page into their order and tells when each is heard: 250 ms after its capture, or later on a network that needs more. All
 * times are of the device's clock, in ms since 1970; one that is behind that of the api is recognised by frames from the future.
 * @param leadMs how long before it is heard a frame is taken
 */
export function createJitterBuffer(leadMs: number) {
  const queue = new FrameQueue();
  const catchUp = createCatchUp();
  const passed = createPassedFrames();
  let reference: PageFrame | null = null;
  /** The shortest time from a capture to its arrival. */
  let baseMs = Infinity;
  let reserveMs: number = RESERVE_MS.first;
  let phase: 'waiting' | 'running' | 'ending' | 'over' = 'waiting';
  let hasBegun = false;

  /** From a capture to its sound. */
  const delayMs = (): number => baseMs + Math.max(PLAYOUT_MS - Math.max(0, baseMs), leadMs + reserveMs);
  const dueAt = ({ frame, arrivedAt }: QueuedFrame): number =>
    Math.min(frame.capturedAt + delayMs(), arrivedAt + HELD_MAX_MS);

  function isPlausible({ seq, capturedAt }: PageFrame): boolean {
    if (seq >= SEQ_MAX) return false;
    if (reference === null) return true;
    const ahead = seq - reference.seq;
    const shiftMs = capturedAt - reference.capturedAt - ahead * PAGE_FRAME_MS;
    return ahead <= QUEUE_MAX_FRAMES && Math.abs(shiftMs) <= SHIFT_MAX_MS;
  }

  /** No frame is there when it is needed: later frames are heard later. */
  function starve(): Block {
    const reached = Math.max(reserveMs, delayMs() - baseMs - leadMs);
    reserveMs = Math.min(RESERVE_MS.max, reached + RESERVE_MS.step);
    return { kind: 'gap' };
  }

  function play(head: QueuedFrame, heardAt: number): Block {
    // Frames that were left out further behind have not made it earlier yet.
    const lateMs = heardAt - dueAt(head) - passed.droppedAfter(head.frame.seq) * PAGE_FRAME_MS;
    const { drops, shortenMs } = catchUp.decide(heardAt, lateMs, queue.length);
    const quietest = drops ? queue.takeQuietest() : undefined;
    if (quietest) passed.drop(quietest.frame.seq);
    const next = queue.shift();
    if (!next) return starve();
    passed.passTo(next.frame.seq);
    if (next.frame.isEnd) phase = 'over';
    if (next.frame.packet.length === 0) return { kind: 'end' };
    return { kind: 'frame', frame: next.frame, shortenMs };
  }

  return {
    counts: passed.counts,
    delayMs,
    length: (): number => queue.length,
    bytes: (): number => queue.bytes,
    /** @returns `ignored` for a frame that was heard, is there already, or cannot be of this page; `late` for one that was missing before */
    add(frame: PageFrame, arrivedAt: number): 'added' | 'late' | 'ignored' {
      if (phase === 'over' || !isPlausible(frame)) return 'ignored';
      if (passed.isPassed(frame.seq)) return passed.noteLate(frame.seq) ? 'late' : 'ignored';
      if (!queue.add({ frame, arrivedAt })) return 'ignored';
      reference = frame;
      baseMs = Math.min(baseMs, arrivedAt - frame.capturedAt);
      for (const { frame: oldest } of queue.takeOverflow()) passed.overflow(oldest.seq);
      return 'added';
    },
    /** No further frames are awaited: the page is over after those that are there. */
    close(): void {
      if (phase !== 'over') phase = 'ending';
    },
    /** What is heard from this instant on. A frame lasts PAGE_FRAME_MS, and so does a gap. */
    take(heardAt: number): Block {
      const head = queue.first();
      if (phase === 'ending' && !head) phase = 'over';
      if (phase === 'over') return { kind: 'end' };
      if (!head) return hasBegun ? starve() : { kind: 'silence', ms: PAGE_FRAME_MS };
      const waitMs = dueAt(head) - heardAt;
      if (!hasBegun) {
        // The first frame is heard at its instant, to a fraction of a millisecond.
        if (waitMs >= 0.1) return { kind: 'silence', ms: Math.min(waitMs, PAGE_FRAME_MS) };
        hasBegun = true;
        if (phase === 'waiting') phase = 'running';
        passed.beginAt(head.frame.seq);
      }
      const awaitedMs = passed.isNext(head.frame.seq) ? AWAITED_MS.paused : AWAITED_MS.missing;
      return waitMs > awaitedMs ? { kind: 'gap' } : play(head, heardAt);
    },
  };
}

/** Frames that are past: heard, missing or left out. */
function createPassedFrames() {
  const counts: FrameCounts = { lost: 0, late: 0 };
  const missing = new Set<number>();
  /** Frames that were left out, some of them still ahead. */
  const dropped = new Set<number>();
  let lastSeq = -1;

  return {
    counts: (): FrameCounts => ({ ...counts }),
    isPassed: (seq: number): boolean => seq <= lastSeq || dropped.has(seq),
    isNext(seq: number): boolean {
      for (let before = lastSeq + 1; before < seq; before++) if (!dropped.has(before)) return false;
      return true;
    },
    /** A device that has joined in the middle misses nothing before its first frame. */
    beginAt: (seq: number): void => void (lastSeq = Math.max(lastSeq, seq - 1)),
    passTo(seq: number): void {
      for (let before = lastSeq + 1; before < seq; before++) {
        if (dropped.delete(before)) continue;
        counts.lost += 1;
        missing.add(before);
      }
      for (const oldest of missing) {
        if (missing.size <= MISSING_MAX) break;
        missing.delete(oldest);
      }
      dropped.delete(seq);
      lastSeq = seq;
    },
    drop: (seq: number): void => void dropped.add(seq),
    droppedAfter: (seq: number): number => [...dropped].filter((other) => other > seq).length,
    /** It was left out because too many have come at the same time. */
    overflow(seq: number): void {
      dropped.add(seq);
      counts.late += 1;
    },
    /** @returns whether it was missing, and has come after all */
    noteLate(seq: number): boolean {
      if (!missing.delete(seq)) return false;
      counts.lost -= 1;
      counts.late += 1;
      return true;
    },
  };
}

/** A device catches up when it is late for this time without a break; the reserve covers a shorter lateness. */
const LATE_FOR_MS = 250;
const STEP_MS = 60;
/** A lateness below `nothing` is not heard; from `frame` on a whole frame is left out, below it parts of frames. */
const LATE_MS = { nothing: 5, frame: PAGE_FRAME_MS - 5 } as const;
const SHORTEN_MAX_MS = 10;

/** `drops`: one frame is left out, the quietest that waits; otherwise the next one is so much shorter. */
type Decision = { drops: boolean; shortenMs: number };

function createCatchUp() {
  let lateSince: number | null = null;
  let steppedAt = -Infinity;

  return {
    /** @param lateMs by how much what is heard at `heardAt` is late @param waiting frames */
    decide(heardAt: number, lateMs: number, waiting: number): Decision {
      if (lateMs <= LATE_MS.nothing) lateSince = null;
      else lateSince ??= heardAt;
      const isDue = lateSince !== null && heardAt - lateSince >= LATE_FOR_MS && heardAt - steppedAt >= STEP_MS;
      if (!isDue) return { drops: false, shortenMs: 0 };
      steppedAt = heardAt;
      if (lateMs >= LATE_MS.frame && waiting > 1) return { drops: true, shortenMs: 0 };
      return { drops: false, shortenMs: Math.min(lateMs, SHORTEN_MAX_MS) };
    },
  };
}
