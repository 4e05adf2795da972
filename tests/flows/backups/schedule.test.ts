/** @module-tag full */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDueBackup } from '@belfry/api/features/backups/index';
import { createJobs, type RunningJobs } from '@belfry/api/jobs/index';
import { createLogger } from '@belfry/api/log';
import { backupsHttp, type Backups } from '@belfry/schemas/http/backups';
import { healthHttp } from '@belfry/schemas/http/service/health';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { findAuditBy } from '../../support/audit.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { advanceDate } from '../../support/fake-date.ts';
import { until } from '../../support/until.ts';

const PASSPHRASE = 'correct horse battery staple';
const DAY_MS = 86_400_000;

let folder: string;
let api: TestApi;
let root: TestUser;
let jobs: RunningJobs;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-schedule-'));
  api = await startTestApi({ RATE_LIMIT_SCALE: '1000', BACKUP_TARGETS: `${folder}, /proc/belfry` });
  root = await createUser(api, { role: 'root', name: 'Rita Root' });
  // The jobs are run by the api.
  jobs = createJobs({ url: api.config.DATABASE_URL, log: createLogger('silent') });
  await jobs.start();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(async () => {
  await jobs.stop();
  await api.stop();
  await rm(folder, { recursive: true });
});

const read = async (): Promise<Backups> => (await api.call(backupsHttp.read, root)).body;
const ready = () => api.call(healthHttp.ready, null);
const startDue = (now: number): Promise<void> => startDueBackup({ db: api.db, config: api.config, jobs }, now);

async function configure(change: object, as = root) {
  const { settings } = await read();
  const { has_passphrase: _stored, ...present } = settings;
  return api.call(backupsHttp.configure, as, { ...present, ...change });
}

const untilEnded = (count: number): Promise<Backups> =>
  until(
    'the backups have ended and were tested',
    read,
    ({ backups }) =>
      backups.length === count && backups.every(({ state, tested_at }) => state === 'failed' || tested_at !== null),
  );

it('is for roots only', async () => {
  for (const person of [await createAdmin(api), await createUser(api)]) {
    expect((await api.call(backupsHttp.read, person)).status).toBe(403);
    expect((await api.call(backupsHttp.start, person)).status).toBe(403);
    expect((await configure({}, person)).status).toBe(403);
  }
});

it('begins without a schedule, at the first of the places that the operator offers', async () => {
  expect(await read()).toMatchObject({
    settings: { schedule: 'off', target: folder, keep: 7, has_passphrase: false },
    targets: [folder, '/proc/belfry'],
    next_at: null,
    overdue: false,
    last_done: null,
    backups: [],
  });
  expect((await ready()).body.backup).toBe('unused');
});

it('needs a passphrase and a place that is offered', async () => {
  expect(await configure({ schedule: 'daily' })).toMatchObject({
    status: 422,
    body: { details: [{ path: 'passphrase' }] },
  });
  expect((await api.call(backupsHttp.start, root)).status).toBe(422);
  expect(await configure({ target: tmpdir() })).toMatchObject({ status: 422, body: { details: [{ path: 'target' }] } });
  expect(await configure({ passphrase: 'too short' })).toMatchObject({ status: 400 });
  expect(await configure({ time_zone: 'Mars/Base' })).toMatchObject({ status: 400 });
});

it('stores the passphrase sealed, discloses it to nobody, and records the change without it', async () => {
  const answer = await configure({ schedule: 'daily', hour: 0, passphrase: PASSPHRASE, keep: 1 });
  expect(answer).toMatchObject({ status: 200, body: { settings: { has_passphrase: true, schedule: 'daily' } } });
  expect(JSON.stringify(answer.body)).not.toContain(PASSPHRASE);
  const { rows } = await sql<{ passphrase: Buffer }>`select passphrase from backup_settings`.execute(api.db);
  expect(rows[0]?.passphrase.includes(PASSPHRASE)).toBe(false);
  const [record] = await findAuditBy(api.db, 'backup.settings', [root]);
  expect(record?.details).toMatchObject({
    before: { schedule: 'off' },
    after: { schedule: 'daily' },
    new_passphrase: true,
  });
  expect(JSON.stringify(record)).not.toContain(PASSPHRASE);
});

it('refuses a change that was begun before another one, with what is now', async () => {
  const { settings } = await read();
  expect(await configure({ revision: settings.revision - 1 })).toMatchObject({
    status: 409,
    body: { code: 'edit_conflict', current: { schedule: 'daily' } },
  });
});

it('makes a backup when it is asked to, and restores it for a test', async () => {
  const begun = await api.call(backupsHttp.start, root);
  expect(begun).toMatchObject({ status: 202, body: { state: 'running', cause: 'person', started_by: 'Rita Root' } });
  const { backups } = await untilEnded(1);
  expect(backups).toMatchObject([{ state: 'done', error: null, test_error: null, missing_files: 0 }]);
  expect((await read()).last_done).toEqual(backups[0]);
  const file = await stat(join(folder, begun.body.file));
  expect([file.size, file.mode & 0o777]).toEqual([backups[0]?.bytes, 0o600]);
  expect(await findAuditBy(api.db, 'backup.start', [root])).toHaveLength(1);
  expect((await ready()).body.backup).toBe('ok');
});

it('makes one at a time, and ends the record of one whose process has ended', async () => {
  await sql`insert into backups (file, target, cause, state, started_at) values ('x.bkp', ${folder}, 'command', 'running', now())`.execute(
    api.db,
  );
  expect(await api.call(backupsHttp.start, root)).toMatchObject({ status: 409 });
  await sql`update backups set alive_at = now() - interval '5 minutes' where file = 'x.bkp'`.execute(api.db);
  await startDue(Date.now());
  expect((await read()).backups[0]).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('has ended') as string,
  });
});

it('makes the backup of the schedule once, and deletes what is beyond those that are kept', async () => {
  const tomorrow = Date.now() + DAY_MS;
  await startDue(tomorrow);
  await startDue(tomorrow);
  await untilEnded(3);
  await startDue(tomorrow + 1_000);
  const { backups, next_at } = await read();
  expect(backups.map(({ cause, state }) => [cause, state])).toEqual([
    ['schedule', 'done'],
    ['command', 'failed'],
    ['person', 'done'],
  ]);
  expect(next_at).not.toBeNull();
  await until('the older one is deleted', read, (now) => now.backups[2]?.deleted_at !== null);
  expect(await readdir(folder)).toEqual([backups[0]?.file]);
});

it('says why a backup has failed, and begins it anew after an hour', async () => {
  await configure({ target: '/proc/belfry' });
  const due = (Math.floor(Date.now() / DAY_MS) + 3.5) * DAY_MS;
  await startDue(due);
  const { backups } = await until('it has failed', read, (now) => now.backups[0]?.state === 'failed');
  expect(backups[0]?.error).toMatch(/^\/proc\/belfry: /);
  await startDue(due + 30 * 60_000);
  expect((await read()).backups).toHaveLength(4);
  await startDue(due + 61 * 60_000);
  await until('it has failed again', read, (now) => now.backups.length === 5 && now.backups[0]?.state === 'failed');
});

it('is an error of the readiness when it is overdue, which does not make it fail', async () => {
  advanceDate(2 * 86_400);
  expect((await ready()).body.backup).toBe('ok');
  advanceDate(86_400);
  expect(await ready()).toMatchObject({ status: 200, body: { status: 'ok', backup: 'overdue' } });
});
