import type { Programme } from '@belfry/schemas/http/schedules/programme';
import { DownloadError } from '../firmware/download.ts';
import type { Cancel, Clock } from '../hardware/clock.ts';
import { neededAudio } from '../programme/timeline.ts';
import type { AudioCache } from './audio-cache.ts';

/** How long after a failure the missing audio is tried again. */
const RETRY_MS = 60_000;

type PrefetcherDeps = {
  clock: Clock;
  cache: AudioCache;
  /** Called when the audio of emergencies is cached, and when all audio is, as far as it could be downloaded. */
  fetched: (programme: Programme) => void;
};

/** Downloads the audio of a programme before it is needed: emergencies first, then the soonest. */
export function createPrefetcher({ clock, cache, fetched }: PrefetcherDeps) {
  let controller = new AbortController();
  let cancelRetry: Cancel = () => {};

  function stop(): void {
    controller.abort();
    cancelRetry();
  }

  async function fetchAll(programme: Programme, signal: AbortSignal): Promise<void> {
    let failed = false;
    const { sha256s, kept } = neededAudio(programme, clock.now());
    for (const [index, sha256] of sha256s.entries()) {
      if (signal.aborted) return;
      if (index === kept) fetched(programme);
      try {
        await cache.ensure([{ sha256 }], { signal });
      } catch (error) {
        if (error instanceof DownloadError && error.code === 'disk_full') break;
        failed = true;
      }
    }
    if (signal.aborted) return;
    fetched(programme);
    if (failed) cancelRetry = clock.after(RETRY_MS, () => start(programme));
  }

  function start(programme: Programme): void {
    stop();
    controller = new AbortController();
    const { sha256s, kept } = neededAudio(programme, clock.now());
    cache.setNeeded(sha256s, kept);
    void fetchAll(programme, controller.signal);
  }

  return { start, stop };
}
