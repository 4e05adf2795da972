import { ROLES, type Role } from '@belfry/schemas/domain/roles';
import type { Scope } from '@belfry/schemas/domain/scopes';
import { BACKGROUND_HEADER } from '@belfry/schemas/domain/session';
import { describe, expect, it } from 'vitest';
import {
  call,
  DIRECTORY_TOKEN,
  ENGINE_SECRET,
  principal,
  SERVICE_SECRET,
  UNKNOWN_KEY,
} from './testing/guarded-call.ts';

describe('a route for directories', () => {
  it('requires the token of one', async () => {
    const directory = { provider_id: 5, owner_id: 7 };
    const given = { header: `Bearer ${DIRECTORY_TOKEN}` };
    expect(await call('scim', given)).toEqual({ refused: null, user: null, lookups: [], directory });
    for (const header of ['Bearer wrong', '']) expect((await call('scim', { header })).refused).toBe(401);
  });
});

describe('a public route', () => {
  it('requires no key and has no caller', async () => {
    expect(await call('public', { header: 'key', user: principal('root') })).toEqual({
      refused: null,
      user: null,
      lookups: [],
    });
  });
});

describe('a route for the MQTT engine', () => {
  it('accepts its secret in the header or, for an engine that can set no headers, in the address', async () => {
    for (const given of [{ header: `Bearer ${ENGINE_SECRET}` }, { query: { secret: ENGINE_SECRET } }]) {
      expect(await call('engine', given)).toEqual({ refused: null, user: null, lookups: [] });
    }
  });

  it('refuses another secret, the service secret, several secrets, and everything where none is configured', async () => {
    const wrong = [
      { query: { secret: SERVICE_SECRET } },
      { query: { secret: '' } },
      { query: { secret: [ENGINE_SECRET, ENGINE_SECRET] } },
      { header: SERVICE_SECRET },
      {},
      { query: { secret: 'undefined' }, engineSecret: undefined },
    ];
    for (const given of wrong) expect((await call('engine', given)).refused).toBe(401);
  });
});

describe('a route for services', () => {
  it('accepts the service secret, with and without Bearer, and has no caller', async () => {
    for (const header of [SERVICE_SECRET, `Bearer ${SERVICE_SECRET}`]) {
      expect(await call('service', { header })).toEqual({ refused: null, user: null, lookups: [] });
    }
  });

  it('refuses another secret, the key of a root, and a request without one', async () => {
    expect((await call('service', { header: `${SERVICE_SECRET}x` })).refused).toBe(401);
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
    expect((await call(access, { header: SERVICE_SECRET })).refused).toBe(401);
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
    const { lookups } = await call('signed-in', { header, user: principal('user') });
    expect(lookups).toEqual([[key, { use: 'person', setup: false }]]);
  });

  it('is used by the page, where the page has called by itself', async () => {
    const headers = { [BACKGROUND_HEADER]: '' };
    const { lookups } = await call('signed-in', { header: 'key', user: principal('user'), headers });
    expect(lookups).toEqual([['key', { use: 'page', setup: false }]]);
  });

  it('may be one for setting up a second factor where the route says so', async () => {
    const { lookups } = await call('signed-in', { header: 'key', user: principal('user'), setupKey: true });
    expect(lookups).toEqual([['key', { use: 'person', setup: true }]]);
  });
});

describe('a key of a program', () => {
  const program = { ...principal('user'), api_key: { id: 2, scopes: new Set<Scope>(['say', 'sms']) } };

  it.each([
    ['one of its scopes', new Set<Scope>(['triggers', 'sms'])],
    ['only that somebody calls', 'every'],
  ] as const)('is accepted where the route needs %s', async (_name, scopes) => {
    expect(await call('signed-in', { header: 'key', user: program, scopes })).toMatchObject({
      refused: null,
      user: program,
    });
  });

  it.each([
    ['another scope', new Set<Scope>(['commands', 'triggers']), 'This key lacks the scope commands or triggers'],
    ['a person, by naming no scope', new Set<Scope>(), 'Keys of programs cannot call this'],
    ['a person, by default', undefined, 'Keys of programs cannot call this'],
  ])('is refused where the route needs %s', async (_name, scopes, message) => {
    const refusal = await call('signed-in', { header: 'key', user: program, scopes });
    expect(refusal).toMatchObject({ refused: 403, message });
  });

  it('is accepted or refused likewise where a device may call, too', async () => {
    const given = { header: 'key', user: program };
    expect((await call('device-or-signed-in', { ...given, scopes: new Set(['say']) })).refused).toBeNull();
    expect((await call('device-or-signed-in', given)).refused).toBe(403);
  });

  it('does not concern people', async () => {
    for (const scopes of [undefined, new Set<Scope>(['commands'])]) {
      expect((await call('signed-in', { header: 'key', user: principal('user'), scopes })).refused).toBeNull();
    }
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
