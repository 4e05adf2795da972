import { reasonText } from '@belfry/schemas/domain/reasons';
import type { CommandParams } from '@belfry/schemas/mqtt/commands';
import type { AudioCache } from '../audio-cache/audio-cache.ts';
import type { Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { RunLog } from '../hardware/run-log.ts';
import type { Reporter } from './receipts.ts';
import type { SpeechPlayer } from './speech-player.ts';
import { createSpeechTurns } from './speech-turns.ts';
import { speechOfCommand, type Speech } from './speech.ts';

export type SpeechState = 'playing' | 'queued' | 'duplicate' | 'skipped';

type AnnouncerDeps = {
  clock: Clock;
  cache: AudioCache;
  runs: RunLog;
  player: SpeechPlayer;
  reporter: Reporter;
  isSilent: (speech: Speech) => boolean;
  /** Whether it would not begin together with the neighbours, and is left out there. */
  isLeftOut: (speech: Speech) => boolean;
  /**
   * Called with the announcement that begins, or null when nothing is spoken any more. @returns when it may be heard at
   * the earliest
   */
  speaking: (speech: Speech | null) => number;
};

export type Announcer = ReturnType<typeof createAnnouncer>;

/** Decides which announcements are spoken: fetching, duplicates, quiet hours and expiry; see ANN-6. */
export function createAnnouncer(deps: AnnouncerDeps) {
  const { clock, cache, runs, player, reporter, isSilent, isLeftOut, speaking } = deps;
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
    if (isLeftOut(speech)) return skip(speech, { event: 'skipped', reason: reasonText('clock') });
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
    voice: turns.voice,
    /** Ends everything. @param reason null: without receipts */
    halt(reason: string | null): void {
      const runIds = [...fetcher.cancelAll(), ...turns.halt(reason)];
      if (reason !== null) for (const runId of runIds) reporter.report(runId, 'skipped', reason);
    },
    stopCurrent(): boolean {
      const current = player.current();
      return current !== null && stop(current.run_id);
    },
    /** Must be called once a second. */
    tick: (): void => turns.tick(),
  };
}

type SpeechFetcherDeps = {
  cache: AudioCache;
  reporter: Reporter;
  fetched: (speech: Speech) => void;
};

/** Downloads the audio of announcements that is not cached. One that cannot be downloaded is skipped. */
function createSpeechFetcher({ cache, reporter, fetched }: SpeechFetcherDeps) {
  const running = new Map<string, AbortController>();

  async function fetch(speech: Speech): Promise<void> {
    const controller = new AbortController();
    running.set(speech.run_id, controller);
    try {
      await cache.ensure(speech.items, { signal: controller.signal });
    } catch (error) {
      if (!controller.signal.aborted) reporter.report(speech.run_id, 'skipped', (error as Error).message);
      return;
    } finally {
      if (running.get(speech.run_id) === controller) running.delete(speech.run_id);
    }
    if (!controller.signal.aborted) fetched(speech);
  }

  return {
    isCached: ({ items }: Speech): boolean => items.every(({ sha256 }) => cache.has(sha256)),
    isFetching: (runId: string): boolean => running.has(runId),
    start: (speech: Speech): void => void fetch(speech),
    /** @returns whether it was being fetched */
    cancel(runId: string): boolean {
      running.get(runId)?.abort();
      return running.delete(runId);
    },
    /** @returns the runs that were being fetched */
    cancelAll(): string[] {
      const runIds = [...running.keys()];
      for (const controller of running.values()) controller.abort();
      running.clear();
      return runIds;
    },
  };
}

/** An emergency that nobody has ended after this time is over; see ANN-11. */
const EMERGENCY_MAX_MS = 24 * 3_600_000;
const EMERGENCIES_MAX = 20;
/** After a start the device waits for an "all clear" that was said meanwhile: so long once it is connected, and so long without network. */
const CLEARED_WITHIN_MS = 3_000;
const CONNECTED_WITHIN_MS = 10_000;

/** Emergencies that repeat until "all clear", also after a loss of power; see PLAY-4. */
export function createEmergencies({ flash, clock, announcer }: { flash: Flash; clock: Clock; announcer: Announcer }) {
  const { memory } = flash;
  /** Emergencies that were not stopped before power was lost are spoken again. */
  let waits = false;

  function set(emergencies: typeof memory.emergencies): void {
    memory.emergencies = emergencies.slice(-EMERGENCIES_MAX);
    flash.changed();
  }

  /** @returns whether it would have been spoken again */
  function forget(runId: string): boolean {
    const others = memory.emergencies.filter(({ params }) => params.run_id !== runId);
    const wasKept = others.length < memory.emergencies.length;
    if (wasKept) set(others);
    return wasKept;
  }

  function speakAgain(): void {
    if (!waits) return;
    waits = false;
    for (const { params, until } of memory.emergencies) announcer.say(speechOfCommand(params, until));
  }

  return {
    keep(params: CommandParams<'play'>): void {
      const isKept = memory.emergencies.some((kept) => kept.params.run_id === params.run_id);
      if (params.priority !== 'emergency' || params.repeat !== 0 || isKept) return;
      set([...memory.emergencies, { params, until: clock.now() + EMERGENCY_MAX_MS }]);
    },
    forget,
    /** Speaks those again that were not stopped before power was lost, unless an "all clear" waits for the device; see PLAY-4. */
    resume(): void {
      waits = memory.emergencies.length > 0;
      if (waits) clock.after(CONNECTED_WITHIN_MS, speakAgain);
    },
    connected(): void {
      if (waits) clock.after(CLEARED_WITHIN_MS, speakAgain);
    },
    switchedOff: (): void => void (waits = false),
    /** Must be called once a second. */
    tick(): void {
      if (memory.emergencies.length === 0) return;
      for (const { params, until } of memory.emergencies) {
        if (until > clock.now()) continue;
        forget(params.run_id);
        announcer.stop(params.run_id);
      }
    },
  };
}
