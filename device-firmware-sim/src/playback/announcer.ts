import { reasonText } from '@belfry/schemas/domain/reasons';
import type { AudioCache } from '../audio-cache/audio-cache.ts';
import type { Clock } from '../hardware/clock.ts';
import type { RunLog } from '../hardware/run-log.ts';
import type { Speech } from './speech/speech.ts';
import { createSpeechFetcher } from './speech/speech-fetcher.ts';
import type { SpeechPlayer } from './speech/speech-player.ts';
import { createSpeechTurns } from './speech/speech-turns.ts';
import type { Reporter } from './reporter.ts';

export type SpeechState = 'playing' | 'queued' | 'duplicate' | 'skipped';

type AnnouncerDeps = {
  clock: Clock;
  cache: AudioCache;
  /** The runs that were played. */
  runs: RunLog;
  player: SpeechPlayer;
  reporter: Reporter;
  /** Whether the place is quiet for it. */
  isSilent: (speech: Speech) => boolean;
  /** Nothing is spoken any more, or something is again. */
  speaking: (speech: Speech | null) => void;
};

export type Announcer = ReturnType<typeof createAnnouncer>;

/** Decides which announcements are spoken: fetching, duplicates, quiet hours and expiry; see ANN-6. */
export function createAnnouncer(deps: AnnouncerDeps) {
  const { clock, cache, runs, player, reporter, isSilent, speaking } = deps;
  const expired = (speech: Speech): void => void skip(speech, speech.tooLate);
  const turns = createSpeechTurns({ clock, player, speaking, expired });
  const fetcher = createSpeechFetcher({ cache, reporter, fetched: begin });

  /** An emergency that was interrupted is spoken again; anything else only once. */
  function isDuplicate({ run_id, priority }: Speech): boolean {
    if (turns.has(run_id) || fetcher.isFetching(run_id)) return true;
    return runs.has(run_id) && priority !== 'emergency';
  }

  function say(speech: Speech): SpeechState {
    if (isDuplicate(speech)) return 'duplicate';
    if (fetcher.isCached(speech)) return begin(speech);
    fetcher.start(speech);
    return 'queued';
  }

  function begin(speech: Speech): SpeechState {
    const { run_id: runId, startBy, tooLate } = speech;
    reporter.report(runId, 'fetched');
    if (startBy < clock.now()) return skip(speech, tooLate);
    if (isSilent(speech)) return skip(speech, { event: 'skipped', reason: reasonText('quiet_hours') });
    if (!turns.add(speech)) return skip(speech, { event: 'skipped', reason: reasonText('queue_full') });
    if (turns.isCurrent(runId)) return 'playing';
    return turns.has(runId) ? 'queued' : 'skipped';
  }

  function skip({ run_id }: Speech, { event, reason }: Speech['tooLate']): SpeechState {
    reporter.report(run_id, event, reason);
    return 'skipped';
  }

  /** @returns false if it was neither spoken, nor waiting, nor fetched */
  function stop(runId: string): boolean {
    const wasFetching = fetcher.cancel(runId);
    const wasSuspended = turns.endSuspended(runId);
    const wasWaiting = turns.remove(runId);
    if (turns.isCurrent(runId)) turns.stopCurrent();
    else if (wasSuspended) return true;
    else if (wasFetching || wasWaiting) reporter.report(runId, 'skipped', reasonText('stopped'));
    else return false;
    return true;
  }

  return {
    say,
    stop,
    /** Ends everything. @param reason null: without receipts */
    halt(reason: string | null): void {
      const runIds = [...fetcher.cancelAll(), ...turns.halt(reason)];
      if (reason !== null) for (const runId of runIds) reporter.report(runId, 'skipped', reason);
    },
    /** Stops what is spoken, and continues with what waits. */
    stopCurrent(): boolean {
      const current = player.current();
      return current !== null && stop(current.run_id);
    },
    /** Must be called once a second. */
    tick: (): void => turns.tick(),
  };
}
