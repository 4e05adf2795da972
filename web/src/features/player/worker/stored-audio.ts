import type { AudioCache } from '@belfry/device-firmware-sim/audio-cache/audio-cache';
import { CacheIndex } from '@belfry/device-firmware-sim/audio-cache/cache-index';
import {
  DownloadError,
  type DownloadedFile,
  type DownloadOptions,
} from '@belfry/device-firmware-sim/firmware/download';
import { reasonText } from '@belfry/schemas/domain/reasons';
import type { Store } from './store.ts';

type StoredAudioDeps = {
  store: Store;
  quotaBytes: number;
  download: (sha256: string, options: Required<Pick<DownloadOptions, 'signal' | 'write'>>) => Promise<DownloadedFile>;
  /** The browser has less room than it has promised. */
  full: () => void;
};

/** The audio of a device in the storage of the browser: a file is there when it is whole and its hash is right. */
export async function openAudioCache({ store, quotaBytes, download, full }: StoredAudioDeps): Promise<AudioCache> {
  const cached = new Map((await store.files()).map(({ sha256, bytes }) => [sha256, bytes]));
  const index = new CacheIndex(cached, quotaBytes);
  const running = new Map<string, Promise<void>>();

  async function fetch(sha256: string, signal: AbortSignal): Promise<void> {
    const parts: Uint8Array<ArrayBuffer>[] = [];
    const write = async (chunk: Uint8Array, offset: number): Promise<void> => {
      // A download that begins again comes from its beginning.
      if (offset === 0) parts.splice(0);
      parts.push(chunk.slice());
    };
    const { sha256: received, size } = await download(sha256, { signal, write });
    if (received !== sha256) throw new DownloadError('hash_mismatch', reasonText('audio_damaged'));

    const evicted = index.add(sha256, size);
    if (!evicted) throw new DownloadError('disk_full', reasonText('cache_full'));
    try {
      await store.removeFiles(evicted);
      await store.writeFile(sha256, new Blob(parts));
    } catch {
      index.remove(sha256);
      full();
      throw new DownloadError('disk_full', reasonText('cache_full'));
    }
  }

  function fetchOnce(sha256: string, signal: AbortSignal): Promise<void> {
    const current = running.get(sha256) ?? fetch(sha256, signal).finally(() => void running.delete(sha256));
    running.set(sha256, current);
    return current;
  }

  return {
    has: (sha256) => cached.has(sha256) && !running.has(sha256),
    pathOf: () => null,
    async ensure(items, { signal }) {
      for (const { sha256 } of items) if (running.has(sha256) || !index.touch(sha256)) await fetchOnce(sha256, signal);
    },
    setNeeded: (sha256s, kept) => index.setNeeded(sha256s, kept),
    clear() {
      void store.removeFiles([...cached.keys()]).catch(full);
      return index.clear();
    },
  };
}
