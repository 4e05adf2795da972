import { errorEnvelopeSchema } from '@belfry/schemas/http/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../../support/factories.ts';
import { createTcpProxy, type TcpProxy } from '../../../support/postgres/tcp-proxy.ts';
import { until } from '../../../support/until.ts';
import { healthHttp } from '@belfry/schemas/http/service/health';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { pathOf } from '../../../support/http-client.ts';

let api: TestApi;
let proxy: TcpProxy;
let admin: TestUser;
beforeAll(async () => {
  proxy = await createTcpProxy();
  api = await startTestApi({}, (url) => proxy.proxiedUrl(url));
  admin = await createAdmin(api);
});
afterAll(async () => {
  await api.stop();
  await proxy.stop();
});

describe('requests are rejected for', () => {
  const cases: [string, () => ReturnType<TestApi['get']>, number, string][] = [
    ['no key', () => api.call(usersHttp.profile, null), 401, 'unauthenticated'],
    ['a dead key', () => api.call(usersHttp.profile, { key: 'nothing' }), 401, 'unauthenticated'],
    ['JSON that does not parse', () => api.call(authHttp.signIn, null, {}, { body: '{"email":' }), 400, 'invalid_json'],
    ['JSON that is no object', () => api.call(authHttp.signIn, null, {}, { body: '7' }), 400, 'invalid_json'],
    ['a missing field', () => api.call(authHttp.signIn, null, { email: 'a@b.test' }), 400, 'invalid_input'],
    [
      'a body of another kind',
      () => api.call(authHttp.signIn, null, {}, { body: '<a/>', headers: { 'content-type': 'text/xml' } }),
      415,
      'unsupported_media_type',
    ],
    [
      'a body that is too large',
      () => api.call(authHttp.signIn, null, { email: 'a'.repeat(120_000), password: 'x' }),
      413,
      'payload_too_large',
    ],
    [
      'a body nested deeper than 64 levels',
      () => api.call(authHttp.signIn, null, {}, { body: `{"email":${'['.repeat(64)}${']'.repeat(64)}}` }),
      400,
      'invalid_input',
    ],
    [
      'half a surrogate pair',
      () => api.call(authHttp.signIn, null, {}, { body: String.raw`{"email":"a@b.test","password":"\ud83d"}` }),
      400,
      'invalid_input',
    ],
    ['an unknown path', () => api.get('/api/nowhere'), 404, 'not_found'],
    ['a POST to an unknown path', () => api.post('/elsewhere', { body: {} }), 404, 'not_found'],
    ['a path that cannot be decoded', () => api.get('/api/devices/info/%E0%A4%A'), 400, 'invalid_input'],
    ['a wrong method', () => api.put(pathOf(authHttp.signIn), { body: {} }), 405, 'method_not_allowed'],
  ];

  it.each(cases)('%s', async (_name, call, status, code) => {
    const answer = await call();
    expect(answer.status).toBe(status);
    expect(errorEnvelopeSchema.parse(answer.body).code).toBe(code);
  });

  it('nesting too deep, with the limit in the message', async () => {
    const body = `{"email":${'['.repeat(8_000)}${']'.repeat(8_000)}}`;
    expect((await api.call(authHttp.signIn, null, {}, { body })).body['error']).toBe(
      'The body is nested deeper than 64 levels',
    );
  });

  it('a wrong method, with the allowed ones in a header', async () => {
    expect((await api.put(pathOf(authHttp.signIn), { body: {} })).headers.get('allow')).toBe('POST');
  });

  it('a number that cannot be a device id', async () => {
    for (const device of ['0', '-1', '1.5', '99999999999', 'abc']) {
      expect((await api.call(devicesHttp.info, admin, { device })).status).toBe(400);
    }
  });
});

describe('every response', () => {
  it('has a request id: the caller’s if it is valid', async () => {
    const given = await api.call(usersHttp.profile, null, {}, { headers: { 'x-request-id': 'caller-12345' } });
    expect(given.headers.get('x-request-id')).toBe('caller-12345');
    expect(given.body['request_id']).toBe('caller-12345');
    const forged = await api.call(usersHttp.profile, null, {}, { headers: { 'x-request-id': '{"forged":"line"}' } });
    expect(forged.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });
});

describe('while Postgres is unavailable', () => {
  it('requests return 503 with Retry-After, readiness names Postgres, and both recover by themselves', async () => {
    const user = await createUser(api);
    await proxy.interrupt();
    const refused = await api.call(usersHttp.profile, user);
    expect(refused).toMatchObject({ status: 503, body: { code: 'database_unavailable' } });
    expect(refused.headers.get('retry-after')).toBe('2');
    expect((await api.call(healthHttp.live, null)).status).toBe(200);
    expect(await api.call(healthHttp.ready, null)).toMatchObject({
      status: 503,
      body: { postgres: 'down', broker: 'ok', failed: ['postgres'] },
    });
    await proxy.restore();
    const isAnswered = async () => (await api.call(usersHttp.profile, user)).status === 200;
    await until('requests are answered', isAnswered);
    await until('it is ready', async () => (await api.call(healthHttp.ready, null)).status === 200);
  });
});
