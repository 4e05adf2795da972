import { createKey, hashKey } from '@belfry/api/lib/keys';
import { insertKey } from '@belfry/api/features/accounts/keys.repository';
import { sweep } from '@belfry/api/composition/housekeeping';
import { deletePassedLimits } from '@belfry/api/http/rate-limit/rate-limit.repository';
import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createAdmin, createUser, PASSWORD, type TestUser } from '../../support/factories.ts';
import { advanceRateLimits, countStatuses } from '../../support/limits.ts';
import { mailTo, tokenIn } from '../../support/outbox.ts';
import { sessionsHttp } from '@belfry/schemas/http/accounts/sessions';
import { twoFactorHttp } from '@belfry/schemas/http/accounts/two-factor';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, { RATE_LIMIT_SCALE: '1' });
});

type KeyDates = Partial<Record<'created_at' | 'last_used_at' | 'expires_at', string>>;
/** Moves dates of a key relative to now. */
const setDates = (key: string, dates: KeyDates) =>
  api.db
    .updateTable('user_keys')
    .set(Object.fromEntries(Object.entries(dates).map(([name, when]) => [name, sql`now() + ${when}::interval`])))
    .where('key_hash', '=', hashKey(key))
    .execute();
const rowOf = (key: string) =>
  api.db.selectFrom('user_keys').selectAll().where('key_hash', '=', hashKey(key)).executeTakeFirst();
const statusOf = async (key: string) => (await api.call(usersHttp.profile, { key })).status;
/** A key with which an administrator impersonates a user. */
async function openedKey(user: TestUser): Promise<string> {
  const [admin, key] = [await createAdmin(api), createKey()];
  await insertKey(api.db, { user_id: user.id, key_hash: hashKey(key), ip: null, user_agent: null, made_by: admin.id });
  return key;
}

describe('a key', () => {
  it('expires thirty days after its last use, whatever its age', async () => {
    const [old, unused] = [await createUser(api), await createUser(api)];
    await setDates(old.key, { created_at: '-3 years', last_used_at: '-29 days', expires_at: '1 day' });
    await setDates(unused.key, { created_at: '-31 days', last_used_at: '-30 days', expires_at: '-1 second' });
    expect(await statusOf(old.key)).toBe(200);
    expect(await statusOf(unused.key)).toBe(401);
    const sessions = await api.call(sessionsHttp.list, old);
    expect(sessions.body).toMatchObject([{ current: true }]);
  });

  it('expires at its fixed date, although it was just used', async () => {
    const { key } = await createUser(api);
    await setDates(key, { created_at: '-1 minute', last_used_at: '0 seconds', expires_at: '-1 second' });
    expect(await statusOf(key)).toBe(401);
  });

  it('for impersonation expires after an hour, used or not', async () => {
    const key = await openedKey(await createUser(api));
    await setDates(key, { last_used_at: '-10 minutes', expires_at: '5 minutes' });
    const before = await rowOf(key);
    expect(await statusOf(key)).toBe(200);
    expect((await rowOf(key))?.expires_at).toEqual(before?.expires_at);
    await setDates(key, { expires_at: '-1 second' });
    // Signing out clears the cache of keys.
    await api.call(authHttp.signOut, await createUser(api));
    expect(await statusOf(key)).toBe(401);
  });
});

