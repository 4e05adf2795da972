import { priorityRank } from '@belfry/schemas/domain/announcements';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { AudioCache } from '../audio-cache/audio-cache.ts';
import type { Clock } from '../hardware/clock.ts';
import type { RunLog } from '../hardware/run-log.ts';
import type { Speech } from './speech/speech.ts';
import { createSpeechFetcher } from './speech/speech-fetcher.ts';
import { SpeechQueue } from './speech/speech-queue.ts';
import type { SpeechPlayer } from './speech/speech-player.ts';
import type { Reporter } from './reporter.ts';

export type SpeechState = 'playing' | 'queued' | 'duplicate' | 'skipped';

export type AnnouncerDeps = {
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

/** Decides what is spoken when several announcements want to be: priorities, queue, duplicates and expiry; see ANN-6. */
export function createAnnouncer(deps: AnnouncerDeps) {
  const { clock, cache, runs, player, reporter, isSilent, speaking } = deps;
  const queue = new SpeechQueue();
  const fetcher = createSpeechFetcher({ cache, reporter, fetched: begin });

  /** An emergency that was interrupted is spoken again; anything else only once. */
  function isDuplicate({ run_id, priority }: Speech): boolean {
    const isHere = player.current()?.run_id === run_id || queue.has(run_id) || fetcher.isFetching(run_id);
    return isHere || (runs.has(run_id) && priority !== 'emergency');
  }

  function say(speech: Speech): SpeechState {
    if (isDuplicate(speech)) return 'duplicate';
    if (fetcher.isCached(speech)) return begin(speech);
    fetcher.start(speech);
    return 'queued';
  }

  function begin(speech: Speech): SpeechState {
    reporter.report(speech.run_id, 'fetched');
    if (speech.startBy < clock.now()) return skip(speech, speech.tooLate);
    if (isSilent(speech)) return skip(speech, { event: 'skipped', reason: reasonText('quiet_hours') });
    const current = player.current();
    if (!queue.add(speech)) return skip(speech, { event: 'skipped', reason: reasonText('queue_full') });
    if (current && priorityRank(speech.priority) > priorityRank(current.priority)) {
      player.interrupt(reasonText('interrupted_by', { priority: speech.priority }));
    }
    if (!player.current()) playNext();
    return player.current() === speech ? 'playing' : queue.has(speech.run_id) ? 'queued' : 'skipped';
  }

  function skip({ run_id }: Speech, { event, reason }: Speech['tooLate']): SpeechState {
    reporter.report(run_id, event, reason);
    return 'skipped';
  }

  function playNext(): void {
    dropExpired();
    const next = queue.next();
    speaking(next ?? null);
    if (next) player.play(next, playNext);
  }

  function dropExpired(): void {
    for (const speech of queue.takeExpired(clock.now())) skip(speech, speech.tooLate);
  }

  function stop(runId: string): boolean {
    const wasFetching = fetcher.cancel(runId);
    const waiting = queue.remove(runId);
    const isCurrent = player.current()?.run_id === runId;
    if (isCurrent) {
      player.interrupt(reasonText('stopped'));
      playNext();
    } else if (wasFetching || waiting.length > 0) reporter.report(runId, 'skipped', reasonText('stopped'));
    return isCurrent || wasFetching || waiting.length > 0;
  }

  /** Ends everything. @param reason null: without receipts */
  function halt(reason: string | null): void {
    const runIds = [...fetcher.cancelAll(), ...queue.remove().map(({ run_id }) => run_id)];
    player.interrupt(reason);
    speaking(null);
    if (reason !== null) for (const runId of runIds) reporter.report(runId, 'skipped', reason);
  }

  return {
    say,
    stop,
    halt,
    /** Stops what is spoken, and continues with what waits. */
    stopCurrent(): boolean {
      const current = player.current();
      return current !== null && stop(current.run_id);
    },
    /** Must be called once a second. */
    tick: dropExpired,
  };
}
