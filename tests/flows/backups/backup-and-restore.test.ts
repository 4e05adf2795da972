/** @module-tag full */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb, createPool } from '@belfry/api/db/client';
import { LEFT_OUT } from '@belfry/api/features/backups/database/snapshot';
import { makeBackup } from '@belfry/api/features/backups/installation/make-backup';
import { restoreBackup } from '@belfry/api/features/backups/installation/restore-backup';
import { installationSettings } from '@belfry/api/features/backups/installation/settings';
import { testRestore } from '@belfry/api/features/backups/installation/test-restore';
import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statusOf } from '../../support/commands.ts';
import {
  createAdmin,
  createCompany,
  createDevice,
  createUser,
  type TestDevice,
  type TestUser,
} from '../../support/factories.ts';
import { createArchive } from '../../support/firmware.ts';
import { createMessage, tone, uploadAudio } from '../../support/library.ts';
import { createEmptyDatabase } from '../../support/postgres/empty-database.ts';
import type { TestDatabase } from '../../support/postgres/postgres.ts';
import { startStack, type Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

const PASSPHRASE = 'correct horse battery staple';
const FILE = 'under-load.bkp';
const SETTINGS = { RATE_LIMIT_SCALE: '1000' };

let folder: string;
let product: Stack;
let owner: TestUser;
let devices: TestDevice[];
const running: Device[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-backup-'));
  product = await startStack(SETTINGS);
  owner = await createUser(product);
  const main = await createCompany(product, { user_id: owner.id });
  devices = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const { company_id } = await createCompany(product, { below: main });
      return createDevice(product, { user_id: owner.id, company_id });
    }),
  );
});
afterAll(async () => {
  for (const device of running) device.kill();
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

function connect({ serial, device_key }: TestDevice, mqttUrl: string): Device {
  const device = startDevice({ serial, deviceKey: device_key, mqttUrl, speed: 20, intervalMs: 100 });
  running.push(device);
  return device;
}

/** @returns the hash of the audio */
async function upload(kind: Parameters<typeof tone>[0]): Promise<string> {
  const { status, body } = await uploadAudio(product, owner, tone(kind), { name: kind });
  if (status >= 300) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body.sha256;
}

/** Rows by table, and a digest of what is in them. */
async function contents(url: string): Promise<Record<string, string>> {
  const pool = createPool(url, { max: 1, name: 'belfry-test' });
  const db = createDb(pool);
  try {
    const tables = await sql<{ name: string }>`
      select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
        and relname not like 'kysely_%' order by 1`.execute(db);
    const found: Record<string, string> = {};
    for (const { name } of tables.rows.filter((table) => !LEFT_OUT.includes(table.name))) {
      const { rows } = await sql<{ content: string }>`
        select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\n' order by t::text collate "C")), '') as content
        from ${sql.table(name)} t`.execute(db);
      found[name] = rows[0]?.content ?? '';
    }
    return found;
  } finally {
    await pool.end();
  }
}

/** The hashes of the stored files, by their names. */
async function hashesOf(dataDir: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const part of ['archives', 'audio', 'samples']) {
    const entries = await readdir(join(dataDir, part), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries.filter((each) => each.isFile())) {
      const path = join(entry.parentPath, entry.name);
      found[path.slice(dataDir.length + 1)] = createHash('sha256')
        .update(await readFile(path))
        .digest('hex');
    }
  }
  return found;
}

/** Restores a backup into a database without tables and an empty folder. */
async function restore(file: string): Promise<{ database: TestDatabase; dataDir: string }> {
  const database = await createEmptyDatabase();
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const own = { DATABASE_URL: database.url, DATA_DIR: dataDir, SERVICE_SECRET: undefined };
  await restoreBackup({
    settings: { ...installationSettings(product.config), ...own },
    passphrase: PASSPHRASE,
    target: folder,
    file,
  });
  return { database, dataDir };
}

const order = (file: string) => ({
  settings: installationSettings(product.config),
  passphrase: PASSPHRASE,
  target: folder,
  file,
});

it('a backup of a product under load is restored on an empty machine, where devices go on with their keys', async () => {
  for (const device of devices) connect(device, product.mqttUrl);
  const before = [];
  // One upload of a person at a time.
  for (const kind of ['mp3', 'flac', 'wav'] as const) before.push(await upload(kind));
  const archive = await createArchive(product, await createAdmin(product));
  const made = await createMessage(product, owner, { name: 'Before the backup' });
  await until('metrics', async () => (await sql`select from metrics`.execute(product.db)).rows.length > 10);

  const load = { ended: false, messages: 0 };
  const writing = (async () => {
    for (const kind of ['ogg', 'opus'] as const) await upload(kind);
    while (!load.ended) {
      load.messages += 1;
      await createMessage(product, owner, { name: `Message ${load.messages}` });
    }
  })();
  await until('the load has begun', () => load.messages > 5);
  const result = await makeBackup(order(FILE));
  const written = load.messages;
  load.ended = true;
  await writing;
  expect(written).toBeGreaterThan(5);
  expect(result.missing).toEqual({ count: 0, names: [] });
  expect((await stat(join(folder, FILE))).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual([FILE]);
  expect(await testRestore(order(FILE))).toMatchObject({ rows: result.rows, files: result.files });

  const { database, dataDir } = await restore(FILE);
  // The installation goes on with its secret, without which its signing key could not be read.
  expect(await readFile(join(dataDir, 'service-secret'), 'utf8')).toBe(product.config.SERVICE_SECRET);
  const files = await hashesOf(dataDir);
  const originals = await hashesOf(product.config.DATA_DIR);
  expect(Object.keys(files).length).toBe(result.files);
  for (const [name, hash] of Object.entries(files)) expect([name, hash]).toEqual([name, originals[name]]);
  for (const sha256 of before) expect(files[join('audio', sha256.slice(0, 2), sha256)]).toBe(sha256);
  expect(files[join('archives', archive.filename)]).toBe(archive.sha256);

  const restored = await startStack({ ...SETTINGS, DATABASE_URL: database.url, DATA_DIR: dataDir });
  const pool = createPool(database.url, { max: 2, name: 'belfry-test' });
  const db = createDb(pool);
  try {
    // Whoever was signed in signs in again, with the same password.
    expect((await restored.call(messagesHttp.list, owner)).status).toBe(401);
    const { email, password } = owner;
    const session = await restored.call(authHttp.signIn, null, { email, password });
    expect(session.status).toBe(200);
    const again = { ...owner, key: session.body.user_key };
    const names = (await restored.call(messagesHttp.list, again)).body.map(({ name }) => name);
    expect(names).toContain(made.name);
    const [sha256 = ''] = before;
    const sound = await restored.raw(audioContentHttp.download, again, { sha256 });
    expect(
      createHash('sha256')
        .update(await sound.bytes())
        .digest('hex'),
    ).toBe(sha256);
    // What is added does not collide with what was restored.
    await createMessage(restored, again, { name: 'After the restoration' });

    await sql`update device_state set reported_status = 'offline'`.execute(db);
    const since = new Date();
    for (const device of devices) connect(device, restored.mqttUrl);
    for (const { serial } of devices)
      await until(
        'online again',
        () => statusOf({ db }, serial),
        (status) => status === 'online',
      );
    await until('metrics again', async () => {
      const stored = await sql`select from metrics where received_at > ${since}`.execute(db);
      return stored.rows.length > 0;
    });
  } finally {
    await restored.stop();
    await pool.end();
    await database.drop();
  }
}, 180_000);

it('a backup of a product that stands still has the same rows, and restores them all', async () => {
  for (const device of running.splice(0)) device.kill();
  await product.stopApi();
  await makeBackup(order('still.bkp'));
  const { database, dataDir } = await restore('still.bkp');
  const [original, restored] = [await contents(product.config.DATABASE_URL), await contents(database.url)];
  expect(Object.keys(original).length).toBeGreaterThan(60);
  expect(restored).toEqual(original);
  expect(await hashesOf(dataDir)).toEqual(await hashesOf(product.config.DATA_DIR));
  await database.drop();
  await product.startApi();
}, 120_000);
