import { describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../support/api.ts';
import { createAdmin, type TestUser } from '../../../support/factories.ts';
import { flow } from '../../../support/flow.ts';
import { rawCall } from '../../../support/hostile/raw-http.ts';

let api: TestApi;
let admin: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
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

  it('names the host of each request, also between requests to another host', async () => {
    for (const host of ['first.test', 'second.test', 'first.test']) {
      const { headers } = await rawCall(api.url, '/', { host });
      expect(headers['content-security-policy']).toMatch(new RegExp(`connect-src 'self' ws://${host}:\\d+;`));
    }
  });
});

describe('the content security policy of a host that it cannot name', () => {
  it('allows the WebSocket by its port at an IPv6 address', async () => {
    const { headers } = await rawCall(api.url, '/', { host: '[2001:db8::1]:8080' });
    expect(headers['content-security-policy']).toMatch(/connect-src 'self' ws:\/\/\*:\d+;/);
  });
});

describe('a path', () => {
  it.each(['/api/USERS/Info', '/API/users/info', '/api/users/info/'])('is found as %s', async (path) => {
    expect((await rawCall(api.url, path, { authorization: admin.key })).status).toBe(200);
  });

  it.each(['/api//users/info', '/api/userss/info', '/api/users'])('is not found as %s', async (path) => {
    expect((await rawCall(api.url, path, { authorization: admin.key })).status).toBe(404);
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
