import type { Random } from './random.ts';

export type Freed = { freed_bytes: number; removed_files: number };

const CACHE_BYTES_PER_SECOND_PLAYING = 16_000;
const LOG_BYTES_PER_SECOND = 350;
const CACHE_MAX_BYTES = 900_000_000;
const LOG_MAX_BYTES = 400_000_000;
const CACHE_FILE_BYTES = 240_000;
const LOG_FILE_BYTES = 1_000_000;

/** A model of what fills the disk besides the system: cache, logs and an unpacked archive. */
export function createStorageUse(random: Random) {
  let cacheBytes = random.between(0.05, 0.6) * CACHE_MAX_BYTES;
  let logBytes = random.between(0.05, 0.5) * LOG_MAX_BYTES;
  let packageBytes = 0;

  return {
    bytes: (): number => cacheBytes + logBytes + packageBytes,
    /** Lets time pass while so many channels play. */
    advance(seconds: number, playing: number): void {
      cacheBytes = Math.min(CACHE_MAX_BYTES, cacheBytes + seconds * playing * CACHE_BYTES_PER_SECOND_PLAYING);
      logBytes = Math.min(LOG_MAX_BYTES, logBytes + seconds * LOG_BYTES_PER_SECOND);
    },
    unpacked(bytes: number): void {
      packageBytes = bytes;
    },
    clearCache(): Freed {
      const result = freed(cacheBytes, CACHE_FILE_BYTES);
      cacheBytes = 0;
      return result;
    },
    clearLogs(): Freed {
      const result = freed(logBytes, LOG_FILE_BYTES);
      logBytes = 0;
      return result;
    },
  };
}

const freed = (bytes: number, fileBytes: number): Freed => ({
  freed_bytes: Math.round(bytes),
  removed_files: Math.ceil(bytes / fileBytes),
});
