import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { DownloadError, type DownloadedFile, type DownloadOptions } from '../firmware/download.ts';
import type { AudioCache } from './audio-cache.ts';
import { CacheIndex } from './cache-index.ts';

const DISK_QUOTA_BYTES = 4_000_000_000;
const PART = '.part';
const SHA256 = /^[0-9a-f]{64}$/;

type DiskCacheDeps = {
  folder: string;
  download: (sha256: string, options: Required<Pick<DownloadOptions, 'signal' | 'write'>>) => Promise<DownloadedFile>;
  quotaBytes?: number;
};

/** The cache of a device with a disk: a file per hash in one folder, which appears when it is complete and verified. */
export function createDiskCache({ folder, download, quotaBytes = DISK_QUOTA_BYTES }: DiskCacheDeps): AudioCache {
  mkdirSync(folder, { recursive: true });
  const cached = filesOf(folder);
  const index = new CacheIndex(cached, quotaBytes);
  const running = new Map<string, Promise<void>>();
  const fileOf = (sha256: string): string => join(folder, sha256);

  async function fetch(sha256: string, signal: AbortSignal): Promise<void> {
    const part = fileOf(sha256) + PART;
    const file = await open(part, 'w');
    try {
      const write = async (chunk: Uint8Array, offset: number): Promise<void> => {
        await file.write(chunk, 0, chunk.length, offset);
      };
      const { sha256: received, size } = await download(sha256, { signal, write });
      if (received !== sha256) throw new DownloadError('hash_mismatch', reasonText('audio_damaged'));
      await file.truncate(size);
      await file.sync();
      const evicted = index.add(sha256, size);
      if (!evicted) throw new DownloadError('disk_full', reasonText('cache_full'));
      for (const victim of evicted) await rm(fileOf(victim), { force: true });
      await rename(part, fileOf(sha256));
    } finally {
      await file.close();
      await rm(part, { force: true });
    }
  }

  /** Several announcements that wait for one file share its download. */
  function fetchOnce(sha256: string, signal: AbortSignal): Promise<void> {
    const current = running.get(sha256) ?? fetch(sha256, signal).finally(() => void running.delete(sha256));
    running.set(sha256, current);
    return current;
  }

  return {
    has: (sha256) => cached.has(sha256) && !running.has(sha256),
    pathOf: (sha256) => (cached.has(sha256) ? fileOf(sha256) : null),
    async ensure(items, { signal }) {
      for (const { sha256 } of items) {
        if (existsSync(fileOf(sha256)) && index.touch(sha256)) continue;
        await fetchOnce(sha256, signal);
      }
    },
    setNeeded: (sha256s, kept) => index.setNeeded(sha256s, kept),
    clear() {
      for (const sha256 of cached.keys()) rmSync(fileOf(sha256), { force: true });
      return index.clear();
    },
  };
}

/** The complete files of an earlier run, the least recently used first; what was interrupted is removed. */
function filesOf(folder: string): Map<string, number> {
  const names = readdirSync(folder);
  for (const name of names.filter((name) => name.endsWith(PART))) rmSync(join(folder, name), { force: true });
  const files = names
    .filter((name) => SHA256.test(name))
    .map((name) => ({ name, stat: statSync(join(folder, name)) }))
    .toSorted((a, b) => a.stat.atimeMs - b.stat.atimeMs);
  return new Map(files.map(({ name, stat }) => [name, stat.size]));
}
