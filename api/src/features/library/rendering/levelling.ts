import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import { requireInstallationRoom } from '../../../quotas/quotas.repository.ts';
import { createMeasureFile, levelledName } from '../decode/index.ts';
import {
  claimLevelled,
  insertLevelled,
  type LevelledKey,
  saveLevelled,
  sumLevelledBytes,
  type Waiting,
} from './levelled.repository.ts';
import type { WithStored } from './measuring.ts';
import { insertFiles } from './rendering.repository.ts';
import { mp3DurationMs } from './synthesis.ts';

const FILES_MAX = 2_000;
const BYTES_MAX = 2 * 1024 * 1024 * 1024;
/** Longer ones are played as they are. */
const DURATION_MAX_MS = 3_600_000;
const FILES_PER_CALL = 20;

type Levelling = {
  /** Has files made that are played with a gain which players cannot apply. They are there later. */
  request(db: Kysely<Database>, userId: number, keys: readonly LevelledKey[]): Promise<void>;
  /** Makes some of them; calls do not overlap. */
  levelSome(): Promise<void>;
};

type LevellingDeps = {
  db: Kysely<Database>;
  withStored: WithStored;
  store: { put(sha256: string, content: Buffer): Promise<void> };
};

/** Makes files with a gain applied, one after the other, in a process that is ended at its limits; see LIB-19. */
export function createLevelling({ db, withStored, store }: LevellingDeps): Levelling {
  const measureFile = createMeasureFile();
  let running = false;

  async function level({ sha256, loudness_lufs, gain_db, duration_ms, user_id }: Waiting): Promise<string | null> {
    if (loudness_lufs === null || duration_ms > DURATION_MAX_MS) return null;
    if ((await sumLevelledBytes(db, user_id)) > BYTES_MAX) return null;
    await requireInstallationRoom(db, 'audio_bytes');
    return withStored(sha256, async (path) => {
      const measured = await measureFile(path, loudness_lufs + gain_db);
      if (!measured?.levelled) return null;
      const { levelled: _levelled, ...loudness } = measured;
      const file = await readFile(levelledName(path));
      const levelledSha = createHash('sha256').update(file).digest('hex');
      await store.put(levelledSha, file);
      const facts = { bytes: file.length, format: 'mp3', duration_ms: mp3DurationMs(file) } as const;
      await insertFiles(db, [{ sha256: levelledSha, ...facts, loudness }]);
      return levelledSha;
    });
  }

  return {
    request: (trx, userId, keys) =>
      keys.length === 0 ? Promise.resolve() : insertLevelled(trx, userId, keys, FILES_MAX),
    async levelSome() {
      if (running) return;
      running = true;
      try {
        for (let count = 0; count < FILES_PER_CALL; count += 1) {
          const next = await claimLevelled(db);
          if (!next) return;
          // One that cannot be read or stored now is tried again after an hour.
          const levelledSha = await level(next).catch(() => undefined);
          if (levelledSha !== undefined) await transact(db, (trx) => saveLevelled(trx, next, levelledSha));
        }
      } finally {
        running = false;
      }
    },
  };
}
