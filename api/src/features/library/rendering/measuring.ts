import { createWriteStream } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { Loudness } from '@belfry/schemas/domain/loudness';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { audioName, type FileStore } from '../../../storage/index.ts';
import { createMeasureFile } from '../decode/measure-process.ts';
import { findUnmeasured, saveLoudness } from './loudness.repository.ts';

/** Files that one call of the job measures. */
const FILES_PER_CALL = 20;

type Measuring = {
  /** The loudness of an audio file that is in memory. Null where it cannot be measured now; the job tries it later. */
  ofContent(this: void, content: Buffer): Promise<Loudness | null>;
  /** Measures some stored files of before there was a measurement; calls do not overlap. */
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
    }
  }

  /** Null also for a file that is not stored any more, which nobody needs measured. */
  const ofStored = (sha256: string): Promise<Loudness | null> =>
    withWorkFile(async (path) => {
      if (!(await files.find(audioName(sha256)))) return null;
      await pipeline(await files.read(audioName(sha256)), createWriteStream(path));
      return measureFile(path);
    });

  return {
    ofContent: (content) =>
      withWorkFile(async (path) => {
        await writeFile(path, content);
        return measureFile(path);
      }).catch(() => null),
    async measureSome() {
      if (running) return;
      running = true;
      try {
        // One after the other, so that a file that needs all the time of a process leaves the others theirs.
        for (const sha256 of await findUnmeasured(db, FILES_PER_CALL)) {
          // One that cannot be read now is tried again with the next call.
          const loudness = await ofStored(sha256).catch(() => undefined);
          if (loudness !== undefined) await saveLoudness(db, sha256, loudness);
        }
      } finally {
        running = false;
      }
    },
  };
}
