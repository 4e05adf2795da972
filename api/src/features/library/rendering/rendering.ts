import { createHash } from 'node:crypto';
import { CHIMES, type Chime } from '@belfry/schemas/domain/announcements';
import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import { createDownloadSlots, type DownloadSlots } from '../../../http/files/download-slots.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { FileStore } from '../../../storage/index.ts';
import { deleteUnusedFiles, findFiles, insertFiles, insertOwners, type AudioFile } from './audio.repository.ts';
import { createAudioStore, type AudioStore } from './audio-store.ts';
import { chimeSound } from './chimes/chime-sound.ts';
import { deleteUnusedRenderings, findRenderings } from './speech/renderings.repository.ts';
import { keyOf, type SpeechKey } from './speech/speech-key.ts';
import { createSynthesis, type SynthesisDeps } from './speech/synthesis.ts';
import { untilAborted } from './until-aborted.ts';

declare module '../../../deps.ts' {
  interface Deps {
    rendering: Rendering;
  }
}

/** Concurrent downloads of audio in all, and of one device or user. */
const DOWNLOADS = { atOnce: 256, perDevice: 6 };

/** How long the audio of a text is kept that nothing uses. */
const UNUSED_DAYS = 90;

/** Texts as audio, and the store of all audio; see ANN-3 and ANN-5. */
export type Rendering = {
  keyOf(this: void, key: SpeechKey): string;
  /** The audio of those texts that are rendered already, by `keyOf`, in one statement. */
  findReady(keys: readonly SpeechKey[]): Promise<Map<string, AudioItem[]>>;
  /**
   * The audio of a text, rendered now unless it is there; concurrent calls share the work. `ownerIds` may download it from
   * now on. Throws SpeechError with a text for users, and the reason of `signal` when the caller gives up.
   */
  ensure(key: SpeechKey, ownerIds: readonly number[], signal?: AbortSignal): Promise<AudioItem[]>;
  /** Allows these users to download these files. */
  addOwners(sha256s: readonly string[], ownerIds: readonly number[]): Promise<void>;
  /** Records a file that was adopted, and its owner, in the caller's transaction. */
  addFile(db: Kysely<Database>, file: AudioFile & { sha256: string }, ownerId: number): Promise<void>;
  /** The sound of a chime, which everybody may download; null for `none`. */
  chime(chime: Chime): Promise<AudioItem | null>;
  findFiles(sha256s: readonly string[]): Promise<Map<string, AudioFile>>;
  /** Deletes renderings that were not used for UNUSED_DAYS, and the files that nothing needs any more. */
  removeUnused(): Promise<void>;
  store: AudioStore;
  downloads: DownloadSlots;
};

type CreateRenderingDeps = Omit<SynthesisDeps, 'store'> & { files: FileStore };

export function createRendering({ files, ...deps }: CreateRenderingDeps): Rendering {
  const { db } = deps;
  const store = createAudioStore(files);
  const render = createSynthesis({ ...deps, store });
  const chimes = new Map<Chime, Promise<AudioItem>>();

  async function storeChime(chime: Exclude<Chime, 'none'>): Promise<AudioItem> {
    const { file, durationMs } = chimeSound(chime);
    const item = { sha256: createHash('sha256').update(file).digest('hex'), duration_ms: durationMs };
    await store.put(item.sha256, file);
    await insertFiles(db, [{ ...item, bytes: file.length, format: 'wav', shared: true }]);
    return item;
  }

  return {
    keyOf,
    findReady: (keys) => findRenderings(db, keys.map(keyOf)),
    async ensure(key, ownerIds, signal) {
      const items = await untilAborted(() => render(key), signal);
      await insertOwners(
        db,
        items.map(({ sha256 }) => sha256),
        ownerIds,
      );
      return items;
    },
    addOwners: (sha256s, ownerIds) => insertOwners(db, sha256s, ownerIds),
    async addFile(trx, file, ownerId) {
      await insertFiles(trx, [file]);
      await insertOwners(trx, [file.sha256], [ownerId]);
    },
    async chime(chime) {
      if (chime === 'none' || !CHIMES.includes(chime)) return null;
      const stored = chimes.get(chime) ?? storeChime(chime);
      chimes.set(chime, stored);
      // The next call tries again.
      return stored.catch((error: unknown) => {
        chimes.delete(chime);
        throw error;
      });
    },
    findFiles: (sha256s) => findFiles(db, sha256s),
    async removeUnused() {
      await deleteUnusedRenderings(db, UNUSED_DAYS);
      for (const sha256 of await deleteUnusedFiles(db, UNUSED_DAYS)) await store.remove(sha256);
    },
    store,
    downloads: createDownloadSlots(DOWNLOADS),
  };
}
