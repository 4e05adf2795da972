import { signIn, signOut } from '@belfry/api/features/auth/auth.service';
import { completeSignIn } from '@belfry/api/features/auth/two-step.service';
import { requestUnlock } from '@belfry/api/features/auth/unlock.service';
import {
  createToken,
  revokeToken,
  storeToken,
  lockLiveToken,
} from '@belfry/api/features/one-time-tokens/tokens.service';
import { deleteOldTokens, deleteTokens, deleteTokensOf } from '@belfry/api/features/one-time-tokens/tokens.repository';
import { confirmEnrolment, enrol } from '@belfry/api/features/two-factor/two-factor.service';
import { requirePassword } from '@belfry/api/features/users/require-password';
import { hashKey } from '@belfry/api/lib/keys';
import type { LoginAnswer, LoginBody, TwoFactorChallenge } from '@belfry/schemas/http/auth';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startAuthHarness, type AuthHarness } from '../../support/auth-harness.ts';
import { createUser, PASSWORD, type TestUser } from '../../support/factories.ts';
import type { AppError } from '@belfry/api/errors';

const IP = '192.0.2.1';
const origin = { ip: IP, userAgent: 'test' };

let parts: AuthHarness;
beforeAll(async () => {
  parts = await startAuthHarness();
});
afterAll(() => parts.stop());
beforeEach(async () => {
  await parts.db.deleteFrom('rate_limits').execute();
  parts.broker.disconnected.length = 0;
});

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'fine',
    (error: AppError) => error.code,
  );
const login = (email: string, overrides: Partial<LoginBody> = {}, from = origin) =>
  signIn(parts, { email, password: PASSWORD, ...overrides }, from);
const times = async <T>(count: number, call: () => Promise<T>): Promise<T[]> => {
  const all = [];
  for (let time = 0; time < count; time++) all.push(await call());
  return all;
};
async function tokenFor(user_id: number, purpose: 'unlock_sign_in' | 'two_factor' | 'reset_password'): Promise<string> {
  const token = createToken();
  await storeToken(parts.db, token, { user_id, purpose });
  return token;
}
const tokensOf = async (id: number) =>
  (await parts.db.selectFrom('one_time_tokens').select(['purpose', 'tries']).where('user_id', '=', id).execute()).map(
    ({ purpose, tries }) => `${purpose} ${tries}`,
  );

describe('signing in', () => {
  it('starts a session, keeps the count of the address, and resets the others', async () => {
    const { id, email } = await createUser(parts);
    expect(await codeOf(login(email, { password: 'wrong' }))).toBe('wrong_credentials');
    expect(await parts.limits()).toEqual({
      [`login:${IP}`]: 1,
      [`login:${IP}:${email}`]: 1,
      [`login-account:${email}`]: 1,
    });
    const { user_key, ...answer } = (await login(email.toUpperCase())) as LoginAnswer;
    expect(answer).toEqual({ id, role: 'user', expires_at: expect.any(Date) });
    expect(await parts.auth.authenticate(user_key)).toMatchObject({ id });
    expect(await parts.limits()).toEqual({ [`login:${IP}`]: 2, [`login-account:${email}`]: 1 });
  });

  it('is rejected with the same error for a wrong password and an unknown email address', async () => {
    const { email } = await createUser(parts);
    for (const call of [login(email, { password: 'wrong' }), login('nobody@belfry.test')])
      await expect(call).rejects.toMatchObject({ code: 'wrong_credentials', message: 'Invalid email or password' });
    expect(await parts.limits()).toMatchObject({ 'login-account:nobody@belfry.test': 1 });
  });

  it.each([
    [{ email_confirm: false }, 'email_not_confirmed', 'Please confirm your email address first'],
    [{ blocked: true }, 'account_blocked', 'Your account is blocked. Please contact your administrator.'],
    [{ active: false }, 'account_blocked', 'Your account is suspended. Please contact your administrator.'],
  ])('to an account with %j is rejected after the right password', async (state, code, message) => {
    const { id, email } = await createUser(parts);
    await parts.db.updateTable('users').set(state).where('id', '=', id).execute();
    expect(await codeOf(login(email, { password: 'wrong' }))).toBe('wrong_credentials');
    await expect(login(email)).rejects.toMatchObject({ code, message });
  });

  it('is limited to ten attempts per address and thirty per account, and not for others', async () => {
    const [{ email }, other] = [await createUser(parts), await createUser(parts)];
    const wrong = (ip: string) => codeOf(login(email, { password: 'wrong' }, { ...origin, ip }));
    expect(await times(11, () => wrong(IP))).toEqual([...Array<string>(10).fill('wrong_credentials'), 'rate_limited']);
    expect(await codeOf(login(other.email))).toBe('fine');
    expect(await times(10, () => wrong('192.0.2.2'))).not.toContain('rate_limited');
    expect((await times(11, () => wrong('192.0.2.3'))).filter((code) => code === 'rate_limited')).toHaveLength(1);
    expect(await wrong('192.0.2.4')).toBe('rate_limited');
    expect(await codeOf(login(email, {}, { ...origin, ip: '192.0.2.5' }))).toBe('rate_limited');
  });

  it('is rejected when the password changes while it is checked', async () => {
    const { id, email } = await createUser(parts);
    const locked = parts.db.transaction().execute(async (trx) => {
      await sql`update users set password_hash = password_hash || 'x' where id = ${id}`.execute(trx);
      const signing = codeOf(login(email));
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { signing };
    });
    expect(await (await locked).signing).toBe('wrong_credentials');
  });
});

