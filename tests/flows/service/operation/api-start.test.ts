import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool } from '@belfry/api/db/client';
import { migrateToLatest } from '@belfry/api/db/migrate';
import { migrations } from '@belfry/api/db/migrations/index';
import { startApi, type Api } from '@belfry/api/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ROOT, testConfig } from '../../../support/api.ts';
import { createFakeBroker } from '../../../support/services/fake-broker.ts';
import { createHttpClient, type HttpClient } from '../../../support/http-client.ts';
import { createTestDatabase, type TestDatabase } from '../../../support/postgres/postgres.ts';
import { createTcpProxy } from '../../../support/postgres/tcp-proxy.ts';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { healthHttp } from '@belfry/schemas/http/service/health';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { newRegistration } from '../../../support/accounts.ts';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';

let database: TestDatabase;
let folder: string;
let running: Api[];
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'belfry-start-'));
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((api) => api.stop()));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function start(env: Record<string, string> = {}, broker = createFakeBroker()): Promise<HttpClient> {
  const config = testConfig({ DATABASE_URL: database.url, DATA_DIR: folder, WEB_DIST: join(folder, 'dist'), ...env });
  const api = await startApi(config, { broker });
  running.push(api);
  return createHttpClient(`http://127.0.0.1:${api.port}`);
}

describe('the first start', () => {
  it('creates a root account with a random password in a file that only the owner can read', async () => {
    const api = await start({ ROOT_PASSWORD: '' });
    const file = join(folder, 'first-run.txt');
    const [, email = '', password = ''] = /email: (\S+)\npassword: (\S+)\n/.exec(await readFile(file, 'utf8')) ?? [];
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await api.call(authHttp.signIn, null, { email, password })).status).toBe(200);
  });

  it(
    'gives the root account the time zone of the browser with its first sign-in only',
    { tags: ['full'] },
    async () => {
      const api = await start();
      const signIn = async (time_zone: string): Promise<unknown> => {
        const { body } = await api.call(authHttp.signIn, null, { ...ROOT, time_zone });
        const profile = await api.call(usersHttp.profile, { key: body['user_key'] });
        const { time_zone: zone, utc_offset } = profile.body as Record<string, unknown>;
        return { zone, utc_offset };
      };
      expect(await signIn('Asia/Tokyo')).toEqual({ zone: 'Asia/Tokyo', utc_offset: 540 });
      expect(await signIn('Europe/Paris')).toEqual({ zone: 'Asia/Tokyo', utc_offset: 540 });
    },
  );

  it('keeps its time zone where that of the browser is not known', { tags: ['full'] }, async () => {
    const api = await start();
    const { body } = await api.call(authHttp.signIn, null, { ...ROOT, time_zone: 'Mars/Base' });
    const profile = await api.call(usersHttp.profile, { key: body['user_key'] });
    expect(profile.body).toMatchObject({ time_zone: 'Europe/Moscow', utc_offset: 180 });
  });

  it('uses the password file of an interrupted start', { tags: ['full'] }, async () => {
    const file = join(folder, 'first-run.txt');
    await writeFile(file, 'email: root@belfry.test\npassword: Left-behind-1\n', { mode: 0o600 });
    const api = await start({ ROOT_PASSWORD: '' });
    const body = { email: 'root@belfry.test', password: 'Left-behind-1' };
    expect((await api.call(authHttp.signIn, null, { ...body })).status).toBe(200);
  });

  it('rejects registrations until the root account exists', { tags: ['full'] }, async () => {
    const api = await start();
    const pool = createPool(database.url, { max: 1 });
    await pool.query('delete from users');
    expect(await api.call(registrationHttp.register, null, newRegistration())).toMatchObject({
      status: 503,
      body: { code: 'database_unavailable' },
    });
    await pool.end();
    const again = await start();
    expect((await again.call(authHttp.signIn, null, { ...ROOT })).status).toBe(200);
  });

  it(
    'leaves one password file, the right one, when instances without a common folder start at once',
    { tags: ['full'] },
    async () => {
      const names = ['one', 'two', 'three'];
      const [api] = await Promise.all(names.map((name) => start({ ROOT_PASSWORD: '', DATA_DIR: join(folder, name) })));
      const files = names.map((name) => join(folder, name, 'first-run.txt')).filter((file) => existsSync(file));
      expect(files).toHaveLength(1);
      const [, email = '', password = ''] =
        /email: (\S+)\npassword: (\S+)\n/.exec(await readFile(files[0] ?? '', 'utf8')) ?? [];
      expect((await api?.call(authHttp.signIn, null, { email, password }))?.status).toBe(200);
    },
  );

  it(
    'creates one root account when two replicas start at once, and none on later starts',
    { tags: ['full'] },
    async () => {
      const [one] = await Promise.all([start(), start({ ROOT_EMAIL: 'second@belfry.test' })]);
      const later = await start({ ROOT_EMAIL: 'third@belfry.test' });
      const signIn = (api: HttpClient, email: string) =>
        api.call(authHttp.signIn, null, { email, password: 'Root-pass-1' });
      const made = [await signIn(one, 'root@belfry.test'), await signIn(one, 'second@belfry.test')];
      expect(made.filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await signIn(later, 'third@belfry.test')).status).toBe(401);
    },
  );
});

