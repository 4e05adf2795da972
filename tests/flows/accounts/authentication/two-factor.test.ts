import { completeSignIn } from '@belfry/api/features/accounts/sign-in';
import { confirmEnrolment, enrol } from '@belfry/api/features/accounts/two-factor';
import type { TwoFactorChallenge } from '@belfry/schemas/http/accounts/auth';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  startAuthHarness,
  type AuthHarness,
  codeOf,
  inTurn,
  loginWith,
  origin,
} from '../../../support/services/auth-harness.ts';
import { createUser, type TestUser } from '../../../support/factories.ts';

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

const tokensOf = async (id: number) =>
  (await harness.db.selectFrom('one_time_tokens').select(['purpose', 'tries']).where('user_id', '=', id).execute()).map(
    ({ purpose, tries }) => `${purpose} ${tries}`,
  );

describe('the second step of a sign-in', () => {
  /** A user with two-factor sign-in, and recovery codes that are valid once each. */
  async function withTwoFactor(): Promise<TestUser & { codes: string[] }> {
    const user = await createUser(harness);
    const { secret } = await enrol(harness.db, harness.config, user);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    return { ...user, codes: await confirmEnrolment(harness.db, harness.config, user.id, code) };
  }
  const complete = (challenge: string, code = '') => completeSignIn(harness, { challenge, code }, origin);
  const first = async (email: string) => (await login(email)) as TwoFactorChallenge;

  it('is required after a right password, and starts the session', async () => {
    const { id, email, codes } = await withTwoFactor();
    const { challenge, ...rest } = await first(email);
    expect(rest).toEqual({ two_factor_required: true, methods: ['app'], expires_at: expect.any(Date) });
    expect(Math.abs(Number(rest.expires_at) - Date.now() - 300_000)).toBeLessThan(30_000);
    const others = await first(email);
    expect(await codeOf(complete(challenge, '000000'))).toBe('wrong_code');
    expect(await tokensOf(id)).toEqual(expect.arrayContaining(['two_factor 0', 'two_factor 1']));
    expect(await harness.limits()).toMatchObject({ [`two-factor:${id}`]: 1 });
    expect(await complete(challenge, codes[0])).toMatchObject({ id, user_key: expect.any(String) });
    expect(await tokensOf(id)).toEqual([]);
    expect(await harness.limits()).not.toHaveProperty(`two-factor:${id}`);
    for (const used of [challenge, others.challenge])
      expect(await codeOf(complete(used, codes[1]))).toBe('challenge_expired');
  });

  it('is rejected after five wrong codes, after its time, and without a code', async () => {
    const { id, email, codes } = await withTwoFactor();
    const { challenge } = await first(email);
    expect(await inTurn(6, () => codeOf(complete(challenge, '000000')))).toEqual([
      ...Array<string>(5).fill('wrong_code'),
      'challenge_expired',
    ]);
    await expect(complete(challenge, codes[0])).rejects.toMatchObject({
      message: 'This sign-in has taken too long. Please sign in again.',
    });
    expect(await codeOf(complete('nothing', codes[0]))).toBe('challenge_expired');
    const late = await first(email);
    await sql`update one_time_tokens set created_at = now() - interval '5 minutes' where user_id = ${id}`.execute(
      harness.db,
    );
    expect(await codeOf(complete(late.challenge, codes[0]))).toBe('challenge_expired');
  });

  it('is limited per user, over all challenges', async () => {
    const { email } = await withTwoFactor();
    const codes = [];
    for (let round = 0; round < 5; round++) {
      const { challenge } = await first(email);
      codes.push(...(await inTurn(round < 4 ? 5 : 1, () => codeOf(complete(challenge, '000000')))));
    }
    expect(codes).toEqual([...Array<string>(20).fill('wrong_code'), 'rate_limited']);
  });

  it('is rejected for a user who was blocked meanwhile', async () => {
    const { id, email, codes } = await withTwoFactor();
    const { challenge } = await first(email);
    await harness.db.updateTable('users').set({ blocked: true }).where('id', '=', id).execute();
    expect(await codeOf(complete(challenge, codes[0]))).toBe('account_blocked');
  });
});