describe('signing out', () => {
  it('revokes the key of the caller and closes their connections', async () => {
    const { id, email, key: other } = await createUser(parts);
    const { user_key } = (await login(email)) as LoginAnswer;
    const caller = await parts.auth.authenticate(user_key);
    if (!caller) throw new Error('nobody');
    await signOut(parts, caller);
    expect(await parts.auth.authenticate(user_key)).toBeNull();
    expect(await parts.auth.authenticate(other)).toMatchObject({ id });
    expect(parts.broker.disconnected).toEqual([{ kind: 'console', ids: [String(id)] }]);
  });
});

describe('an emailed sign-in link', () => {
  it('signs in its owner beyond the limits of the account, once', async () => {
    const { id, email } = await createUser(parts);
    await times(31, () => codeOf(login(email, { password: 'wrong' }, { ...origin, ip: '192.0.2.9' })));
    const unlock = await tokenFor(id, 'unlock_sign_in');
    expect(await codeOf(login(email, { unlock, password: 'wrong' }))).toBe('wrong_credentials');
    expect(await tokensOf(id)).toEqual(['unlock_sign_in 1']);
    expect(await login(email, { unlock })).toMatchObject({ id });
    expect(await tokensOf(id)).toEqual([]);
    expect(await codeOf(login(email, { unlock }))).toBe('link_expired');
    // The attempts of others remain counted.
    expect(await parts.limits()).toMatchObject({ [`unlock:${IP}`]: 3 });
  });

  it('allows ten passwords for its account only', async () => {
    const [{ id, email }, other] = [await createUser(parts), await createUser(parts)];
    const unlock = await tokenFor(id, 'unlock_sign_in');
    const wrong = () => codeOf(login(email, { unlock, password: 'wrong' }));
    expect(await codeOf(login(other.email, { unlock }))).toBe('link_expired');
    expect(await codeOf(login('nobody@belfry.test', { unlock }))).toBe('link_expired');
    expect(await codeOf(login(email, { unlock: await tokenFor(id, 'reset_password') }))).toBe('link_expired');
    expect(await times(11, wrong)).toEqual([...Array<string>(10).fill('wrong_credentials'), 'link_expired']);
    await expect(login(email, { unlock })).rejects.toMatchObject({
      message: 'This link has expired or was used before. Please request a new one.',
    });
  });

  it('is sent twice an hour to an account; the response is the same for an unknown one', async () => {
    const { id, email } = await createUser(parts);
    const answers = [
      await requestUnlock(parts as never, email, IP),
      await requestUnlock(parts as never, 'x@belfry.test', IP),
    ];
    expect(answers[0]).toEqual({
      success: true,
      message: 'If there is an account with this email address, a link to sign in has been sent to it.',
    });
    expect(answers[1]).toEqual(answers[0]);
    expect(parts.outboxWakes()).toBe(1);
    const { rows } = await sql<{ link: string; kind: string }>`
      select link, kind from outgoing_messages where user_id = ${id}`.execute(parts.db);
    expect(rows).toEqual([{ kind: 'unlock_sign_in', link: expect.stringContaining('/unlock') }]);
    const unlock = new URL(rows[0]?.link ?? '').searchParams.get('token') ?? rows[0]?.link.split(/[#=]/).at(-1) ?? '';
    expect(await login(email, { unlock })).toMatchObject({ id });
    expect(await codeOf(requestUnlock(parts as never, email.toUpperCase(), '192.0.2.7'))).toBe('fine');
    await expect(requestUnlock(parts as never, email, '192.0.2.8')).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('A link was sent a short time ago. Please use the newest one.'),
    });
  });
});

