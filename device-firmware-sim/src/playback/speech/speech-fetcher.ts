import type { AudioCache } from '../../audio-cache/audio-cache.ts';
import type { Reporter } from '../reporter.ts';
import type { Speech } from './speech.ts';

type SpeechFetcherDeps = {
  cache: AudioCache;
  reporter: Reporter;
  /** All audio of it is cached now. */
  fetched: (speech: Speech) => void;
};

/** Downloads the audio of announcements that is not cached. One that cannot be downloaded is skipped. */
export function createSpeechFetcher({ cache, reporter, fetched }: SpeechFetcherDeps) {
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
