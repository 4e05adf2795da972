import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser, PASSWORD, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { twoFactorHttp } from '@belfry/schemas/http/accounts/two-factor';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const STEP_MS = 30_000;
type Phone = { code(stepsAhead?: number): string };
type Guarded = TestUser & { phone: Phone; recovery: string[]; secret: string };

/** An authenticator app with a secret. */
const phoneWith = (secret: string): Phone => {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) });
  return { code: (ahead = 0) => totp.generate({ timestamp: Date.now() + ahead * STEP_MS }) };
};
const OFF = { enabled: false, enabled_at: null, recovery_codes_left: 0, passkeys: 0, required: false };
const state = async (key: string) => (await api.call(twoFactorHttp.read, { key })).body;

async function enrol(user: TestUser): Promise<{ phone: Phone; secret: string }> {
  const { body } = await api.call(twoFactorHttp.enrol, user, { password: PASSWORD });
  const { secret } = body;
  return { phone: phoneWith(secret), secret };
}

/** A user with two-factor sign-in whose activation code has expired. */
async function createGuarded(): Promise<Guarded> {
  const user = await createUser(api);
  const { phone, secret } = await enrol(user);
  const { body } = await api.call(twoFactorHttp.confirm, user, { code: phone.code() });
  await api.db.updateTable('two_factor').set({ last_step: 0 }).where('user_id', '=', user.id).execute();
  return { ...user, phone, secret, recovery: body.recovery_codes };
}