describe('the second step of a sign-in', () => {
  /** A user with two-factor sign-in, and recovery codes that are valid once each. */
  async function withTwoFactor(): Promise<TestUser & { codes: string[] }> {
    const user = await createUser(parts);
    const { secret } = await enrol(parts.db, parts.config, user);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    return { ...user, codes: await confirmEnrolment(parts.db, parts.config, user.id, code) };
  }
  const complete = (challenge: string, code = '') => completeSignIn(parts, { challenge, code }, origin);
  const first = async (email: string) => (await login(email)) as TwoFactorChallenge;

  it('is required after a right password, and starts the session', async () => {
    const { id, email, codes } = await withTwoFactor();
    const { challenge, ...rest } = await first(email);
    expect(rest).toEqual({ two_factor_required: true, expires_at: expect.any(Date) });
    expect(Math.abs(Number(rest.expires_at) - Date.now() - 300_000)).toBeLessThan(30_000);
    const others = await first(email);
    expect(await codeOf(complete(challenge, '000000'))).toBe('wrong_code');
    expect(await tokensOf(id)).toEqual(expect.arrayContaining(['two_factor 0', 'two_factor 1']));
    expect(await parts.limits()).toMatchObject({ [`two-factor:${id}`]: 1 });
    expect(await complete(challenge, codes[0])).toMatchObject({ id, user_key: expect.any(String) });
    expect(await tokensOf(id)).toEqual([]);
    expect(await parts.limits()).not.toHaveProperty(`two-factor:${id}`);
    for (const used of [challenge, others.challenge])
      expect(await codeOf(complete(used, codes[1]))).toBe('challenge_expired');
  });

  it('is rejected after five wrong codes, after its time, and without a code', async () => {
    const { id, email, codes } = await withTwoFactor();
    const { challenge } = await first(email);
    expect(await times(6, () => codeOf(complete(challenge, '000000')))).toEqual([
      ...Array<string>(5).fill('wrong_code'),
      'challenge_expired',
    ]);
    await expect(complete(challenge, codes[0])).rejects.toMatchObject({
      message: 'This sign-in has taken too long. Please sign in again.',
    });
    expect(await codeOf(complete('nothing', codes[0]))).toBe('challenge_expired');
    const late = await first(email);
    await sql`update one_time_tokens set created_at = now() - interval '5 minutes' where user_id = ${id}`.execute(
      parts.db,
    );
    expect(await codeOf(complete(late.challenge, codes[0]))).toBe('challenge_expired');
  });

  it('is limited per user, over all challenges', async () => {
    const { email } = await withTwoFactor();
    const codes = [];
    for (let round = 0; round < 5; round++) {
      const { challenge } = await first(email);
      codes.push(...(await times(round < 4 ? 5 : 1, () => codeOf(complete(challenge, '000000')))));
    }
    expect(codes).toEqual([...Array<string>(20).fill('wrong_code'), 'rate_limited']);
  });

  it('is rejected for a user who was blocked meanwhile', async () => {
    const { id, email, codes } = await withTwoFactor();
    const { challenge } = await first(email);
    await parts.db.updateTable('users').set({ blocked: true }).where('id', '=', id).execute();
    expect(await codeOf(complete(challenge, codes[0]))).toBe('account_blocked');
  });
});