describe('housekeeping', () => {
  it('keeps all valid keys and removes the others', async () => {
    const [live, old, expired, revoked] = [
      await createUser(api),
      await createUser(api),
      await createUser(api),
      await createUser(api),
    ];
    const opened = await openedKey(live);
    await setDates(old.key, { created_at: '-3 years', last_used_at: '-29 days', expires_at: '1 day' });
    await setDates(expired.key, { last_used_at: '0 seconds', expires_at: '-1 second' });
    await api.call(authHttp.signOut, revoked);
    await sweep(api);
    for (const key of [live.key, old.key, opened]) expect(await statusOf(key)).toBe(200);
    for (const key of [expired.key, revoked.key]) expect(await rowOf(key)).toBeUndefined();
  });

  it('keeps valid tokens and removes those of the day before', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const links = [];
    for (const { email } of [user, other]) {
      await api.call(passwordsHttp.forgot, null, { email });
      links.push(tokenIn((await mailTo(api, email)).text));
    }
    await api.db
      .updateTable('one_time_tokens')
      .set({ created_at: sql<Date>`now() - interval '25 hours'` })
      .where('user_id', '=', other.id)
      .execute();
    await sweep(api);
    expect((await api.call(passwordsHttp.checkLink, null, { token: links[0] })).status).toBe(200);
    const tokens = api.db.selectFrom('one_time_tokens').select('user_id');
    const left = await tokens.where('user_id', 'in', [user.id, other.id]).execute();
    expect(left).toEqual([{ user_id: user.id }]);
  });

  it('keeps limits whose window has not ended and removes the others', async () => {
    const insert = (key: string, when: string) =>
      api.db
        .insertInto('rate_limits')
        .values({ key, hits: 5, resets_at: sql<Date>`now() + ${when}::interval` })
        .execute();
    await insert('runs', '1 minute');
    await insert('passed', '-1 second');
    await sweep(api);
    const keys = await api.db.selectFrom('rate_limits').select('key').where('key', 'in', ['runs', 'passed']).execute();
    expect(keys).toEqual([{ key: 'runs' }]);
  });

  it('bounds the number of limits: many addresses do not evict one that was counted often', async () => {
    await api.db.deleteFrom('rate_limits').execute();
    const row = (key: string, hits: number) => ({ key, hits, resets_at: sql<Date>`now() + interval '1 hour'` });
    const flood = Array.from({ length: 100 }, (_, index) => row(`flood:${index}`, 1));
    await api.db
      .insertInto('rate_limits')
      .values([row('guessed-at', 10), ...flood])
      .execute();
    await deletePassedLimits(api.db, 20);
    const left = await api.db.selectFrom('rate_limits').select('key').execute();
    expect(left).toHaveLength(20);
    expect(left).toContainEqual({ key: 'guessed-at' });
  });
});

describe('the second factor', () => {
  const second = (challenge: string, code: string) => api.call(authHttp.completeSignIn, null, { challenge, code });
  const challengeOf = async ({ email }: TestUser) =>
    (await api.call(authHttp.signIn, null, { email, password: PASSWORD })).body['challenge'];

  it('is limited to twenty wrong codes after the right password, over all challenges, until the time has passed', async () => {
    const user = await createUser(api);
    const enrolled = await api.call(twoFactorHttp.enrol, user, { password: PASSWORD });
    const app = new TOTP({ secret: Secret.fromBase32(enrolled.body['secret']) });
    const code = () => app.generate();
    const wrong = () => (code() === '000000' ? '000001' : '000000');
    await api.call(twoFactorHttp.confirm, user, { code: code() });
    await api.db.updateTable('two_factor').set({ last_step: 0 }).where('user_id', '=', user.id).execute();

    const challenges = [];
    for (let count = 0; count < 9; count += 1) challenges.push(await challengeOf(user));
    const answers = [];
    for (const challenge of challenges.slice(1)) {
      answers.push(...(await Promise.all(Array.from({ length: 5 }, () => second(challenge, wrong())))));
    }
    expect(countStatuses(answers)).toEqual({ 401: 20, 429: 20 });
    const refused = await second(challenges[0] ?? '', code());
    expect(refused.status).toBe(429);
    expect(refused.body.error).toBe('Too many attempts. Please try again in 15 minutes');
    await advanceRateLimits(api, 15 * 60);
    expect((await second(challenges[0] ?? '', code())).status).toBe(200);
  });

  it('is limited in the same way when it is turned on', async () => {
    const user = await createUser(api);
    await api.call(twoFactorHttp.enrol, user, { password: PASSWORD });
    const guess = () => api.call(twoFactorHttp.confirm, user, { code: '000000' });
    const answers = await Promise.all(Array.from({ length: 30 }, guess));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});
