import { letPass } from '@belfry/schemas/testing/clock';
import { openSession } from '@belfry/api/features/accounts/sessions';
import { createAuthenticator } from '@belfry/api/features/accounts/authenticator';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startAuthHarness, type AuthHarness, origin, userKeys } from '../../../support/services/auth-harness.ts';

const DAY_MS = 86_400_000;
let harness: AuthHarness;
beforeAll(async () => {
  harness = await startAuthHarness();
});
afterAll(() => harness.stop());
beforeEach(() => {
  harness.broker.disconnected.length = 0;
  harness.auth.forget();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const { account, rowOf, set } = userKeys(() => harness);

describe('a user key', () => {
  it('is stored by its hash with its origin, and expires after thirty days', async () => {
    const { id, make } = await account();
    const made = await make();
    expect(await rowOf(made.key)).toMatchObject({
      user_id: id,
      ip: origin.ip,
      user_agent: origin.userAgent,
      made_by: null,
      revoked_at: null,
      expires_at: made.expires_at,
    });
    expect(made.expires_at.getTime() - Date.now()).toBeGreaterThan(30 * DAY_MS - 60_000);
    expect(made.expires_at.getTime() - Date.now()).toBeLessThan(30 * DAY_MS + 60_000);
  });

  it('stores up to 300 characters of the user agent', async () => {
    const { make } = await account();
    const long = await make({ origin: { ip: '::1', userAgent: 'x'.repeat(301) } });
    expect((await rowOf(long.key))?.user_agent).toBe('x'.repeat(300));
    const unknown = await make({ origin: { ip: '::1', userAgent: undefined } });
    expect((await rowOf(unknown.key))?.user_agent).toBeNull();
    expect(await rowOf((await make({})).key)).toMatchObject({ ip: null, user_agent: null, made_by: null });
  });

  it('for impersonation expires after an hour, used or not', async () => {
    const [admin, user] = [await account(), await account()];
    const { key, id, expires_at } = await user.make({ made_by: admin.id });
    expect(Math.abs(expires_at.getTime() - Date.now() - 3_600_000)).toBeLessThan(60_000);
    await set(id, sql`last_used_at = now() - interval '10 minutes'`);
    expect(await harness.auth.authenticate(key)).toMatchObject({ opened_by: { id: admin.id, until: expires_at } });
    expect((await rowOf(key))?.expires_at).toEqual(expires_at);
  });

  it('starts a session, which counts as a sign-in', async () => {
    const { id } = await account();
    const session = await openSession(harness.db, { id, role: 'user' }, origin);
    expect(session).toEqual({ user_key: expect.any(String), expires_at: expect.any(Date), id, role: 'user' });
    expect(await rowOf(String(session.user_key))).toMatchObject({ ip: origin.ip, user_agent: origin.userAgent });
    const user = await harness.db.selectFrom('users').select('last_login').where('id', '=', id).executeTakeFirst();
    expect(user?.last_login).not.toBeNull();
  });
});

describe('authenticating with a key', () => {
  it('returns its owner until it expires', async () => {
    const { id, make } = await account();
    const made = await make();
    const created_at = (await rowOf(made.key))?.created_at;
    const key = { key_id: made.id, key_created_at: created_at, opened_by: null };
    const principal = { id, role: 'user', ...key, memberships: [], owns_nodes: false };
    expect(await harness.auth.authenticate(made.key)).toEqual(principal);
    expect(await harness.auth.authenticateUncached(made.key)).toEqual(principal);
    expect(await harness.auth.authenticate('nobody')).toBeNull();
    expect(await harness.auth.authenticateUncached('nobody')).toBeNull();
    for (const end of [sql`revoked_at = now()`, sql`revoked_at = null, expires_at = now()`]) {
      await set(made.id, end);
      harness.auth.forget();
      expect(await harness.auth.authenticate(made.key)).toBeNull();
    }
  });

  it.each([
    ['blocked', 'Your account is blocked. Please contact your administrator.'],
    ['suspended', 'Your account is suspended. Please contact your administrator.'],
  ])('rejects an account that is %s', async (state, message) => {
    const { id, make } = await account();
    const { key } = await make();
    const values = state === 'blocked' ? { blocked: true } : { active: false };
    await harness.db.updateTable('users').set(values).where('id', '=', id).execute();
    for (const call of [harness.auth.authenticate, harness.auth.authenticateUncached])
      await expect(call(key)).rejects.toMatchObject({ code: 'account_blocked', message });
  });

  it('reads the database every three seconds, or when the cache is cleared', async () => {
    const { make } = await account();
    const { key } = await make();
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    // The cache reads the clock once per millisecond.
    const passTwoSeconds = () => {
      now += 2_000;
      return letPass(5);
    };
    const auth = createAuthenticator(harness);
    const query = vi.spyOn(harness.pool, 'query');
    const asked = () => query.mock.calls.filter(([given]) => JSON.stringify(given).includes('find-key-owner')).length;
    await auth.authenticate(key);
    await auth.authenticate(key);
    expect(asked()).toBe(1);
    await passTwoSeconds();
    await auth.authenticate(key);
    expect(asked()).toBe(1);
    await passTwoSeconds();
    await auth.authenticate(key);
    expect(asked()).toBe(2);
    await auth.authenticateUncached(key);
    expect(asked()).toBe(3);
    auth.forget();
    await auth.authenticate(key);
    expect(asked()).toBe(4);
  });

  it('extends the key, which is written once a minute', async () => {
    const { make } = await account();
    const { id, key } = await make();
    await set(id, sql`last_used_at = now() - interval '50 seconds', expires_at = now() + interval '1 day'`);
    await harness.auth.authenticateUncached(key);
    expect(Number((await rowOf(key))?.expires_at) - Date.now()).toBeLessThan(2 * DAY_MS);
    await set(id, sql`last_used_at = now() - interval '61 seconds'`);
    await harness.auth.authenticateUncached(key);
    const row = await rowOf(key);
    expect(Number(row?.expires_at) - Date.now()).toBeGreaterThan(29 * DAY_MS);
    expect(Date.now() - Number(row?.last_used_at)).toBeLessThan(30_000);
  });
});