describe('a password confirmation', () => {
  const ask = (id: number, password: string) =>
    requirePassword(parts, id, { field: 'currentPassword', password, text: 'That is not it' });

  it('is limited to ten in a quarter of an hour, and resets when it is right', async () => {
    const { id } = await createUser(parts);
    await expect(ask(id, 'wrong')).rejects.toMatchObject({
      code: 'wrong_password',
      message: 'That is not it',
      details: [{ path: 'currentPassword', message: 'That is not it' }],
    });
    expect(await parts.limits()).toEqual({ [`password:${id}`]: 1 });
    expect(await ask(id, PASSWORD)).toMatchObject({ id });
    expect(await parts.limits()).toEqual({});
    expect(await times(11, () => codeOf(ask(id, 'wrong')))).toEqual([
      ...Array<string>(10).fill('wrong_password'),
      'rate_limited',
    ]);
    await expect(ask(id, PASSWORD)).rejects.toMatchObject({ retryAfterSeconds: expect.closeTo(900, -2) });
    expect(await codeOf(ask(0, PASSWORD))).toBe('not_found');
  });
});

describe('a one-time token', () => {
  const take = (token: string, purpose: 'reset_password' | 'two_factor' | 'unlock_sign_in') =>
    parts.db.transaction().execute((trx) => lockLiveToken(trx, token, purpose));

  it('is stored by its hash with its user and purpose', async () => {
    const { id, email } = await createUser(parts);
    const token = await tokenFor(id, 'reset_password');
    expect(await take(token, 'reset_password')).toMatchObject({ user_id: id, tries: 0, user: { id, email } });
    expect(await take(token, 'two_factor')).toBeUndefined();
    expect(await take('another', 'reset_password')).toBeUndefined();
    const row = await parts.db.selectFrom('one_time_tokens').selectAll().where('user_id', '=', id).executeTakeFirst();
    expect(row).toMatchObject({ token_hash: hashKey(token), message_id: null });
  });

  it.each([
    ['reset_password', 1_800],
    ['two_factor', 300],
    ['unlock_sign_in', 7_200],
  ] as const)('for %s works for %i seconds', async (purpose, seconds) => {
    const { id } = await createUser(parts);
    const token = await tokenFor(id, purpose);
    const age = (ms: number) =>
      sql`update one_time_tokens set created_at = now() - ${ms} * interval '1 ms' where user_id = ${id}`.execute(
        parts.db,
      );
    await age(seconds * 1_000 - 5_000);
    expect(await take(token, purpose)).toBeDefined();
    await age(seconds * 1_000);
    expect(await take(token, purpose)).toBeUndefined();
  });

  it('can be deleted alone, by purpose, by user, or when it is a day old', async () => {
    const [{ id }, other] = [await createUser(parts), await createUser(parts)];
    const links = [await tokenFor(id, 'reset_password'), await tokenFor(id, 'reset_password')];
    await tokenFor(id, 'two_factor');
    await tokenFor(other.id, 'reset_password');
    await revokeToken(parts.db, links[0] ?? '');
    expect((await tokensOf(id)).toSorted()).toEqual(['reset_password 0', 'two_factor 0']);
    await deleteTokens(parts.db, id, 'reset_password');
    expect(await tokensOf(id)).toEqual(['two_factor 0']);
    await deleteTokensOf(parts.db, id);
    expect([await tokensOf(id), await tokensOf(other.id)]).toEqual([[], ['reset_password 0']]);
    await deleteOldTokens(parts.db);
    expect(await tokensOf(other.id)).toHaveLength(1);
    await sql`update one_time_tokens set created_at = now() - interval '25 hours' where user_id = ${other.id}`.execute(
      parts.db,
    );
    await deleteOldTokens(parts.db);
    expect(await tokensOf(other.id)).toEqual([]);
  });
});
