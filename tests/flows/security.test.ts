import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Device } from '@belfry/schemas/http/devices';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVICE_SECRET, startTestApi, type TestApi } from '../support/api.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../support/factories.ts';

let api: TestApi;
let admin: TestUser;
let user: TestUser;
beforeAll(async () => {
  api = await startTestApi();
  [admin, user] = [await createAdmin(api), await createUser(api)];
});
afterAll(() => api.stop());

describe('roles', () => {
  it('deny administrator calls to users', async () => {
    const { device_id } = await createDevice(api, { user_id: user.id });
    const body = { serial: randomSerial() };
    const answers = await Promise.all([
      api.get('/api/devices/all', { key: user.key }),
      api.post('/api/devices/create', { key: user.key, body }),
      api.put(`/api/devices/edit/${device_id}`, { key: user.key, body: {} }),
      api.delete(`/api/devices/delete/${device_id}`, { key: user.key }),
      api.post(`/api/devices/rotate-key/${device_id}`, { key: user.key }),
    ]);
    expect(answers.map(({ status, body: { code } }) => ({ status, code }))).toEqual(
      answers.map(() => ({ status: 403, code: 'forbidden' })),
    );
  });
});

describe('objects of other users', () => {
  it('return 404, like objects that do not exist', async () => {
    const foreign = await createDevice(api, { user_id: admin.id });
    const nobodys = await createDevice(api);
    const missing = await api.get('/api/devices/info/999999', { key: user.key });
    expect(missing.status).toBe(404);
    for (const path of [foreign.device_id, foreign.serial, nobodys.device_id]) {
      const { status, body } = await api.get(`/api/devices/info/${path}`, { key: user.key });
      expect({ status, error: body.error }).toEqual({ status: 404, error: missing.body.error });
    }
  });
});

describe('read-only fields', () => {
  it('are rejected when a device is created or changed', async () => {
    const device = await createDevice(api);
    // An administrator may set the owner when changing a device, but not when creating it.
    const owned = { serial: randomSerial(), user_id: user.id };
    expect((await api.post('/api/devices/create', { key: admin.key, body: owned })).status).toBe(400);
    for (const extra of [{ key_hash: 'x' }, { pass_hash: 'x' }, { device_id: 1 }]) {
      const create = { serial: randomSerial(), ...extra };
      expect((await api.post('/api/devices/create', { key: admin.key, body: create })).status).toBe(400);
      const edited = await api.put(`/api/devices/edit/${device.device_id}`, { key: admin.key, body: extra });
      expect(edited.status).toBe(400);
    }
  });

  it('cannot be set through a prototype', async () => {
    const body = `{"serial":"${randomSerial()}","__proto__":{"isAdmin":true}}`;
    await api.post('/api/devices/create', { key: admin.key, body });
    expect({}).not.toHaveProperty('isAdmin');
  });
});

describe('SQL in input', () => {
  const attacks = ["' or 1=1 --", "'; drop table devices; --", '%', '_', '\\', String.raw`\'`, '$1'];

  it('is searched for as text', async () => {
    await createDevice(api);
    for (const attack of attacks) {
      const q = encodeURIComponent(attack);
      const { status, body } = await api.get<Device[]>(`/api/devices/all?page=1&q=${q}`, { key: admin.key });
      expect({ attack, status, found: body.length }).toEqual({ attack, status: 200, found: 0 });
    }
  });

  it('is rejected as a sort order', async () => {
    for (const sort of ['serial; drop table devices', 'password_hash', '__proto__', 'constructor']) {
      const query = new URLSearchParams({ sort });
      expect((await api.get(`/api/devices/all?${query}`, { key: admin.key })).status).toBe(400);
    }
    expect((await api.get('/api/devices/all?page=1', { key: admin.key })).status).toBe(200);
  });

  it('is rejected where no column could contain it', async () => {
    const search = await api.get('/api/devices/all?page=1&q=%00', { key: admin.key });
    expect(search).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    const body = { email: 'a\u0000@b.test', password: 'x' };
    expect((await api.post('/api/auth/login', { body })).status).toBe(400);
  });

  it('is rejected as an email address at sign-in', async () => {
    for (const attack of attacks) {
      const { status } = await api.post('/api/auth/login', { body: { email: `${attack}@x`, password: attack } });
      expect(status).toBe(401);
    }
  });
});

describe('the content security policy', () => {
  it('allows scripts of this origin and requests to this host only', async () => {
    const policy = (await api.get('/')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/connect-src 'self' ws:\/\/127\.0\.0\.1:\d+;/);
  });

  it('does not contain the Host header', async () => {
    const { headers } = await rawCall(api.url, '/', { host: 'evil.test; script-src *' });
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(headers['content-security-policy']).not.toContain('script-src *');
  });
});

