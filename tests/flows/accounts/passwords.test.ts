import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { createUser, PASSWORD } from '../../support/factories.ts';
import { mailTo, readMails, tokenIn, untilSent } from '../../support/outbox.ts';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { authHttp } from '@belfry/schemas/http/accounts/auth';

let api: TestApi;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  await changeSettings(api, { PUBLIC_URL: 'https://console.belfry.test/' });
});

const signIn = async (email: string, password: string) =>
  (await api.call(authHttp.signIn, null, { email, password })).status;
const change = (key: string, body: object) => api.call(passwordsHttp.change, { key }, { ...body });
const forgot = (email: string) => api.call(passwordsHttp.forgot, null, { email });
const reset = (token: string, newPassword = 'Brand-new-1') =>
  api.call(passwordsHttp.reset, null, { token, newPassword });
const check = (token: string) => api.call(passwordsHttp.checkLink, null, { token });

/** The text of the emailed link, and its token. */
async function linkFor(email: string, count = 1): Promise<{ token: string; text: string }> {
  await forgot(email);
  const { text = '' } = await mailTo(api, email, count);
  return { token: tokenIn(text), text };
}

describe('changing the password', () => {
  it('accepts the key with and without Bearer, and sends an email about it', async () => {
    const user = await createUser(api, { lang: 'ru' });
    const body = { currentPassword: PASSWORD, newPassword: 'Changed-1', email: user.email.toUpperCase() };
    expect(await change(`Bearer ${user.key}`, body)).toMatchObject({ status: 200, body: { success: true } });
    expect(await signIn(user.email, PASSWORD)).toBe(401);
    expect(await signIn(user.email, 'Changed-1')).toBe(200);
    expect((await mailTo(api, user.email)).subject).toBe('Пароль Belfry изменён');
    const again = { currentPassword: 'Changed-1', newPassword: 'Changed-2' };
    expect((await change(user.key, again)).status).toBe(200);
  });

  it('ends all other sessions, but not this one', async () => {
    const user = await createUser(api);
    const other = await api.call(authHttp.signIn, null, { email: user.email, password: PASSWORD });
    const otherKey = other.body['user_key'];
    expect((await api.call(usersHttp.profile, { key: otherKey })).status).toBe(200);
    await change(user.key, { currentPassword: PASSWORD, newPassword: 'Changed-1' });
    expect((await api.call(usersHttp.profile, { key: otherKey })).status).toBe(401);
    expect((await api.call(usersHttp.profile, user)).status).toBe(200);
    expect(api.broker.disconnected).toContainEqual({ kind: 'console', ids: [String(user.id)] });
  });

  it.each([
    [{ currentPassword: '', newPassword: 'Changed-1' }, 'invalid_input', 'Current password is required'],
    [{ currentPassword: 'x', newPassword: 'Ab1' }, 'invalid_input', 'New password must be at least 6 characters long'],
    [
      { currentPassword: 'x', newPassword: 'abcdefg' },
      'invalid_input',
      'New password must contain at least one uppercase letter, one lowercase letter, and one number',
    ],
    [
      { currentPassword: 'Changed-1', newPassword: 'Changed-1' },
      'invalid_input',
      'New password must be different from current password',
    ],
    [{ currentPassword: 'Wrong-1', newPassword: 'Changed-1' }, 'wrong_password', 'Current password is incorrect'],
  ])('is refused with %j', async (body, code, error) => {
    const { key } = await createUser(api);
    expect(await change(key, body)).toMatchObject({ status: 400, body: { code, error } });
  });

  it('is possible for the own account only', async () => {
    const [user, other] = [await createUser(api), await createUser(api)];
    const body = { currentPassword: PASSWORD, newPassword: 'Changed-1', email: other.email };
    expect(await change(user.key, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await signIn(other.email, PASSWORD)).toBe(200);
  });
});

describe('a forgotten password', () => {
  it('can be reset by an emailed link, once', async () => {
    const user = await createUser(api);
    const { token, text } = await linkFor(user.email);
    expect(text).toContain(`https://console.belfry.test/change-password?token=${token}`);
    expect(await check(token)).toMatchObject({ status: 200, body: { expires_at: expect.any(String) } });
    const both = await Promise.all([reset(token), reset(token)]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 410]);
    expect(await signIn(user.email, 'Brand-new-1')).toBe(200);
    expect((await api.call(usersHttp.profile, user)).status).toBe(401);
    expect(await reset(token)).toMatchObject({ status: 410, body: { code: 'link_expired' } });
    expect((await check(token)).status).toBe(410);
  });

  it('has a link that does not depend on the Host header', async () => {
    const user = await createUser(api);
    await api.call(
      passwordsHttp.forgot,
      null,
      { email: user.email },
      { headers: { 'x-forwarded-host': 'evil.test', origin: 'https://evil.test', referer: 'https://evil.test' } },
    );
    expect((await mailTo(api, user.email)).text).not.toContain('evil.test');
  });

  it('returns the same response in the same time for an unknown email address', async () => {
    const user = await createUser(api);
    const timed = async (email: string) => {
      const begun = performance.now();
      const { status, body } = await forgot(email);
      return { status, body, ms: performance.now() - begun };
    };
    const known = await timed(user.email);
    const unknown = await timed('nobody@belfry.test');
    expect(known.body).toEqual({
      success: true,
      message: 'Password reset instructions have been sent to your email address.',
    });
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body });
    expect(Math.min(known.ms, unknown.ms)).toBeGreaterThanOrEqual(245);
    await mailTo(api, user.email);
    expect((await readMails(api)).some(({ to }) => to?.[0]?.address === 'nobody@belfry.test')).toBe(false);
  });

  it('has a link that expires after half an hour', async () => {
    const user = await createUser(api);
    const { token } = await linkFor(user.email);
    const sent = (interval: string) =>
      api.db
        .updateTable('outgoing_messages')
        .set({ sent_at: sql`now() - ${interval}::interval` })
        .where('recipient', '=', user.email)
        .execute();
    await untilSent(api, 'recipient', user.email);
    await sent('29 minutes');
    expect((await check(token)).status).toBe(200);
    await sent('30 minutes 1 second');
    expect((await reset(token)).status).toBe(410);
    expect(await signIn(user.email, PASSWORD)).toBe(200);
  });

  it('confirms the email address when it is reset, and invalidates other links', async () => {
    const user = await createUser(api, { email_confirm: false });
    const first = await linkFor(user.email);
    const second = await linkFor(user.email, 2);
    expect((await reset(first.token)).status).toBe(200);
    expect((await reset(second.token)).status).toBe(410);
    expect(await signIn(user.email, 'Brand-new-1')).toBe(200);
  });

  it('must satisfy the password rule, and a violation does not use up the link', async () => {
    const user = await createUser(api);
    const { token } = await linkFor(user.email);
    expect(await reset(token, 'weak')).toMatchObject({
      status: 400,
      body: { error: 'New password must be at least 6 characters long' },
    });
    expect((await reset(token)).status).toBe(200);
  });

  it('cannot be reset without an emailed token', async () => {
    for (const token of ["' or 1=1 --", 'A'.repeat(43), '\\', '%']) expect((await reset(token)).status).toBe(410);
    expect((await reset('A'.repeat(101))).status).toBe(400);
    expect((await reset('')).status).toBe(400);
    expect(await forgot('')).toMatchObject({ status: 400, body: { error: 'Email is required' } });
    expect((await forgot('nobody')).body.error).toBe('Please enter a valid email address');
  });
});
