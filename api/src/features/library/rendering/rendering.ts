import { createHash } from 'node:crypto';
import { CHIMES, type Chime } from '@belfry/schemas/domain/announcements';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { createDownloadSlots, type DownloadSlots } from '../../../http/files/download-slots.ts';
import type { Urgency } from '../../../lib/semaphore.ts';
import { audioName, type FileStore } from '../../../storage/index.ts';
import { chimeSound } from './chime-sound.ts';
import {
  deleteFilesWithoutUse,
  deleteUnusedFiles,
  findFiles,
  insertFiles,
  insertOwners,
  findFallbacks,
  deleteUnusedRenderings,
  findRenderings,
  type AudioFile,
  type Fallback,
} from './rendering.repository.ts';
import { findLevelled, type LevelledFile, type LevelledKey } from './levelled.repository.ts';
import { createLevelling } from './levelling.ts';
import { createMeasuring } from './measuring.ts';
import { keyOf, type SpeechKey } from './speech-key.ts';
import { createSynthesis, type SynthesisDeps } from './synthesis.ts';

declare module '../../../deps.ts' {
  interface Deps {
    rendering: Rendering;
  }
}

const DOWNLOADS = { pool: 'audio', atOnce: 256, perKey: 96, perKeyFree: 24, perPart: 6, free: 128, sure: 8 };

const UNUSED_DAYS = 90;

/** Without its loudness it is measured later. */
type NewAudioFile = Pick<AudioFile, 'bytes' | 'format' | 'duration_ms'> &
  Partial<Pick<AudioFile, 'loudness_lufs' | 'peak_dbtp'>> & { sha256: string };

type Ensured = { urgency?: Urgency; signal?: AbortSignal | undefined };

/** Texts as audio, and the store of all audio; see ANN-3 and ANN-5. */
type Rendering = {
  keyOf(this: void, key: SpeechKey): string;
  findReady(keys: readonly SpeechKey[]): Promise<Map<string, AudioItem[]>>;
  /**
   * The audio of a text, rendered now unless it is there; concurrent calls share the work. `ownerIds` may download it from
   * now on. Throws SpeechError with a text for users, and the reason of `signal` when the caller gives up.
   */
  ensure(key: SpeechKey, ownerIds: readonly number[], when?: Ensured): Promise<AudioItem[]>;
  /** null where the text was spoken by its own voice. */
  findFallback(key: SpeechKey): Promise<Fallback | null>;
  /** Renders what other voices have spoken again where that was not tried for `seconds`. @returns the owners whose audio has changed */
  renderAgain(seconds: number): Promise<number[]>;
  addOwners(sha256s: readonly string[], ownerIds: readonly number[]): Promise<void>;
  /** Records a file that was adopted, and its owner, in the caller's transaction. */
  addFile(db: Kysely<Database>, file: NewAudioFile, ownerId: number): Promise<void>;
  /** The sound of a chime, which everybody may download; null for `none`. */
  chime(chime: Chime): Promise<AudioItem | null>;
  findFiles(sha256s: readonly string[]): Promise<Map<string, AudioFile>>;
  measureSome(): Promise<void>;
  findLevelled(sha256s: readonly string[]): Promise<Map<string, LevelledFile[]>>;
  requestLevelled(db: Kysely<Database>, userId: number, keys: readonly LevelledKey[]): Promise<void>;
  levelSome(): Promise<void>;
  removeUnused(): Promise<void>;
  forgetFiles(sha256s: readonly string[]): Promise<void>;
  store: AudioStore;
  downloads: DownloadSlots;
};

