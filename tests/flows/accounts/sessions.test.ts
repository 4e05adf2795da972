import { hashKey } from '@belfry/api/lib/keys';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser, PASSWORD, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { sessionsHttp } from '@belfry/schemas/http/accounts/sessions';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { authHttp } from '@belfry/schemas/http/accounts/auth';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
const signIn = async ({ email }: TestUser, headers = {}): Promise<string> =>
  (await api.call(authHttp.signIn, null, { email, password: PASSWORD }, { headers })).body.user_key;
const list = async (key: string) => (await api.call(sessionsHttp.list, { key })).body;
const works = async (key: string) => (await api.call(usersHttp.profile, { key })).status === 200;
/** Moves a time of a key into the past. */
const shift = (key: string, change: object) =>
  api.db.updateTable('user_keys').set(change).where('key_hash', '=', hashKey(key)).execute();

describe('the list of sessions', () => {
  it('contains place and start of each and marks the current one, without keys', async () => {
    const user = await createUser(api);
    const key = await signIn(user, { 'user-agent': FIREFOX });
    const sessions = await list(key);
    expect(sessions).toHaveLength(2);
    expect(sessions[0]).toMatchObject({
      current: true,
      ip: '127.0.0.1',
      browser: 'Firefox',
      system: 'Linux',
      user_agent: FIREFOX,
      country: null,
    });
    expect(sessions[1]?.current).toBe(false);
    expect(JSON.stringify(sessions)).not.toContain(key);
    const lifetime = Date.parse(sessions[0]?.expires_at ?? '') - Date.parse(sessions[0]?.created_at ?? '');
    expect(Math.round(lifetime / 86_400_000)).toBe(30);
  });

  it('contains only the user’s own, without those that have ended', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const key = await signIn(user);
    await shift(user.key, { expires_at: sql`now() - interval '1 second'` });
    expect((await list(key)).map(({ current }) => current)).toEqual([true]);
    expect((await list(other.key)).map(({ current }) => current)).toEqual([true]);
  });
});

describe('a session', () => {
  it('can be ended by its owner, with its live connection', async () => {
    const user = await createUser(api);
    const key = await signIn(user);
    const old = (await list(key)).find(({ current }) => !current);
    expect(await works(user.key)).toBe(true);
    expect((await api.call(sessionsHttp.end, { key }, { id: old?.id })).status).toBe(204);
    expect([await works(user.key), await works(key)]).toEqual([false, true]);
    expect(api.broker.disconnected).toContainEqual({ kind: 'console', ids: [String(user.id)] });
    expect((await api.call(sessionsHttp.end, { key }, { id: old?.id })).status).toBe(404);
  });

  it('of another user returns 404', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const [theirs] = await list(other.key);
    expect((await api.call(sessionsHttp.end, user, { id: theirs?.id })).status).toBe(404);
    expect(await works(other.key)).toBe(true);
    for (const id of ['0', '-1', 'abc', '99999999999999999999']) {
      expect((await api.call(sessionsHttp.end, user, { id })).status).toBe(400);
    }
  });

  it('can end all others', async () => {
    const user = await createUser(api);
    const keys = [await signIn(user), await signIn(user)];
    const answer = await api.call(sessionsHttp.endOthers, { key: keys[1] });
    expect(answer).toMatchObject({ status: 200, body: { revoked: 2 } });
    expect(await Promise.all([user.key, ...keys].map(works))).toEqual([false, false, true]);
  });

  it('expires thirty days after its last use, not after its start', async () => {
    const [used, unused] = [await createUser(api), await createUser(api)];
    const nearlyOver = { expires_at: sql`now() + interval '1 day'`, last_used_at: sql`now() - interval '29 days'` };
    await shift(used.key, nearlyOver);
    const [session] = await list(used.key);
    expect(Date.parse(session?.expires_at ?? '')).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    await shift(unused.key, { expires_at: sql`now()`, last_used_at: sql`now() - interval '30 days'` });
    expect(await works(unused.key)).toBe(false);
  });
});
