import { signOut } from '@belfry/api/features/accounts/sign-in';
import type { LoginAnswer } from '@belfry/schemas/http/accounts/auth';
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
import { waitUntilBlocked } from '../../../support/postgres/table-lock.ts';

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

describe('signing in', () => {
  it('starts a session, keeps the count of the address, and resets the others', async () => {
    const { id, email } = await createUser(harness);
    expect(await codeOf(login(email, { password: 'wrong' }))).toBe('wrong_credentials');
    expect(await harness.limits()).toEqual({
      [`login:${IP}`]: 1,
      [`login:${IP}:${email}`]: 1,
      [`login-account:${email}`]: 1,
    });
    const { user_key, ...answer } = (await login(email.toUpperCase())) as LoginAnswer;
    expect(answer).toEqual({ id, role: 'user', expires_at: expect.any(Date) });
    expect(await harness.auth.authenticate(user_key)).toMatchObject({ id });
    expect(await harness.limits()).toEqual({ [`login:${IP}`]: 2, [`login-account:${email}`]: 1 });
  });

  it('is rejected with the same error for a wrong password and an unknown email address', async () => {
    const { email } = await createUser(harness);
    for (const call of [() => login(email, { password: 'wrong' }), () => login('nobody@belfry.test')])
      await expect(call()).rejects.toMatchObject({ code: 'wrong_credentials', message: 'Invalid email or password' });
    expect(await harness.limits()).toMatchObject({ 'login-account:nobody@belfry.test': 1 });
  });

  it.each([
    [{ email_confirm: false }, 'email_not_confirmed', 'Please confirm your email address first'],
    [{ blocked: true }, 'account_blocked', 'Your account is blocked. Please contact your administrator.'],
    [{ active: false }, 'account_blocked', 'Your account is suspended. Please contact your administrator.'],
  ])('to an account with %j is rejected after the right password', async (state, code, message) => {
    const { id, email } = await createUser(harness);
    await harness.db.updateTable('users').set(state).where('id', '=', id).execute();
    expect(await codeOf(login(email, { password: 'wrong' }))).toBe('wrong_credentials');
    await expect(login(email)).rejects.toMatchObject({ code, message });
  });

  it('is limited to ten attempts per address and thirty per account, and not for others', async () => {
    const [{ email }, other] = [await createUser(harness), await createUser(harness)];
    const wrong = (ip: string) => codeOf(login(email, { password: 'wrong' }, { ...origin, ip }));
    expect(await inTurn(11, () => wrong(IP))).toEqual([...Array<string>(10).fill('wrong_credentials'), 'rate_limited']);
    expect(await codeOf(login(other.email))).toBe('fine');
    expect(await inTurn(10, () => wrong('192.0.2.2'))).not.toContain('rate_limited');
    expect((await inTurn(11, () => wrong('192.0.2.3'))).filter((code) => code === 'rate_limited')).toHaveLength(1);
    expect(await wrong('192.0.2.4')).toBe('rate_limited');
    expect(await codeOf(login(email, {}, { ...origin, ip: '192.0.2.5' }))).toBe('rate_limited');
  });

  it('is rejected when the password changes while it is checked', async () => {
    const { id, email } = await createUser(harness);
    const locked = harness.db.transaction().execute(async (trx) => {
      await sql`update users set password_hash = password_hash || 'x' where id = ${id}`.execute(trx);
      const signing = codeOf(login(email));
      await waitUntilBlocked(harness.db);
      return { signing };
    });
    expect(await (await locked).signing).toBe('wrong_credentials');
  });
});

describe('signing out', () => {
  it('revokes the key of the caller and closes their connections', async () => {
    const { id, email, key: other } = await createUser(harness);
    const { user_key } = (await login(email)) as LoginAnswer;
    const caller = await harness.auth.authenticate(user_key);
    if (!caller) throw new Error('nobody');
    await signOut(harness, caller);
    expect(await harness.auth.authenticate(user_key)).toBeNull();
    expect(await harness.auth.authenticate(other)).toMatchObject({ id });
    expect(harness.broker.disconnected).toEqual([{ kind: 'console', ids: [String(id)] }]);
  });
});
