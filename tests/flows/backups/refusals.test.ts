/** @module-tag full */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BackupError } from '@belfry/api/features/backups/archive/backup-error';
import { openSession } from '@belfry/api/features/backups/database/session';
import { makeBackup } from '@belfry/api/features/backups/installation/make-backup';
import { restoreBackup, type RestoreOrder } from '@belfry/api/features/backups/installation/restore-backup';
import { installationSettings } from '@belfry/api/features/backups/installation/settings';
import { testRestore } from '@belfry/api/features/backups/installation/test-restore';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createUser } from '../../support/factories.ts';
import { tone, uploadAudio } from '../../support/library.ts';
import { createEmptyDatabase, inDatabase } from '../../support/postgres/empty-database.ts';
import type { TestDatabase } from '../../support/postgres/postgres.ts';

const PASSPHRASE = 'correct horse battery staple';
const FILE = 'whole.bkp';

let folder: string;
let api: TestApi;
let empty: TestDatabase;
let sha256: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-refusals-'));
  api = await startTestApi();
  empty = await createEmptyDatabase();
  const owner = await createUser(api);
  ({ sha256 } = (await uploadAudio(api, owner, tone('mp3'))).body);
  await makeBackup(order(FILE));
});
afterAll(async () => {
  await empty.drop();
  await api.stop();
  await rm(folder, { recursive: true, force: true });
});

const order = (file: string) => ({
  settings: installationSettings(api.config),
  passphrase: PASSPHRASE,
  target: folder,
  file,
});

/** Restores into the empty database, or where the settings say. */
const restore = (file: string, settings: Partial<RestoreOrder['settings']> = {}, passphrase = PASSPHRASE) =>
  restoreBackup({
    ...order(file),
    passphrase,
    settings: {
      ...installationSettings(api.config),
      DATABASE_URL: empty.url,
      DATA_DIR: join(folder, 'new'),
      SERVICE_SECRET: undefined,
      ...settings,
    },
  });

const kindOf = (restoring: Promise<unknown>): Promise<string> =>
  restoring.then(
    () => 'restored',
    (error: unknown) => (error instanceof BackupError ? error.kind : String(error)),
  );

/** Whether nothing has been created. */
async function isUntouched(): Promise<boolean> {
  const client = await openSession(empty.url);
  const { rows } = await client.query(`select from pg_class where relnamespace = 'public'::regnamespace`);
  await client.end();
  const files = await readdir(join(folder, 'new'), { recursive: true }).catch(() => []);
  return rows.length === 0 && files.filter((name) => !name.startsWith('.work')).length === 0;
}

describe('a restoration changes nothing and says why, where', () => {
  it('the passphrase is wrong', async () => {
    expect(await kindOf(restore(FILE, {}, 'wrong passphrase'))).toBe('passphrase');
    expect(await isUntouched()).toBe(true);
  });

  it('the backup was cut, changed or is something else', async () => {
    const whole = await readFile(join(folder, FILE));
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(whole.length - 100) ^ 1, whole.length - 100);
    const cases = { cut: whole.subarray(0, -1), damaged: changed, foreign: Buffer.from('something else') };
    for (const [kind, bytes] of Object.entries(cases)) {
      await writeFile(join(folder, `${kind}.bkp`), bytes);
      expect(await kindOf(restore(`${kind}.bkp`))).toBe(kind);
    }
    expect(await kindOf(restore('nothing.bkp'))).toBe('target');
    expect(await isUntouched()).toBe(true);
  });

  it('a later version made it', async () => {
    const later = `insert into kysely_migration (name, timestamp) values ('9999_later', now()::text)`;
    await inDatabase(api.config.DATABASE_URL, later);
    await makeBackup(order('later.bkp'));
    await inDatabase(api.config.DATABASE_URL, `delete from kysely_migration where name = '9999_later'`);
    await expect(restore('later.bkp')).rejects.toThrow('9999_later');
    expect(await kindOf(restore('later.bkp'))).toBe('newer');
    expect(await isUntouched()).toBe(true);
  });

  it('the installation is not empty', async () => {
    const { DATABASE_URL } = api.config;
    expect(await kindOf(restore(FILE, { DATABASE_URL }))).toBe('not_empty');
    await inDatabase(empty.url, 'create table foreign_table ()');
    await expect(restore(FILE)).rejects.toThrow('not of Belfry');
    await inDatabase(empty.url, 'drop table foreign_table');
    expect(await isUntouched()).toBe(true);
  });

  it('another SERVICE_SECRET is set', async () => {
    expect(await kindOf(restore(FILE, { SERVICE_SECRET: 'another-secret-of-letters' }))).toBe('secret');
    expect(await isUntouched()).toBe(true);
  });
});

it('two backups of one installation are not made at the same time', { tags: ['full'] }, async () => {
  const client = await openSession(api.config.DATABASE_URL);
  await client.query('select pg_advisory_lock(4182007)');
  expect(await kindOf(makeBackup(order('second.bkp')))).toBe('busy');
  await client.end();
  expect((await readdir(folder)).filter((name) => name.includes('second'))).toEqual([]);
});

it('a backup that is stopped leaves nothing', async () => {
  const stop = new AbortController();
  const progress = (): void => stop.abort(new Error('stopped'));
  await expect(makeBackup(order('stopped.bkp'), { signal: stop.signal, progress })).rejects.toThrow('stopped');
  expect((await readdir(folder)).filter((name) => name.includes('stopped'))).toEqual([]);
});

it('a file that the storage has lost is named, and everything else is in the backup', { tags: ['full'] }, async () => {
  const name = join('audio', sha256.slice(0, 2), sha256);
  const path = join(api.config.DATA_DIR, name);
  const bytes = await readFile(path);
  await rm(path);
  expect((await makeBackup(order('lost.bkp'))).missing).toEqual({ count: 1, names: [name] });
  expect(await kindOf(testRestore(order('lost.bkp')))).toBe('restored');
  await writeFile(path, bytes);
});

it('a table that is not of Belfry does not hinder a restoration', { tags: ['full'] }, async () => {
  await inDatabase(api.config.DATABASE_URL, 'create table notes_of_an_operator (note text)');
  await makeBackup(order('notes.bkp'));
  await inDatabase(api.config.DATABASE_URL, 'drop table notes_of_an_operator');
  const { unknown } = await restore('notes.bkp');
  expect(unknown).toEqual(['notes_of_an_operator']);
});
