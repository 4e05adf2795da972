/** @module-tag full */
import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createUser, PASSWORD, type TestUser } from '../../support/factories.ts';
import type { Answer } from '../../support/http-client.ts';
import { tokenIn } from '../../support/outbox.ts';
import { twoFactorHttp } from '@belfry/schemas/http/accounts/two-factor';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';
import { sessionsHttp } from '@belfry/schemas/http/accounts/sessions';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { authHttp } from '@belfry/schemas/http/accounts/auth';

let api: TestApi;
let root: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, { RATE_LIMIT_SCALE: '100000', CODE_RESEND_AFTER_S: '0' });
  root = await createUser(api, { role: 'root' });
});

const STEP_MS = 30_000;
/** Repetitions per pair: enough to detect a wrong order of locks reliably. */
const ROUNDS = 4;
let made = 0;

/** A user with two-factor sign-in, an unconfirmed phone number, and everything that can run concurrently. */
type Account = TestUser & {
  phone: string;
  totp: (ahead?: number) => string;
  recovery: string[];
  challenges: string[];
  link: string;
  phoneCode: string;
};

async function createAccount(): Promise<Account> {
  made += 1;
  const phone = `+491511${String(1_000_000 + made)}`;
  const user = await createUser(api, { phone });
  const body = { password: PASSWORD };
  const { body: enrolled } = await api.call(twoFactorHttp.enrol, user, { ...body });
  const totp = new TOTP({ secret: Secret.fromBase32(enrolled['secret']) });
  const code = (ahead = 0) => totp.generate({ timestamp: Date.now() + ahead * STEP_MS });
  const confirmed = await api.call(twoFactorHttp.confirm, user, { code: code() });
  await api.db.updateTable('two_factor').set({ last_step: 0 }).where('user_id', '=', user.id).execute();
  const signIn = () => api.call(authHttp.signIn, null, { email: user.email, password: PASSWORD });
  // The answer to a forgotten password takes a fixed time, whether the address is known or not.
  const forgotten = api.call(passwordsHttp.forgot, null, { email: user.email });
  const challenges = [await signIn(), await signIn()].map((answer) => answer.body['challenge']);
  await api.call(registrationHttp.resendPhone, null, { phone });
  await forgotten;
  return {
    ...user,
    phone,
    totp: code,
    recovery: confirmed.body['recovery_codes'],
    challenges,
    ...(await secretsOf(user)),
  };
}

/** The messages as they were sent; reading the outbox files would be too slow. */
async function secretsOf({ id }: TestUser): Promise<{ link: string; phoneCode: string }> {
  const sent = await api.db
    .selectFrom('outgoing_messages')
    .select(['code', 'link'])
    .where('user_id', '=', id)
    .execute();
  const one = (field: 'code' | 'link') => sent.find((message) => message[field] !== null)?.[field] ?? '';
  return { link: tokenIn(one('link')), phoneCode: one('code') };
}

type Call = (account: Account) => Promise<Answer<Record<string, unknown>>>;
const second = (which: 0 | 1, code: (account: Account) => string): Call => {
  return (account) =>
    api.call(authHttp.completeSignIn, null, { challenge: account.challenges[which], code: code(account) });
};
const edit =
  (changes: (account: Account) => object): Call =>
  (account) =>
    api.call(userChangesHttp.edit, root, { user_id: account.id, updates: changes(account) });

