import PQueue from 'p-queue';

/** Downloads at the same time in one process. */
const DOWNLOADS_AT_ONCE = 16;
const KNOWN_MAX = 20_000;

/** Downloads a file, verifies its hash and returns its size in bytes. Throws DownloadError. */
export type Download = () => Promise<number>;

export type AudioDownloads = {
  fetch(sha256: string, download: Download): Promise<number>;
};

/**
 * The audio that the devices of a process have downloaded, of which only hash and size are kept: thousands of simulated
 * devices play the same files, and one of them downloads each.
 */
export function createSharedDownloads(): AudioDownloads {
  const known = new Map<string, Promise<number>>();
  const queue = new PQueue({ concurrency: DOWNLOADS_AT_ONCE });
  return {
    fetch(sha256, download) {
      const before = known.get(sha256);
      if (before) return before;
      if (known.size >= KNOWN_MAX) known.clear();
      const size = queue.add(download);
      known.set(sha256, size);
      size.catch(() => known.delete(sha256));
      return size;
    },
  };
}
