import { hashKey } from '@belfry/api/lib/keys';
import { ROLES } from '@belfry/schemas/domain/roles';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { ROOT, type TestApi } from '../../../support/api.ts';
import { changeSettings, flow } from '../../../support/flow.ts';
import { createAdmin, createUser, PASSWORD } from '../../../support/factories.ts';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { pathOf } from '../../../support/http-client.ts';

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, { RATE_LIMIT_SCALE: '1' });
});

const signIn = (email: string, password: string) => api.call(authHttp.signIn, null, { email, password });

describe('signing in', () => {
  it('accepts the first root account, with its email address in any case, and returns the account', async () => {
    const login = await signIn(ROOT.email.toUpperCase(), ROOT.password);
    expect(login.status).toBe(200);
    expect(login.body).toMatchObject({ role: 'root' });
    const profile = await api.call(usersHttp.profile, { key: login.body['user_key'] });
    expect(profile.body).toMatchObject({ email: ROOT.email, role: 'root', email_confirm: true });
    expect(profile.body).not.toHaveProperty('password_hash');
  });

  it('accepts the key with and without Bearer, and with a trailing slash', async () => {
    const { key } = await createUser(api);
    expect((await api.call(usersHttp.profile, { key: `Bearer ${key}` })).status).toBe(200);
    expect((await api.get(`${pathOf(usersHttp.profile)}/`, { key })).status).toBe(200);
  });

  it('creates a new key for each sign-in', async () => {
    const { email } = await createUser(api);
    const [one, two] = [await signIn(email, PASSWORD), await signIn(email, PASSWORD)];
    expect(one.body['user_key']).not.toBe(two.body['user_key']);
  });

  it('returns the same error for a wrong password and an unknown email address', async () => {
    const { email } = await createUser(api);
    const wrong = await signIn(email, 'Wrong-1');
    const unknown = await signIn('nobody@belfry.test', 'Wrong-1');
    expect(wrong).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
    expect(unknown.body.error).toBe(wrong.body.error);
    expect(unknown.status).toBe(401);
  });

  it('rejects users who are blocked, suspended or have not confirmed their email address', async () => {
    const unconfirmed = await createUser(api, { email_confirm: false });
    const blocked = await createUser(api, { blocked: true });
    const suspended = await createUser(api, { active: false });
    expect((await signIn(unconfirmed.email, PASSWORD)).body.code).toBe('email_not_confirmed');
    expect((await signIn(blocked.email, PASSWORD)).body.code).toBe('account_blocked');
    expect((await signIn(suspended.email, PASSWORD)).body.code).toBe('account_blocked');
    expect((await api.call(usersHttp.profile, blocked)).status).toBe(403);
  });

  it('does not reveal that an account is blocked without the right password', async () => {
    const blocked = await createUser(api, { blocked: true });
    expect((await signIn(blocked.email, 'Wrong-1')).body.code).toBe('wrong_credentials');
  });

  it.each(ROLES)('returns the role %s', async (role) => {
    const { email } = await createUser(api, { role });
    expect((await signIn(email, PASSWORD)).body).toMatchObject({ role });
  });

  it('allows no other roles', async () => {
    expect(ROLES).toEqual(['user', 'admin', 'root']);
    const { id } = await createUser(api);
    const promoted = api.db
      .updateTable('users')
      .set({ role: sql`'owner'` })
      .where('id', '=', id);
    await expect(promoted.execute()).rejects.toThrow(/role/);
  });

  it('names the missing email or password', async () => {
    expect((await signIn(' ', 'x')).body.error).toBe('Email is required');
    expect((await signIn('a@b.test', '')).body.error).toBe('Password is required');
  });
});

describe('the sign-in limit', () => {
  it('rejects sign-ins for an email address after ten wrong passwords, with the time to wait, and no others', async () => {
    const victim = await createUser(api);
    const other = await createUser(api);
    const tries = await Promise.all(Array.from({ length: 12 }, () => signIn(victim.email, 'Wrong-1')));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = tries.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe('rate_limited');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(60);
    expect((await signIn(victim.email, PASSWORD)).status).toBe(429);
    expect((await signIn(other.email, PASSWORD)).status).toBe(200);
  });

  it('resets after the right password', async () => {
    const { email } = await createUser(api);
    for (let round = 0; round < 2; round += 1) {
      for (let wrong = 0; wrong < 7; wrong += 1) expect((await signIn(email, 'Wrong-1')).status).toBe(401);
      expect((await signIn(email, PASSWORD)).status).toBe(200);
    }
  });
});

describe('keys', () => {
  it('are invalid after signing out, and the live connections of the user are closed', async () => {
    const user = await createUser(api);
    await api.call(usersHttp.profile, user);
    expect((await api.call(authHttp.signOut, user)).status).toBe(204);
    expect(await api.call(usersHttp.profile, user)).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
    expect(api.broker.disconnected).toContainEqual({ kind: 'console', ids: [String(user.id)] });
  });

  it('expire when they are not used, and are extended by use', async () => {
    const expired = await createUser(api);
    const used = await createUser(api);
    const set = (key: string, column: 'expires_at' | 'last_used_at', when: string) =>
      api.db
        .updateTable('user_keys')
        .set({ [column]: sql`now() + ${when}::interval` })
        .where('key_hash', '=', hashKey(key))
        .execute();
    await set(expired.key, 'expires_at', '-1 second');
    await set(used.key, 'expires_at', '1 hour');
    await set(used.key, 'last_used_at', '-2 minutes');
    expect((await api.call(usersHttp.profile, expired)).status).toBe(401);
    expect((await api.call(usersHttp.profile, used)).status).toBe(200);
    const row = await api.db
      .selectFrom('user_keys')
      .select('expires_at')
      .where('key_hash', '=', hashKey(used.key))
      .executeTakeFirstOrThrow();
    expect(row.expires_at.getTime()).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  });

  it('are stored as hashes only', async () => {
    const { key } = await createAdmin(api);
    const rows = await api.db.selectFrom('user_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key);
  });
});