const CALLS = {
  'the second factor': second(0, ({ totp }) => totp()),
  'another second factor': second(1, ({ totp }) => totp(1)),
  'a recovery code': second(1, ({ recovery }) => recovery[0] ?? ''),
  'a wrong second factor': second(1, () => '000000'),
  'a sign-in': ({ email }: Account) => api.call(authHttp.signIn, null, { email, password: PASSWORD }),
  'a changed password': ({ key }: Account) =>
    api.call(passwordsHttp.change, { key }, { currentPassword: PASSWORD, newPassword: 'Changed-1' }),
  'a reset password': ({ link }: Account) =>
    api.call(passwordsHttp.reset, null, { token: link, newPassword: 'Brand-new-1' }),
  'a password reset request': ({ email }: Account) => api.call(passwordsHttp.forgot, null, { email }),
  'a confirmed phone': ({ phone, phoneCode }: Account) =>
    api.call(registrationHttp.confirmPhone, null, { phone, code: phoneCode }),
  'a new code for the phone': ({ phone }: Account) => api.call(registrationHttp.resendPhone, null, { phone }),
  'new recovery codes': ({ key }: Account) =>
    api.call(twoFactorHttp.replaceRecoveryCodes, { key }, { password: PASSWORD }),
  'disabled two-factor sign-in': ({ key, totp }: Account) =>
    api.call(twoFactorHttp.disable, { key }, { password: PASSWORD, code: totp() }),
  'a change of the profile': ({ key }: Account) => api.call(usersHttp.update, { key }, { name: 'Renamed' }),
  'closed other sessions': ({ key }: Account) => api.call(sessionsHttp.endOthers, { key }),
  'another email address': edit(({ id }) => ({ email: `moved-${id}@belfry.test` })),
  'another role': edit(() => ({ role: 'admin' })),
  'a block': ({ id }: Account) => api.call(userChangesHttp.block, root, { user_id: id, blocked: true }),
  'a new key': ({ id }: Account) => api.call(userKeysHttp.updateKey, root, { user_id: id }),
  'a deleted account': ({ id }: Account) => api.call(userChangesHttp.remove, root, { id }),
} satisfies Record<string, Call>;
type Name = keyof typeof CALLS;

/** Each lock is taken by a call of one list while a call of the other list waits for it. */
const ENDING: Name[] = [
  'a changed password',
  'a reset password',
  'another email address',
  'another role',
  'a block',
  'a new key',
  'a deleted account',
];
const USING: Name[] = [
  'the second factor',
  'a sign-in',
  'a reset password',
  'a password reset request',
  'a confirmed phone',
  'a new code for the phone',
  'new recovery codes',
  'a change of the profile',
];
const PAIRS: [Name, Name][] = [
  ['the second factor', 'another second factor'],
  ['the second factor', 'a recovery code'],
  ['the second factor', 'a wrong second factor'],
  ['the second factor', 'disabled two-factor sign-in'],
  ['a recovery code', 'new recovery codes'],
  ['new recovery codes', 'new recovery codes'],
  ['closed other sessions', 'a new key'],
  ...ENDING.flatMap((one) => USING.map((other): [Name, Name] => [one, other])),
];

const deadlocks = async (): Promise<number> => {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks from pg_stat_database where datname = current_database()`.execute(api.db);
  return rows[0]?.deadlocks ?? -1;
};

describe('two concurrent calls about one account', () => {
  it.each(PAIRS)('%s and %s run one after the other', async (one, other) => {
    const before = await deadlocks();
    const people = await Promise.all(Array.from({ length: ROUNDS }, createAccount));
    const answers = await Promise.all(
      people.flatMap((account, round) => {
        const pair = [CALLS[one], CALLS[other]];
        return (round % 2 === 0 ? pair : pair.reverse()).map((call) => call(account));
      }),
    );
    for (const { status, body } of answers) expect({ status, ...body }).not.toMatchObject({ code: 'internal' });
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await deadlocks()).toBe(before);
  });

  it('with valid codes for two challenges: the first one that succeeds ends the other challenge', async () => {
    const account = await createAccount();
    const answers = await Promise.all([
      second(0, ({ recovery }) => recovery[0] ?? '')(account),
      second(1, ({ recovery }) => recovery[1] ?? '')(account),
    ]);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410]);
  });

  it('leave one set of recovery codes, which is one of the returned ones', async () => {
    const { key, id } = await createAccount();
    const renew = () => api.call(twoFactorHttp.replaceRecoveryCodes, { key }, { password: PASSWORD });
    await Promise.all(Array.from({ length: 6 }, renew));
    const left = api.db.selectFrom('recovery_codes').select('code_hash').where('user_id', '=', id);
    expect(await left.execute()).toHaveLength(10);
  });
});
