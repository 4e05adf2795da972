import { priorityRank, type Priority } from '@belfry/schemas/domain/announcements';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Cancel, Clock } from '../hardware/clock.ts';
import { durationMs, SpeechQueue, type Speech } from './speech.ts';
import type { SpeechPlayer, Suspended } from './speech-player.ts';

/** Between the end of one announcement and the start of the next one; see PLAY-14. */
const GAP_MS = 700;

type SpeechTurnsDeps = {
  clock: Clock;
  player: SpeechPlayer;
  /**
   * Called with the announcement that begins, or null when nothing is spoken any more. @returns when it may be heard at
   * the earliest, in ms since 1970
   */
  speaking: (speech: Speech | null) => number;
  expired: (speech: Speech) => void;
};

/** A live page that has the voice: announcements wait until it releases it. */
export type VoiceHolder = {
  priority: Priority;
  /** Called when something of a higher priority takes the voice. */
  preempted: (reason: string) => void;
};

/**
 * Speaks one announcement after another; one of a higher priority interrupts the current one. A bell that would have to wait too long cuts
 * in, and so does a live page: the announcement continues after it.
 */
export function createSpeechTurns({ clock, player, speaking, expired }: SpeechTurnsDeps) {
  const queue = new SpeechQueue();
  let suspended: Suspended | null = null;
  let holder: VoiceHolder | null = null;
  /** When the last announcement ended, by the monotonic clock. */
  let endedAt = -Infinity;
  let cancelNext: Cancel = () => {};
  const isCurrent = (runId: string): boolean => player.current()?.run_id === runId;
  const isSuspended = (runId: string): boolean => suspended?.speech.run_id === runId;

  /** Waits for the rest of the gap, except for an emergency. */
  function playNext(): void {
    cancelNext();
    if (holder) return;
    const gapMs = endedAt + GAP_MS - clock.monotonic();
    if (gapMs <= 0 || queue.first()?.priority === 'emergency') return playNow();
    if (!queue.first() && !suspended) return void speaking(null);
    cancelNext = clock.after(gapMs, playNow);
  }

  function playNow(): void {
    cancelNext();
    dropExpired();
    const first = queue.first();
    // What a page has interrupted may be lower than what has come meanwhile.
    const isUrgent = first !== undefined && (first.priority === 'emergency' || isAboveSuspended(first));
    const bell = isUrgent ? undefined : dueBell(suspended ?? (first && { speech: first, leftMs: durationMs(first) }));
    if (suspended && !bell && !isUrgent) return resume(suspended);
    const next = bell ?? first;
    if (next) queue.remove(next.run_id);
    const heardFrom = speaking(next ?? null);
    if (next) player.play(heardFrom > (next.startAt ?? 0) ? { ...next, startAt: heardFrom } : next, ended);
  }

  const isAboveSuspended = (speech: Speech): boolean => suspended !== null && isAbove(speech, suspended.speech);

  function resume(rest: Suspended): void {
    suspended = null;
    speaking(rest.speech);
    player.resume(rest, ended);
  }

  function ended(): void {
    endedAt = clock.monotonic();
    playNext();
  }

  /** A bell that waits and would be missed if this went on. */
  function dueBell(other: Pick<Suspended, 'speech' | 'leftMs'> | undefined): Speech | undefined {
    if (other?.speech.priority !== 'say_now') return undefined;
    const bell = queue.firstOf('scheduled');
    return bell && clock.now() + other.leftMs + GAP_MS > bell.startBy ? bell : undefined;
  }

  function cutIn(): void {
    const current = player.current();
    if (!current || suspended || !dueBell({ speech: current, leftMs: player.leftMs() })) return;
    suspended = player.suspend();
    playNow();
  }

  /** An announcement into which something has cut does not continue after an emergency. */
  function interrupt(reason: string | null): void {
    if (suspended) player.end(suspended, reason);
    suspended = null;
    player.interrupt(reason);
  }

  function dropExpired(): void {
    for (const speech of queue.takeExpired(clock.now())) expired(speech);
    const rest = suspended;
    if (!rest || rest.started || rest.speech.startBy >= clock.now()) return;
    suspended = null;
    expired(rest.speech);
  }

  /** What is above a page ends it, and what it has interrupted. */
  function preempt(by: Speech): void {
    if (!holder || !isAbove(by, holder)) return;
    const { preempted } = holder;
    const reason = reasonText('interrupted_by', { priority: by.priority });
    holder = null;
    preempted(reason);
    interrupt(reason);
  }

  /** Whether nothing is spoken that a page may not interrupt. @param above what is below this priority it may; null: nothing */
  function isFree(above: Priority | null): boolean {
    const spoken = [holder, player.current(), suspended?.speech].filter((speech) => speech != null);
    return spoken.every(({ priority }) => above !== null && priorityRank(priority) < priorityRank(above));
  }

  /** A page takes the voice, which must be free for it. What is spoken continues after it, except below an emergency. */
  function hold(next: VoiceHolder): void {
    cancelNext();
    if (next.priority === 'emergency') interrupt(reasonText('interrupted_by', { priority: next.priority }));
    else suspended ??= player.suspend();
    holder = next;
  }

  /** The page is over: continues with what it has interrupted, or what waits. */
  function release(): void {
    if (!holder) return;
    holder = null;
    ended();
  }

  return {
    isCurrent,
    has: (runId: string): boolean => isCurrent(runId) || isSuspended(runId) || queue.has(runId),
    /** @returns false if too many wait */
    add(speech: Speech): boolean {
      const current = player.current();
      if (!queue.add(speech)) return false;
      preempt(speech);
      // A bell that has cut in is not interrupted by the next announcement.
      const mayInterrupt = suspended === null || speech.priority === 'emergency';
      if (current && mayInterrupt && isAbove(speech, current)) {
        interrupt(reasonText('interrupted_by', { priority: speech.priority }));
      }
      if (player.current()) cutIn();
      else playNext();
      return true;
    },
    stopCurrent(): void {
      player.interrupt(reasonText('stopped'));
      playNext();
    },
    /** @returns whether it was waiting */
    remove: (runId: string): boolean => queue.remove(runId).length > 0,
    /** Stops an announcement into which something has cut, with its receipt. @returns whether it was one */
    endSuspended(runId: string): boolean {
      if (!suspended || !isSuspended(runId)) return false;
      player.end(suspended, reasonText('stopped'));
      suspended = null;
      return true;
    },
    voice: { isFree, hold, release },
    /** Stops what is spoken; a null `reason` stands for no receipt. @returns the runs that were waiting, which are forgotten */
    halt(reason: string | null): string[] {
      cancelNext();
      holder = null;
      const waiting = queue.remove().map(({ run_id }) => run_id);
      interrupt(reason);
      speaking(null);
      return waiting;
    },
    /** Must be called once a second. */
    tick(): void {
      cutIn();
      dropExpired();
    },
  };
}

const isAbove = (one: { priority: Priority }, other: { priority: Priority }): boolean =>
  priorityRank(one.priority) > priorityRank(other.priority);
