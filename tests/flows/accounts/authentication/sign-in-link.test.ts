import { requestUnlock } from '@belfry/api/features/accounts/email-links';
import { createKey } from '@belfry/api/lib/keys';
import { storeToken } from '@belfry/api/features/accounts/one-time-tokens.repository';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startAuthHarness,
  type AuthHarness,
  IP,
  codeOf,
  inTurn,
  loginWith,
  origin,
} from '../../../support/services/auth-harness.ts';
import { createUser } from '../../../support/factories.ts';

let harness: AuthHarness;
beforeAll(async () => {
  harness = await startAuthHarness();
});
afterAll(() => harness.stop());
beforeEach(async () => {
  await harness.db.deleteFrom('rate_limits').execute();
  harness.broker.disconnected.length = 0;
});

const login = loginWith(() => harness);

async function tokenFor(user_id: number, purpose: 'unlock_sign_in' | 'two_factor' | 'reset_password'): Promise<string> {
  const token = createKey();
  await storeToken(harness.db, token, { user_id, purpose });
  return token;
}

const tokensOf = async (id: number) =>
  (await harness.db.selectFrom('one_time_tokens').select(['purpose', 'tries']).where('user_id', '=', id).execute()).map(
    ({ purpose, tries }) => `${purpose} ${tries}`,
  );

describe('an emailed sign-in link', () => {
  it('signs in its owner beyond the limits of the account, once', async () => {
    const { id, email } = await createUser(harness);
    await inTurn(31, () => codeOf(login(email, { password: 'wrong' }, { ...origin, ip: '192.0.2.9' })));
    const unlock = await tokenFor(id, 'unlock_sign_in');
    expect(await codeOf(login(email, { unlock, password: 'wrong' }))).toBe('wrong_credentials');
    expect(await tokensOf(id)).toEqual(['unlock_sign_in 1']);
    expect(await login(email, { unlock })).toMatchObject({ id });
    expect(await tokensOf(id)).toEqual([]);
    expect(await codeOf(login(email, { unlock }))).toBe('link_expired');
    // The attempts of others remain counted.
    expect(await harness.limits()).toMatchObject({ [`unlock:${IP}`]: 3 });
  });

  it('allows ten passwords for its account only', async () => {
    const [{ id, email }, other] = [await createUser(harness), await createUser(harness)];
    const unlock = await tokenFor(id, 'unlock_sign_in');
    const wrong = () => codeOf(login(email, { unlock, password: 'wrong' }));
    expect(await codeOf(login(other.email, { unlock }))).toBe('link_expired');
    expect(await codeOf(login('nobody@belfry.test', { unlock }))).toBe('link_expired');
    expect(await codeOf(login(email, { unlock: await tokenFor(id, 'reset_password') }))).toBe('link_expired');
    expect(await inTurn(11, wrong)).toEqual([...Array<string>(10).fill('wrong_credentials'), 'link_expired']);
    await expect(login(email, { unlock })).rejects.toMatchObject({
      message: 'This link has expired or was used before. Please request a new one.',
    });
  });

  it('is sent twice an hour to an account; the response is the same for an unknown one', async () => {
    const { id, email } = await createUser(harness);
    const answers = [
      await requestUnlock(harness as never, email, IP),
      await requestUnlock(harness as never, 'x@belfry.test', IP),
    ];
    expect(answers[0]).toEqual({
      success: true,
      message: 'If there is an account with this email address, a link to sign in has been sent to it.',
    });
    expect(answers[1]).toEqual(answers[0]);
    expect(harness.messageJobs()).toBe(1);
    const { rows } = await sql<{ link: string; kind: string }>`
      select link, kind from outgoing_messages where user_id = ${id}`.execute(harness.db);
    expect(rows).toEqual([{ kind: 'unlock_sign_in', link: expect.stringContaining('/unlock') }]);
    const unlock = new URL(rows[0]?.link ?? '').searchParams.get('token') ?? rows[0]?.link.split(/[#=]/).at(-1) ?? '';
    expect(await login(email, { unlock })).toMatchObject({ id });
    expect(await codeOf(requestUnlock(harness as never, email.toUpperCase(), '192.0.2.7'))).toBe('fine');
    await expect(requestUnlock(harness as never, email, '192.0.2.8')).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringContaining('A link was sent a short time ago. Please use the newest one.'),
    });
  });
});
