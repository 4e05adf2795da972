import type { Request, Response } from 'express';
import { ROLES, type Role } from '@belfry/schemas/domain/roles';
import { describe, expect, it, vi } from 'vitest';
import type { AppError } from '../../errors.ts';
import { guard } from './guard.ts';
import type { Access, Principal } from './principal.ts';
import { createWrongKeys } from './wrong-keys.ts';

const SECRET = 'the-service-secret';
const UNKNOWN_KEY = 'unknown';
const DEVICE_KEY = 'the-key-of-the-device';
const principal = (role: Role, opened_by: Principal['opened_by'] = null): Principal => ({
  id: 7,
  role,
  key_id: 1,
  key_created_at: new Date(0),
  opened_by,
});

const ENGINE_SECRET = 'the-secret-of-the-engine';

type Call = {
  header?: string;
  query?: object;
  user?: Principal;
  ownKeyOnly?: boolean;
  engineSecret?: string | undefined;
};

/** Calls the guard. Returns the status of the refusal, or the caller that the route gets. */
async function call(access: Access, options: Call) {
  const { header, query = {}, user, ownKeyOnly = false } = options;
  const engineSecret = 'engineSecret' in options ? options.engineSecret : ENGINE_SECRET;
  const authenticate = vi.fn(async (key: string, _use: 'person' | 'page') =>
    key === UNKNOWN_KEY ? null : (user ?? null),
  );
  const deviceKeys = {
    authenticate: async (serial: string, key: string) => (key === DEVICE_KEY ? { device_id: 3, serial } : null),
  };
  const config = { SERVICE_SECRET: SECRET, MQTT_ENGINE_SECRET: engineSecret };
  const check = guard(
    { access, ownKeyOnly },
    { auth: { authenticate }, deviceKeys, wrongKeys: createWrongKeys(1), config },
  );
  const res = { locals: {} as Record<string, unknown> };
  const next = vi.fn<() => void>();
  const req = { headers: { authorization: header }, query } as unknown as Request;
  const refused = await (async () => check(req, res as unknown as Response, next))().then(
    () => null,
    (error: AppError) => error.status,
  );
  expect(next).toHaveBeenCalledTimes(refused === null ? 1 : 0);
  if (refused !== null) expect(res.locals).toEqual({});
  const device = res.locals['device'];
  return {
    refused,
    user: res.locals['user'],
    keys: authenticate.mock.calls.map(([key]) => key),
    ...(device ? { device } : {}),
  };
}

describe('a public route', () => {
  it('requires no key and has no caller', async () => {
    expect(await call('public', { header: 'key', user: principal('root') })).toEqual({
      refused: null,
      user: null,
      keys: [],
    });
  });
});

describe('a route for the MQTT engine', () => {
  it('accepts its secret in the header or, for an engine that can set no headers, in the address', async () => {
    for (const given of [{ header: `Bearer ${ENGINE_SECRET}` }, { query: { secret: ENGINE_SECRET } }]) {
      expect(await call('engine', given)).toEqual({ refused: null, user: null, keys: [] });
    }
  });

  it('refuses another secret, the service secret, several secrets, and everything where none is configured', async () => {
    const wrong = [
      { query: { secret: SECRET } },
      { query: { secret: '' } },
      { query: { secret: [ENGINE_SECRET, ENGINE_SECRET] } },
      { header: SECRET },
      {},
      { query: { secret: 'undefined' }, engineSecret: undefined },
    ];
    for (const given of wrong) expect((await call('engine', given)).refused).toBe(401);
  });
});

describe('a route for services', () => {
  it('accepts the service secret, with and without Bearer, and has no caller', async () => {
    for (const header of [SECRET, `Bearer ${SECRET}`]) {
      expect(await call('service', { header })).toEqual({ refused: null, user: null, keys: [] });
    }
  });

  it('refuses another secret, the key of a root, and a request without one', async () => {
    expect((await call('service', { header: `${SECRET}x` })).refused).toBe(401);
    expect((await call('service', { header: 'key', user: principal('root') })).refused).toBe(401);
    expect((await call('service', {})).refused).toBe(401);
  });
});

describe.each([
  ['signed-in', ['user', 'admin', 'root']],
  ['admin', ['admin', 'root']],
  ['root', ['root']],
] as const)('a route for %s', (access, roles: readonly Role[]) => {
  it(`lets ${roles.join(', ')} through and refuses the others`, async () => {
    for (const role of ROLES) {
      const user = principal(role);
      const expected = roles.includes(role) ? { refused: null, user } : { refused: 403, user: undefined };
      expect(await call(access, { header: 'key', user })).toMatchObject(expected);
    }
  });

  it('refuses a key that is unknown, empty or missing', async () => {
    for (const header of [UNKNOWN_KEY, '', '   ', undefined]) {
      expect((await call(access, header === undefined ? {} : { header })).refused).toBe(401);
    }
  });

  it('refuses the service secret', async () => {
    expect((await call(access, { header: SECRET })).refused).toBe(401);
  });
});

describe('the key', () => {
  it.each([
    ['key', 'key'],
    [' key ', 'key'],
    ['Bearer key', 'key'],
    ['bearer   key', 'key'],
    ['keyBearer key', 'keyBearer key'],
    ['Bearerkey', 'Bearerkey'],
  ])('of the header %j is %j', async (header, key) => {
    expect((await call('signed-in', { header, user: principal('user') })).keys).toEqual([key]);
  });
});

describe('a key with which an administrator works as somebody else', () => {
  const opened = principal('user', { id: 1, until: new Date(1) });

  it('is accepted where the user is', async () => {
    expect(await call('signed-in', { header: 'key', user: opened })).toMatchObject({ refused: null, user: opened });
  });

  it('is refused where the user’s own key is required', async () => {
    expect((await call('signed-in', { header: 'key', user: opened, ownKeyOnly: true })).refused).toBe(403);
    expect((await call('signed-in', { header: 'key', user: principal('user'), ownKeyOnly: true })).refused).toBeNull();
  });
});

describe('a route for devices and administrators', () => {
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

  it('accepts a device with its key, and has no user', async () => {
    const header = basic(`1111-2222-3333-4444:${DEVICE_KEY}`);
    const device = { device_id: 3, serial: '1111-2222-3333-4444' };
    expect(await call('device-or-admin', { header })).toEqual({ refused: null, user: null, keys: [], device });
  });

  it('refuses a wrong device key, and credentials without one', async () => {
    for (const text of ['1111-2222-3333-4444:wrong', '1111-2222-3333-4444', '']) {
      expect((await call('device-or-admin', { header: basic(text), user: principal('root') })).refused).toBe(401);
    }
  });

  it.each(ROLES)('otherwise requires an administrator: %s', async (role) => {
    const { refused, device } = await call('device-or-admin', { header: 'key', user: principal(role) });
    expect(refused).toBe(role === 'user' ? 403 : null);
    expect(device).toBeUndefined();
    expect((await call('device-or-signed-in', { header: 'key', user: principal(role) })).refused).toBeNull();
  });
});
