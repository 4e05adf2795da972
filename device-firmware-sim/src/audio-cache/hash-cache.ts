import { reasonText } from '@belfry/schemas/domain/reasons';
import type { AudioCache } from './audio-cache.ts';
import type { SharedDownloads } from './audio-downloads.ts';
import { CacheIndex, type CachedAudio } from './cache-index.ts';
import { DownloadError } from '../firmware/download.ts';

/** The quota of simulated devices. */
const QUOTA_BYTES = 2_000_000_000;

type HashCacheDeps = {
  /** In flash; `changed` must be called after a change. */
  cached: CachedAudio;
  changed: () => void;
  downloads: SharedDownloads;
  /** Downloads and verifies without keeping the bytes. @returns the size */
  download: (sha256: string, signal: AbortSignal) => Promise<number>;
  quotaBytes?: number;
};

/** The cache of a simulated device, which keeps hashes and sizes only. */
export function createHashCache(deps: HashCacheDeps): AudioCache {
  const { cached, changed, downloads, download, quotaBytes = QUOTA_BYTES } = deps;
  const index = new CacheIndex(cached, quotaBytes);

  async function fetch(sha256: string, signal: AbortSignal): Promise<void> {
    // The signal of one device must not end a download that others wait for.
    const bytes = await downloads.once(sha256, () => download(sha256, new AbortController().signal));
    signal.throwIfAborted();
    if (index.touch(sha256)) return;
    if (!index.add(sha256, bytes)) throw new DownloadError('disk_full', reasonText('cache_full'));
    changed();
  }

  return {
    has: (sha256) => cached.has(sha256),
    pathOf: () => null,
    async ensure(items, { signal }) {
      for (const { sha256 } of items) if (!index.touch(sha256)) await fetch(sha256, signal);
    },
    setNeeded: (sha256s, kept) => index.setNeeded(sha256s, kept),
    clear() {
      const cleared = index.clear();
      changed();
      return cleared;
    },
  };
}