describe('the database schema', () => {
  it('is migrated once by replicas that start at once', { tags: ['full'] }, async () => {
    const pool = createPool(database.url, { max: 1 });
    await pool.query('drop schema public cascade');
    await pool.query('create schema public');
    await Promise.all(Array.from({ length: 4 }, () => migrateToLatest(database.url)));
    const { rows } = await pool.query<{ name: string }>('select name from kysely_migration');
    await pool.end();
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations));
  });
});

describe('a start without Postgres', () => {
  it('answers health requests, and all others as soon as Postgres is reachable', { tags: ['full'] }, async () => {
    const proxy = await createTcpProxy();
    const url = proxy.proxiedUrl(database.url);
    await proxy.interrupt();
    const api = await start({ DATABASE_URL: url });
    expect((await api.call(healthHttp.live, null)).status).toBe(200);
    expect((await api.call(healthHttp.ready, null)).body['failed']).toEqual(['postgres']);
    await proxy.restore();
    const signIn = () => api.call(authHttp.signIn, null, { email: 'root@belfry.test', password: 'Root-pass-1' });
    await expect.poll(async () => (await signIn()).status, { interval: 100 }).toBe(200);
    await proxy.stop();
  });

  it('fails on an error that retrying cannot solve', async () => {
    const wrong = new URL(database.url);
    wrong.password = 'wrong';
    await expect(start({ DATABASE_URL: wrong.href })).rejects.toMatchObject({ code: '28P01' });
    const other = new URL(database.url);
    other.pathname = '/nowhere';
    await expect(start({ DATABASE_URL: other.href })).rejects.toMatchObject({ code: '3D000' });
  });
});

describe('a start without a broker', () => {
  it('serves requests and reports that it is not ready', { tags: ['full'] }, async () => {
    const api = await start({}, { ...createFakeBroker(), connected: false });
    expect(await api.call(healthHttp.ready, null)).toMatchObject({ status: 503, body: { failed: ['broker'] } });
    expect((await api.call(usersHttp.profile, null)).status).toBe(401);
  });
});

describe('the console build', () => {
  const page = { headers: { accept: 'text/html' } };

  it('answers with instructions when it is missing', { tags: ['full'] }, async () => {
    const api = await start();
    const { status, body } = await api.get<string>('/devices', page);
    expect(status).toBe(503);
    expect(body).toContain('npm run build');
  });

  it('is served for its own paths, with assets that are cached forever', async () => {
    await mkdir(join(folder, 'dist/assets'), { recursive: true });
    await writeFile(join(folder, 'dist/index.html'), '<title>Belfry</title>');
    await writeFile(join(folder, 'dist/assets/index-abc.js'), 'export {}');
    const api = await start();
    for (const path of ['/', '/devices', '/devices?page=2']) {
      const { status, body, headers } = await api.get<string>(path, page);
      expect({ path, status, body }).toEqual({ path, status: 200, body: '<title>Belfry</title>' });
      expect(headers.get('cache-control')).toBe('no-cache');
    }
    const asset = await api.get('/assets/index-abc.js');
    expect(asset.headers.get('cache-control')).toContain('immutable');
    expect((await api.get('/assets/missing.js', page)).status).toBe(404);
    expect((await api.get('/api/nowhere', page)).body.code).toBe('not_found');
    expect((await api.get('/%2e%2e/first-run.txt', page)).body).not.toContain('password');
  });
});