export function createRendering({
  files,
  ...deps
}: Omit<SynthesisDeps, 'store' | 'level'> & { files: FileStore }): Rendering {
  const { db } = deps;
  const store = createAudioStore(files);
  const measuring = createMeasuring({ db, files });
  const { render, renderAgain } = createSynthesis({ ...deps, store, level: measuring.levelSpeech });
  const levelling = createLevelling({ db, withStored: measuring.withStored, store });
  const chimes = new Map<Chime, Promise<AudioItem>>();

  async function storeChime(chime: Exclude<Chime, 'none'>): Promise<AudioItem> {
    const { file, durationMs, loudness } = chimeSound(chime);
    const item = { sha256: createHash('sha256').update(file).digest('hex'), duration_ms: durationMs };
    await store.put(item.sha256, file);
    await insertFiles(db, [{ ...item, bytes: file.length, format: 'wav', shared: true, loudness }]);
    return item;
  }

  return {
    keyOf,
    findReady: (keys) => findRenderings(db, keys.map(keyOf)),
    async ensure(key, ownerIds, { urgency = 'other', signal } = {}) {
      const items = await untilAborted(() => render(key, { ownerId: ownerIds[0] ?? 0, urgency }), signal);
      await insertOwners(
        db,
        items.map(({ sha256 }) => sha256),
        ownerIds,
      );
      return items;
    },
    findFallback: async (key) => (await findFallbacks(db, [keyOf(key)])).get(keyOf(key)) ?? null,
    renderAgain,
    addOwners: (sha256s, ownerIds) => insertOwners(db, sha256s, ownerIds),
    async addFile(trx, { loudness_lufs, peak_dbtp, ...file }, ownerId) {
      const isMeasured = loudness_lufs !== undefined && peak_dbtp !== undefined;
      await insertFiles(trx, [{ ...file, loudness: isMeasured ? { loudness_lufs, peak_dbtp } : null }]);
      await insertOwners(trx, [file.sha256], [ownerId]);
    },
    async chime(chime) {
      if (chime === 'none' || !CHIMES.includes(chime)) return null;
      const sound = chimes.get(chime) ?? storeChime(chime);
      chimes.set(chime, sound);
      // The next call tries again.
      return sound.catch((error: unknown) => {
        chimes.delete(chime);
        throw error;
      });
    },
    measureSome: () => measuring.measureSome(),
    findLevelled: (sha256s) => findLevelled(db, sha256s),
    requestLevelled: (trx, userId, keys) => levelling.request(trx, userId, keys),
    levelSome: () => levelling.levelSome(),
    findFiles: (sha256s) => findFiles(db, sha256s),
    async removeUnused() {
      await deleteUnusedRenderings(db, UNUSED_DAYS);
      for (const sha256 of await deleteUnusedFiles(db, UNUSED_DAYS)) await store.remove(sha256);
    },
    async forgetFiles(sha256s) {
      if (sha256s.length === 0) return;
      for (const sha256 of await deleteFilesWithoutUse(db, sha256s)) await store.remove(sha256);
    },
    store,
    downloads: createDownloadSlots(DOWNLOADS),
  };
}

/** Files under their SHA-256, which never change. */
type AudioStore = {
  files: FileStore;
  /** Stores content. Content that exists already stays. */
  put(sha256: string, content: Buffer): Promise<void>;
  /** Stores a file of `openWorkFile` under its hash; the file may be moved. */
  adopt(sha256: string, file: string): Promise<void>;
  openWorkFile(): Promise<string>;
  nameOf(sha256: string): string;
  remove(sha256: string): Promise<unknown>;
};

function createAudioStore(files: FileStore): AudioStore {
  const nameOf = audioName;
  return {
    files,
    nameOf,
    openWorkFile: () => files.work.newFile(),
    // The content of a name is always the same, so it does not matter which of two concurrent calls is the last, and a repeated one
    // finds the file that it has moved.
    async adopt(sha256, file) {
      if (!(await files.find(nameOf(sha256)))) await files.putFile(nameOf(sha256), file);
    },
    async put(sha256, content) {
      if (!(await files.find(nameOf(sha256)))) await files.put(nameOf(sha256), content);
    },
    remove: (sha256) => files.remove(nameOf(sha256)),
  };
}

/**
 * Waits for work until the signal is aborted, and then rejects with its reason. The work continues, since other callers may wait for
 * it. It does not start with an aborted signal: nobody would handle its rejection, which ends the process.
 */
export async function untilAborted<T>(start: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return start();
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([start(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
