import { createWriteStream } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { DEFAULT_TARGETS, type Loudness } from '@belfry/schemas/domain/loudness';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { audioName, type FileStore } from '../../../storage/index.ts';
import { createMeasureFile, levelledName, levelSpeechFile, type SpeechTurn } from '../decode/index.ts';
import { findUnmeasured, saveLoudness } from './loudness.repository.ts';

const FILES_PER_CALL = 20;

export type LevelledSpeech = { file: Buffer; loudness: Loudness | null };

/** Uses a copy of a stored file. Null for one that is not stored any more, which nobody needs measured. */
export type WithStored = <T>(sha256: string, use: (path: string) => Promise<T | null>) => Promise<T | null>;

type Measuring = {
  withStored: WithStored;
  /**
   * Speech with the loudness that it has everywhere, so that devices need not change it. Its loudness is null where it cannot be measured
   * now, and it stays as it is then.
   */
  levelSpeech(this: void, content: Buffer, turn: SpeechTurn): Promise<LevelledSpeech>;
  /** Measures some stored files that have no measurement yet; calls do not overlap. */
  measureSome(): Promise<void>;
};

export function createMeasuring({ db, files }: { db: Kysely<Database>; files: FileStore }): Measuring {
  const measureFile = createMeasureFile();
  let running = false;

  async function withWorkFile<T>(use: (path: string) => Promise<T>): Promise<T> {
    const path = await files.work.newFile();
    try {
      return await use(path);
    } finally {
      await rm(path, { force: true });
      await rm(levelledName(path), { force: true });
    }
  }

  const withStored: WithStored = (sha256, use) =>
    withWorkFile(async (path) => {
      if (!(await files.find(audioName(sha256)))) return null;
      await pipeline(await files.read(audioName(sha256)), createWriteStream(path));
      return use(path);
    });

  return {
    withStored,
    levelSpeech: (content, turn) =>
      withWorkFile(async (path): Promise<LevelledSpeech> => {
        await writeFile(path, content);
        const measured = await levelSpeechFile(turn, path, DEFAULT_TARGETS.speech_lufs);
        if (!measured) return { file: content, loudness: null };
        const { levelled, ...loudness } = measured;
        return { file: levelled ? await readFile(levelledName(path)) : content, loudness };
      }).catch(() => ({ file: content, loudness: null })),
    async measureSome() {
      if (running) return;
      running = true;
      try {
        // One after the other, so that a file that needs all the time of a process leaves the others theirs.
        for (const sha256 of await findUnmeasured(db, FILES_PER_CALL)) {
          // One that cannot be read now is tried again with the next call.
          const loudness = await withStored(sha256, (path) => measureFile(path)).catch(() => undefined);
          if (loudness !== undefined) await saveLoudness(db, sha256, loudness);
        }
      } finally {
        running = false;
      }
    },
  };
}