async function challengeOf({ email }: TestUser): Promise<string> {
  const { status, body } = await api.call(authHttp.signIn, null, { email, password: PASSWORD });
  expect({ status, required: body['two_factor_required'], key: body['user_key'] }).toEqual({
    status: 200,
    required: true,
    key: undefined,
  });
  return body['challenge'];
}
const second = (challenge: string, code: string) => api.call(authHttp.completeSignIn, null, { challenge, code });
const wrong = (phone: Phone): string => {
  const good = new Set([-2, -1, 0, 1, 2].map((ahead) => phone.code(ahead)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !good.has(code)) ?? '';
};

describe('enabling two-factor sign-in', () => {
  it('requires the password and a code of the app, and returns recovery codes', async () => {
    const user = await createUser(api);
    expect(await state(user.key)).toEqual(OFF);
    expect(await api.call(twoFactorHttp.enrol, user, { password: 'Wrong-1' })).toMatchObject({
      status: 400,
      body: { code: 'wrong_password', details: [{ path: 'password' }] },
    });
    const { phone } = await enrol(user);
    expect((await api.call(authHttp.signIn, null, { email: user.email, password: PASSWORD })).body).toHaveProperty(
      'user_key',
    );
    expect(await api.call(twoFactorHttp.confirm, user, { code: wrong(phone) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', details: [{ path: 'code' }] },
    });
    const { body } = await api.call(twoFactorHttp.confirm, user, { code: phone.code() });
    expect(new Set(body.recovery_codes).size).toBe(10);
    expect(await state(user.key)).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect((await api.call(usersHttp.profile, user)).body['two_factor']).toBe(true);
    expect((await api.call(twoFactorHttp.enrol, user, { password: PASSWORD })).body.code).toBe('conflict');
    expect((await api.call(twoFactorHttp.confirm, user, { code: phone.code(1) })).body.code).toBe('conflict');
  });

  it('stores secret and recovery codes encrypted or hashed', async () => {
    const { id, secret, recovery } = await createGuarded();
    const rows = await api.db.selectFrom('two_factor').select('secret').where('user_id', '=', id).execute();
    expect(rows[0]?.secret.includes(Buffer.from(secret))).toBe(false);
    expect(rows[0]?.secret.includes(Buffer.from(Secret.fromBase32(secret).buffer))).toBe(false);
    const codes = await api.db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', id).execute();
    expect(codes.map(({ code_hash }) => code_hash.toString('utf8'))).not.toContain(recovery[0]);
  });
});

describe('the second step of a sign-in', () => {
  it('accepts a code of the app once', async () => {
    const user = await createGuarded();
    const code = user.phone.code();
    const login = await second(await challengeOf(user), ` ${code.slice(0, 3)} ${code.slice(3)} `);
    expect(login).toMatchObject({ status: 200, body: { id: user.id, role: 'user' } });
    expect((await api.call(usersHttp.profile, { key: login.body['user_key'] })).status).toBe(200);
    expect(await second(await challengeOf(user), code)).toMatchObject({ status: 401, body: { code: 'wrong_code' } });
    expect((await second(await challengeOf(user), user.phone.code(1))).status).toBe(200);
  });

  it('accepts a recovery code once', async () => {
    const user = await createGuarded();
    const [first = '', another = ''] = user.recovery;
    expect((await second(await challengeOf(user), first.toUpperCase())).status).toBe(200);
    expect((await second(await challengeOf(user), first)).status).toBe(401);
    expect((await second(await challengeOf(user), another.replaceAll('-', ' '))).status).toBe(200);
    expect(await state(user.key)).toMatchObject({ recovery_codes_left: 8 });
  });

  it('is rejected after five wrong codes, also for concurrent requests', async () => {
    const user = await createGuarded();
    const challenge = await challengeOf(user);
    const guesses = await Promise.all(Array.from({ length: 20 }, () => second(challenge, wrong(user.phone))));
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(guesses.filter(({ body }) => body.code === 'challenge_expired')).toHaveLength(15);
    expect((await second(challenge, user.phone.code())).status).toBe(410);
    expect((await second(await challengeOf(user), user.phone.code())).status).toBe(200);
  });

  it('expires after five minutes and rejects unknown challenges', async () => {
    const user = await createGuarded();
    const challenge = await challengeOf(user);
    await api.db
      .updateTable('one_time_tokens')
      .set({ created_at: sql`now() - interval '5 minutes'` })
      .where('user_id', '=', user.id)
      .execute();
    expect((await second(challenge, user.phone.code())).body.code).toBe('challenge_expired');
    expect((await second('anything', user.phone.code())).status).toBe(410);
  });

  it('returns one key when a challenge is answered twice concurrently', async () => {
    const user = await createGuarded();
    const challenge = await challengeOf(user);
    const code = user.phone.code();
    const answers = await Promise.all([second(challenge, code), second(challenge, code)]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410]);
  });

  it('is rejected for a user who was blocked between the steps', async () => {
    const user = await createGuarded();
    const challenge = await challengeOf(user);
    await api.db.updateTable('users').set({ blocked: true }).where('id', '=', user.id).execute();
    expect((await second(challenge, user.phone.code())).body.code).toBe('account_blocked');
  });
});

describe('recovery codes', () => {
  it('are invalidated by new ones', async () => {
    const user = await createGuarded();
    const { body } = await api.call(twoFactorHttp.replaceRecoveryCodes, user, { password: PASSWORD });
    const fresh = body.recovery_codes;
    expect((await second(await challengeOf(user), user.recovery[0] ?? '')).status).toBe(401);
    expect((await second(await challengeOf(user), fresh[0] ?? '')).status).toBe(200);
    const other = await createUser(api);
    expect((await api.call(twoFactorHttp.replaceRecoveryCodes, other, { password: PASSWORD })).body.code).toBe(
      'conflict',
    );
  });

  it('and two-factor sign-in can be disabled with the password and a code', async () => {
    const user = await createGuarded();
    const off = (password: string, code: string) => api.call(twoFactorHttp.disable, user, { password, code });
    expect((await off('Wrong-1', user.phone.code())).body.code).toBe('wrong_password');
    expect((await off(PASSWORD, wrong(user.phone))).body.code).toBe('invalid_input');
    expect((await off(PASSWORD, user.phone.code())).status).toBe(204);
    expect(await state(user.key)).toEqual(OFF);
    const login = await api.call(authHttp.signIn, null, { email: user.email, password: PASSWORD });
    expect(login.body).toHaveProperty('user_key');
  });
});
