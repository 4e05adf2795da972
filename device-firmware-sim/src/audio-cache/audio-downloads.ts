import PQueue from 'p-queue';

/** Downloads at the same time in one process. */
const DOWNLOADS_AT_ONCE = 32;
const KNOWN_MAX = 20_000;

/** Limits the downloads of the devices of a process. */
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
  const known = new Map<string, Promise<number>>();
  const queue = new PQueue({ concurrency: DOWNLOADS_AT_ONCE });
  return {
    run: (task) => queue.add(task),
    once(sha256, download) {
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
