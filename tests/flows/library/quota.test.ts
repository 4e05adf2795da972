/** @module-tag full */
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { waitUntilBlocked } from '../../support/postgres/table-lock.ts';
import { tone, uploadAudio } from '../../support/library.ts';

const QUOTA_BYTES = 5 * 1024 ** 3;
const FILES = 64;

let api: TestApi;
let owner: TestUser;
beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  owner = await createUser(api);
});
afterAll(() => api.stop());

/** Audio of the owner that leaves room for so many bytes. */
async function fillQuota(room: number): Promise<void> {
  const each = Math.floor((QUOTA_BYTES - room) / FILES);
  for (let file = 0; file < FILES; file += 1) {
    const sha256 = randomBytes(32).toString('hex');
    const bytes = file === 0 ? QUOTA_BYTES - room - each * (FILES - 1) : each;
    await api.db.insertInto('audio_files').values({ sha256, bytes, format: 'mp3', duration_ms: 1 }).execute();
    await api.db
      .insertInto('audio')
      .values({ user_id: owner.id, name: `File ${file}`, sha256, title: null, artist: null, peaks: '[]' })
      .execute();
  }
}

const usedBytes = async (): Promise<number> => {
  const { rows } = await sql<{ bytes: string }>`
    select sum(f.bytes) as bytes from audio a join audio_files f on f.sha256 = a.sha256 where a.user_id = ${owner.id}`.execute(
    api.db,
  );
  return Number(rows[0]?.bytes);
};

/** Keeps this work waiting before it stores anything, until so many wait. */
async function holdUser<T>(waiting: number, work: () => Promise<T>): Promise<T> {
  const { result } = await api.db.transaction().execute(async (trx) => {
    await sql`select from users where id = ${owner.id} for update`.execute(trx);
    const begun = work();
    await waitUntilBlocked(api.db, waiting);
    return { result: begun };
  });
  return result;
}

function storedFiles(): string[] {
  const folder = join(api.config.DATA_DIR, 'audio');
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

it.each([
  ['mp3', 'ogg'],
  ['flac', 'wav'],
] as const)(
  'is not exceeded by uploads of %s and %s at the same time, of which that without room is refused and leaves no file',
  async (...formats) => {
    const files = formats.map(tone);
    const before = storedFiles();
    await fillQuota(Math.max(...files.map(({ length }) => length)) + 10);
    // The one that comes later finds no room that is not reserved, so that one waits for the user.
    const answers = await holdUser(1, () => Promise.all(files.map((bytes) => uploadAudio(api, owner, bytes))));
    const [refused, ...others] = answers.filter(({ status }) => status !== 201);
    expect(others).toEqual([]);
    expect(refused).toMatchObject({
      status: 422,
      body: { error: 'Your audio may take 5 GB. Please delete some first.' },
    });
    expect(await usedBytes()).toBeLessThanOrEqual(QUOTA_BYTES);
    const added = answers.flatMap(({ status, body }) => (status === 201 ? [body.sha256] : []));
    expect(storedFiles().toSorted()).toEqual([...before, ...added].toSorted());
  },
);
