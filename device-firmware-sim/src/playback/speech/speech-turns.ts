import { priorityRank } from '@belfry/schemas/domain/announcements';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Clock } from '../../hardware/clock.ts';
import type { Speech } from './speech.ts';
import type { SpeechPlayer } from './speech-player.ts';
import { SpeechQueue } from './speech-queue.ts';

export type SpeechTurnsDeps = {
  clock: Clock;
  player: SpeechPlayer;
  /** Nothing is spoken any more, or something is again. */
  speaking: (speech: Speech | null) => void;
  /** It has waited until it may not start any more. */
  expired: (speech: Speech) => void;
};

/** Speaks one announcement after another; one of a higher priority interrupts the current one. */
export function createSpeechTurns({ clock, player, speaking, expired }: SpeechTurnsDeps) {
  const queue = new SpeechQueue();
  const isCurrent = (runId: string): boolean => player.current()?.run_id === runId;

  function playNext(): void {
    dropExpired();
    const next = queue.next();
    speaking(next ?? null);
    if (next) player.play(next, playNext);
  }

  function dropExpired(): void {
    for (const speech of queue.takeExpired(clock.now())) expired(speech);
  }

  return {
    isCurrent,
    has: (runId: string): boolean => isCurrent(runId) || queue.has(runId),
    /** @returns false if too many wait */
    add(speech: Speech): boolean {
      const current = player.current();
      if (!queue.add(speech)) return false;
      if (current && priorityRank(speech.priority) > priorityRank(current.priority)) {
        player.interrupt(reasonText('interrupted_by', { priority: speech.priority }));
      }
      if (!player.current()) playNext();
      return true;
    },
    /** Stops what is spoken, and continues with what waits. */
    stopCurrent(): void {
      player.interrupt(reasonText('stopped'));
      playNext();
    },
    /** @returns whether it was waiting */
    remove: (runId: string): boolean => queue.remove(runId).length > 0,
    /** Stops what is spoken; a null `reason` stands for no receipt. @returns the runs that were waiting, which are forgotten */
    halt(reason: string | null): string[] {
      const waiting = queue.remove().map(({ run_id }) => run_id);
      player.interrupt(reason);
      speaking(null);
      return waiting;
    },
    /** Must be called once a second. */
    dropExpired,
  };
}
