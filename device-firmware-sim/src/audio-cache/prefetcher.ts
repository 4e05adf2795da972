import type { Programme } from '@belfry/schemas/http/programme';
import { DownloadError } from '../firmware/download.ts';
import type { Cancel, Clock } from '../hardware/clock.ts';
import { neededAudio } from '../programme/timeline.ts';
import type { AudioCache } from './audio-cache.ts';

/** How long after a failure the missing audio is tried again. */
const RETRY_MS = 60_000;

/** Downloads the audio of a programme before it is needed: emergencies first, then the soonest. */
export function createPrefetcher({ clock, cache }: { clock: Clock; cache: AudioCache }) {
  let aborter = new AbortController();
  let cancelRetry: Cancel = () => {};

  function stop(): void {
    aborter.abort();
    cancelRetry();
  }

  async function fetchAll(programme: Programme, signal: AbortSignal): Promise<void> {
    let failed = false;
    for (const sha256 of neededAudio(programme, clock.now()).sha256s) {
      try {
        await cache.ensure([{ sha256 }], { signal });
      } catch (error) {
        if (signal.aborted || (error instanceof DownloadError && error.code === 'disk_full')) return;
        failed = true;
      }
    }
    if (failed && !signal.aborted) cancelRetry = clock.after(RETRY_MS, () => start(programme));
  }

  function start(programme: Programme): void {
    stop();
    aborter = new AbortController();
    const { sha256s, kept } = neededAudio(programme, clock.now());
    cache.setNeeded(sha256s, kept);
    void fetchAll(programme, aborter.signal);
  }

  return { start, stop };
}
