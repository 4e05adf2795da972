import PQueue from 'p-queue';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { DownloadError } from '../firmware/download.ts';
import { CacheIndex, type CachedAudio } from './cache-index.ts';

/** The audio of a device, by its hash. It survives a loss of power. */
export type AudioCache = {
  has: (sha256: string) => boolean;
  /** The file on disk; null where it is not cached, or only its hash is kept. */
  pathOf(sha256: string): string | null;
  /**
   * Downloads what is missing, in this order, and verifies it against its hash.
   * Throws DownloadError, or the reason of the signal.
   */
  ensure(items: readonly { sha256: string }[], options: { signal: AbortSignal }): Promise<void>;
  /**
   * Sets what the programme needs, the most needed first; `kept` of them, from the first, are not evicted. When the quota is
   * exceeded, the least needed goes first.
   */
  setNeeded(sha256s: readonly string[], kept: number): void;
  /** Removes all files. @returns how much that was */
  clear(): { bytes: number; files: number };
};

const DOWNLOADS_AT_ONCE = 32;
const KNOWN_MAX = 20_000;

export type SharedDownloads = {
  run<T>(task: () => Promise<T>): Promise<T>;
  /** Downloads a file unless another device has. @returns its size in bytes, as the task does */
  once(sha256: string, download: () => Promise<number>): Promise<number>;
};

/**
 * The audio that the devices of a process have downloaded, of which only hash and size are kept: thousands of simulated
 * devices play the same files, and one of them downloads each.
 */
export function createSharedDownloads(): SharedDownloads {
  const downloads = new Map<string, Promise<number>>();
  const queue = new PQueue({ concurrency: DOWNLOADS_AT_ONCE });
  return {
    run: (task) => queue.add(task),
    once(sha256, download) {
      const before = downloads.get(sha256);
      if (before) return before;
      if (downloads.size >= KNOWN_MAX) downloads.clear();
      const size = queue.add(download);
      downloads.set(sha256, size);
      size.catch(() => downloads.delete(sha256));
      return size;
    },
  };
}

const SIMULATED_QUOTA_BYTES = 2_000_000_000;

type HashCacheDeps = {
  /** In flash; `changed` must be called after a change. */
  cached: CachedAudio;
  changed: () => void;
  downloads: SharedDownloads;
  /** Downloads and verifies without keeping the bytes. @returns the size */
  download: (sha256: string, signal: AbortSignal) => Promise<number>;
  quotaBytes?: number;
};

export function createHashCache(deps: HashCacheDeps): AudioCache {
  const { cached, changed, downloads, download, quotaBytes = SIMULATED_QUOTA_BYTES } = deps;
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
