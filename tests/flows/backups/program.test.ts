/** @module-tag full */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '@belfry/infra/local/paths';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createUser } from '../../support/factories.ts';
import { tone, uploadAudio } from '../../support/library.ts';
import { createEmptyDatabase } from '../../support/postgres/empty-database.ts';
import type { TestDatabase } from '../../support/postgres/postgres.ts';

const PROGRAM = join(ROOT, 'api/src/features/backups/main.ts');

let folder: string;
let api: TestApi;
let empty: TestDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-program-'));
  api = await startTestApi();
  empty = await createEmptyDatabase();
  await uploadAudio(api, await createUser(api), tone('mp3'));
});
afterAll(async () => {
  await empty.drop();
  await api.stop();
  await rm(folder, { recursive: true, force: true });
});

type Ended = { code: number; stdout: string; stderr: string };

function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const { DATABASE_URL, DATA_DIR, SERVICE_SECRET } = api.config;
  const passphrase = { BACKUP_PASSPHRASE: 'correct horse battery staple', PUBLIC_URL: 'https://radio.example.org' };
  const options = { env: { PATH: process.env['PATH'], DATABASE_URL, DATA_DIR, SERVICE_SECRET, ...passphrase, ...env } };
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    );
  });
}

it('makes a backup, restores it for a test, and restores it into a new installation', async () => {
  const to = join(folder, 'backups');
  const made = await run(['backup', '--to', to]);
  expect([made.code, made.stderr]).toEqual([0, '']);
  const [file = ''] = await readdir(to);
  expect(file).toMatch(/^belfry-radio\.example\.org-\d{8}T\d{6}Z\.bkp$/);
  expect(made.stdout).toContain(join(to, file));

  const verified = await run(['backup', '--verify', join(to, file)]);
  expect(verified).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^the backup is whole: \d+ rows/) as string,
  });
  const record = await api.db.selectFrom('backups').selectAll().executeTakeFirstOrThrow();
  expect(record).toMatchObject({ file, target: to, cause: 'command', state: 'done', test_error: null });
  expect(record.tested_at).not.toBeNull();

  const secretFile = join(folder, 'passphrase');
  await writeFile(secretFile, 'correct horse battery staple\n');
  const dataDir = join(folder, 'new');
  const place = { DATABASE_URL: empty.url, DATA_DIR: dataDir, SERVICE_SECRET: '', BACKUP_PASSPHRASE: '' };
  const restored = await run(['restore', '--from', join(to, file), '--to-empty'], {
    ...place,
    BACKUP_PASSPHRASE_FILE: secretFile,
  });
  expect([restored.code, restored.stderr]).toEqual([0, '']);
  expect(await readFile(join(dataDir, 'service-secret'), 'utf8')).toBe(api.config.SERVICE_SECRET);
  expect(restored.stdout + made.stdout + verified.stdout).not.toContain(api.config.SERVICE_SECRET);
  // The second time it is not empty.
  const again = await run(['restore', '--from', join(to, file), '--to-empty'], { ...place, BACKUP_PASSPHRASE: 'x' });
  expect(again).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^This installation is not empty\./) as string,
  });
}, 120_000);

it.each<[what: string, args: string[], env: Record<string, string>, text: RegExp]>([
  ['how it is called', ['backup'], {}, /^Usage/],
  ['that it restores into empty installations only', ['restore', '--from', 'x.bkp'], {}, /^Usage/],
  ['that the passphrase is missing', ['backup', '--to', '.'], { BACKUP_PASSPHRASE: '' }, /^BACKUP_PASSPHRASE: /],
  ['that the passphrase is too short', ['backup', '--to', '.'], { BACKUP_PASSPHRASE: 'short' }, /12 characters/],
  ['that there is no such backup', ['backup', '--verify', '/nothing/x.bkp'], {}, /does not exist/],
])('says %s, and ends with an error', async (_what, args, env, text) => {
  const { code, stdout, stderr } = await run(args, env);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(text);
});
