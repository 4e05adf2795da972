import { priorityRank } from '@belfry/schemas/domain/announcements';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Cancel, Clock } from '../hardware/clock.ts';
import { durationMs, SpeechQueue, type Speech } from './speech.ts';
import type { SpeechPlayer, Suspended } from './speech-player.ts';

/** Between the end of one announcement and the start of the next one; see PLAY-14. */
const GAP_MS = 700;

type SpeechTurnsDeps = {
  clock: Clock;
  player: SpeechPlayer;
  /** Nothing is spoken any more, or something is again. @returns when it may be heard at the earliest, in ms since 1970 */
  speaking: (speech: Speech | null) => number;
  /** It has waited until it may not start any more. */
  expired: (speech: Speech) => void;
};

/**
 * Speaks one announcement after another; one of a higher priority interrupts the current one. A bell that would have to wait too long cuts
 * in: the announcement continues after it.
 */
export function createSpeechTurns({ clock, player, speaking, expired }: SpeechTurnsDeps) {
  const queue = new SpeechQueue();
  /** The announcement into which a bell has cut. */
  let suspended: Suspended | null = null;
  /** When the last announcement ended, by the monotonic clock. */
  let endedAt = -Infinity;
  let cancelNext: Cancel = () => {};
  const isCurrent = (runId: string): boolean => player.current()?.run_id === runId;
  const isSuspended = (runId: string): boolean => suspended?.speech.run_id === runId;

  /** Waits for the rest of the gap, except for an emergency. */
  function playNext(): void {
    cancelNext();
    const gapMs = endedAt + GAP_MS - clock.monotonic();
    if (gapMs <= 0 || queue.first()?.priority === 'emergency') return playNow();
    if (!queue.first() && !suspended) return void speaking(null);
    cancelNext = clock.after(gapMs, playNow);
  }

  function playNow(): void {
    cancelNext();
    dropExpired();
    const first = queue.first();
    const isUrgent = first?.priority === 'emergency';
    const bell = isUrgent ? undefined : dueBell(suspended ?? (first && { speech: first, leftMs: durationMs(first) }));
    if (suspended && !bell && !isUrgent) return resume(suspended);
    const next = bell ?? first;
    if (next) queue.remove(next.run_id);
    const heardFrom = speaking(next ?? null);
    if (next) player.play(heardFrom > (next.startAt ?? 0) ? { ...next, startAt: heardFrom } : next, ended);
  }

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

  /** An announcement into which a bell had cut does not continue after an emergency. */
  function interrupt(reason: string | null): void {
    if (suspended) player.end(suspended, reason);
    suspended = null;
    player.interrupt(reason);
  }

  function dropExpired(): void {
    for (const speech of queue.takeExpired(clock.now())) expired(speech);
  }

  return {
    isCurrent,
    has: (runId: string): boolean => isCurrent(runId) || isSuspended(runId) || queue.has(runId),
    /** @returns false if too many wait */
    add(speech: Speech): boolean {
      const current = player.current();
      if (!queue.add(speech)) return false;
      // A bell that has cut in is not interrupted by the next announcement.
      const mayInterrupt = suspended === null || speech.priority === 'emergency';
      if (current && mayInterrupt && priorityRank(speech.priority) > priorityRank(current.priority)) {
        interrupt(reasonText('interrupted_by', { priority: speech.priority }));
      }
      if (player.current()) cutIn();
      else playNext();
      return true;
    },
    /** Stops what is spoken, and continues with what waits. */
    stopCurrent(): void {
      player.interrupt(reasonText('stopped'));
      playNext();
    },
    /** @returns whether it was waiting */
    remove: (runId: string): boolean => queue.remove(runId).length > 0,
    /** Stops an announcement into which a bell has cut, with its receipt. @returns whether it was one */
    endSuspended(runId: string): boolean {
      if (!suspended || !isSuspended(runId)) return false;
      player.end(suspended, reasonText('stopped'));
      suspended = null;
      return true;
    },
    /** Stops what is spoken; a null `reason` stands for no receipt. @returns the runs that were waiting, which are forgotten */
    halt(reason: string | null): string[] {
      cancelNext();
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
