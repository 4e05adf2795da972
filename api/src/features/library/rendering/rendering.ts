import { createHash } from 'node:crypto';
import { CHIMES, type Chime } from '@belfry/schemas/domain/announcements';
import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import { createDownloadSlots, type DownloadSlots } from '../../../http/files/download-slots.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { FileStore } from '../../../storage/index.ts';
import { deleteUnusedFiles, findFiles, insertFiles, insertOwners, type AudioFile } from './audio.repository.ts';
import { chimeSound } from './chimes/chime-sound.ts';
import { deleteUnusedRenderings, findRenderings, insertRendering } from './speech/renderings.repository.ts';
import { keyOf, type SpeechKey } from './speech/speech-key.ts';
import { untilAborted } from './until-aborted.ts';
import { reasonText } from '@belfry/schemas/domain/reasons';
import PQueue from 'p-queue';
import { MAX_TEXT, SpeechError, type Speech } from '../../speech/index.ts';
import { mp3DurationMs } from './speech/mp3-duration.ts';
import { splitText } from './speech/split-text.ts';
import type { Deps } from '../../../deps.ts';
import { compareVoices } from '@belfry/schemas/domain/voices';
import { findOfferedVoices, findVoicesByName, languageOf, type VoiceRow } from '../../speech/voices/index.ts';
import { join } from 'node:path/posix';

/**
 * The voice of a text. One that the provider no longer has, or that never existed, is replaced by the default voice of the
 * language: that of the same locale with the first name, else the first one. Throws SpeechError for a language without voices.
 */
async function chooseVoice(
  db: Kysely<Database>,
  { voice, language }: Pick<SpeechKey, 'voice' | 'language'>,
): Promise<VoiceRow> {
  const [named] = await findVoicesByName(db, [voice]);
  if (named && !named.vanished_at) return named;
  const ofLanguage = (await findOfferedVoices(db, languageOf(language))).sort((a, b) =>
    compareVoices(asListed(a), asListed(b)),
  );
  const isExact = ({ language_codes }: VoiceRow): boolean =>
    language_codes.some((code) => code.toLowerCase() === language.toLowerCase());
  const standard = ofLanguage.find((row) => isExact(row) && row.voice_name.endsWith('-Standard-A'));
  const chosen = standard ?? ofLanguage.find(isExact) ?? ofLanguage[0];
  if (!chosen) throw new SpeechError(reasonText('no_voice', { language }));
  return chosen;
}
const asListed = ({ voice_type, gender, display_name }: VoiceRow) => ({
  type: voice_type,
  gender,
  name: display_name,
});
/** Requests to the provider at the same time; others wait. */
const AT_ONCE = 4;
type SynthesisDeps = Pick<Deps, 'db' | 'log'> & { speech: Speech; store: AudioStore };
/** Renders a text that is not rendered yet; concurrent calls for one text share the work. Throws SpeechError. */
function createSynthesis({ db, log, speech, store }: SynthesisDeps): (key: SpeechKey) => Promise<AudioItem[]> {
  const running = new Map<string, Promise<AudioItem[]>>();
  const queue = new PQueue({ concurrency: AT_ONCE });

  async function synthesizePart(key: SpeechKey): Promise<AudioItem[]> {
    const voice = await chooseVoice(db, key);
    const { voice_name, language_codes, provider } = voice;
    const file = await queue.add(() => speech.synthesize(provider, { voice_name, language_codes, text: key.text }));
    const item = { sha256: createHash('sha256').update(file).digest('hex'), duration_ms: mp3DurationMs(file) };
    await store.put(item.sha256, file);
    await insertFiles(db, [{ ...item, bytes: file.length, format: 'mp3' }]);
    return [item];
  }

  async function synthesize(key: SpeechKey): Promise<AudioItem[]> {
    const parts = splitText(key.text, MAX_TEXT, key.language);
    if (parts.length === 0) throw new SpeechError(reasonText('nothing_to_say'));
    const items =
      parts.length === 1
        ? await synthesizePart({ ...key, text: parts[0] ?? '' })
        : (await Promise.all(parts.map((text) => renderOnce({ ...key, text })))).flat();
    return insertRendering(db, keyOf(key), key, items);
  }

  async function render(key: SpeechKey): Promise<AudioItem[]> {
    // Another instance, or a text of which this is a part, may have rendered it.
    const found = (await findRenderings(db, [keyOf(key)])).get(keyOf(key));
    if (found) return found;
    try {
      return await synthesize(key);
    } catch (error) {
      log.warn({ err: error, voice: key.voice }, 'a text could not be rendered');
      throw error instanceof SpeechError ? error : new SpeechError(reasonText('not_stored'), { cause: error });
    }
  }

  function renderOnce(key: SpeechKey): Promise<AudioItem[]> {
    const name = keyOf(key);
    const own = running.get(name) ?? render(key).finally(() => running.delete(name));
    running.set(name, own);
    return own;
  }
  return renderOnce;
}

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

/** Files under their SHA-256, which never change. */
type AudioStore = {
  files: FileStore;
  /** Stores content. Content that exists already stays. */
  put(sha256: string, content: Buffer): Promise<void>;
  /** Stores a file of `openWorkFile` under its hash; the file may be moved. */
  adopt(sha256: string, file: string): Promise<void>;
  /** The path of a new file for an upload, which the caller adopts or deletes. */
  openWorkFile(): Promise<string>;
  /** The name in `files`. */
  nameOf(sha256: string): string;
  remove(sha256: string): Promise<unknown>;
};
/** The files are in the folder `audio`, by the first two digits of their hash. */
function createAudioStore(files: FileStore): AudioStore {
  const nameOf = (sha256: string): string => join('audio', sha256.slice(0, 2), sha256);
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