describe('JSON answers', () => {
  const asked = (path: string, encodings: string) =>
    rawCall(api.url, path, { 'accept-encoding': encodings, authorization: admin.key });

  it('of more than a kilobyte are compressed for clients that accept it', async () => {
    for (const [encodings, encoding] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const { status, headers } = await asked('/api/openapi.json', encodings);
      expect({ status, encoding: headers['content-encoding'] }).toEqual({ status: 200, encoding });
      expect(headers.vary).toContain('Accept-Encoding');
    }
  });

  it('are not compressed when they are short, such as those with keys', async () => {
    expect((await asked('/api/users/info', 'br, gzip')).headers['content-encoding']).toBeUndefined();
  });
});

describe('HSTS', () => {
  const FROM_TLS = { 'x-forwarded-proto': 'https' };

  it('is sent for requests over TLS through a trusted proxy, and not over plain HTTP', async () => {
    for (const path of ['/', '/api/health/live', '/api/unknown', '/internal', '/assets/none.js']) {
      const { headers } = await api.get(path, { headers: FROM_TLS });
      expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
      expect((await api.get(path)).headers.get('strict-transport-security')).toBeNull();
    }
  });

  it('is not sent for a client that pretends to be a proxy', async () => {
    const direct = await startTestApi({ TRUST_PROXY: '192.0.2.1' });
    const { headers } = await direct.get('/', { headers: FROM_TLS });
    expect(headers.get('strict-transport-security')).toBeNull();
    await direct.stop();
  });
});

describe('internal hooks and metrics', () => {
  /** Headers that a proxy on this machine adds. */
  const headers = { accept: 'text/html,*/*', 'x-forwarded-for': '203.0.113.7' };
  const PATHS = [
    '/metrics',
    '/metrics/',
    '/METRICS',
    '/metrics/x?y=1',
    '/internal',
    '/internal/devices/provision',
    '/Internal/Devices/Provision/',
    '/internal/broker/authenticate',
    '/api/../internal/devices/provision',
    '/internal/%2e%2e/metrics',
  ];

  it.each(PATHS)('return 404 on the public listener at %s', async (path) => {
    const asked = await api.get(path, { key: SERVICE_SECRET, headers });
    expect(asked).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const posted = await api.post(path, { key: SERVICE_SECRET, body: { devices: [] } });
    expect(posted).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each(['x-forwarded-for', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'])(
    'are served to this machine, but not to a request with the header %s',
    async (header) => {
      expect((await fetch(`${api.url}/metrics`)).status).toBe(200);
      expect((await fetch(`${api.url}/metrics`, { headers: { [header]: 'for=203.0.113.7' } })).status).toBe(404);
    },
  );

  const SPELLINGS = [
    '//internal/devices/provision',
    '/./internal//devices/provision',
    '/internal%2fdevices%2fprovision',
    '/%69nternal/devices/provision',
    '/api/../internal/devices/provision',
  ];

  it.each(SPELLINGS)('cannot be reached by writing the path as %s', async (path) => {
    const { status } = await rawCall(api.url, path, { method: 'POST', authorization: SERVICE_SECRET });
    expect(status).toBe(404);
  });

  it('are served by the internal listener, the hooks with the service secret only', async () => {
    const metrics = await fetch(`${api.internal.url}/metrics`);
    expect(metrics.status).toBe(200);
    expect(await metrics.text()).toContain('process_cpu_user_seconds_total');
    const path = '/internal/devices/provision';
    expect((await api.internal.post(path, { body: { devices: [] } })).status).toBe(401);
    const serial = randomSerial();
    const made = await api.internal.post(path, {
      key: SERVICE_SECRET,
      body: { devices: [{ serial, pass: 'factory' }] },
    });
    expect(made).toMatchObject({ status: 200, body: { created: 1 } });
  });

  it('are the only routes of the internal listener', async () => {
    for (const path of ['/', '/index.html', '/api/health/live', '/api/auth/login', '/internal/unknown']) {
      expect((await api.internal.get(path, { headers })).status).toBe(404);
    }
  });
});

type RawOptions = { method?: string } & Record<string, string>;

/** Sends a path or headers that fetch would change. */
async function rawCall(
  base: string,
  path: string,
  { method = 'GET', ...headers }: RawOptions,
): Promise<{ status: number | undefined; headers: IncomingHttpHeaders }> {
  const { hostname, port } = new URL(base);
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request({ hostname, port, path, method, headers }, resolve).on('error', reject).end();
  const answer = await promise;
  answer.resume();
  return { status: answer.statusCode, headers: answer.headers };
}
