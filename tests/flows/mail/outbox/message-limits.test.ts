/** @module-tag full */
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../support/api.ts';
import { fromIp, advanceRateLimits, countStatuses } from '../../../support/limits.ts';
import { advanceBudgets, codeIn, mailTo, readMails, readSms, smsTo } from '../../../support/outbox.ts';
import { newRegistration, registerForCode, type Registration } from '../../../support/accounts.ts';

let api: TestApi;
afterEach(() => api.stop());
const start = async (env: Record<string, string> = {}): Promise<void> => {
  api = await startTestApi({ CODE_RESEND_AFTER_S: '0', ...env });
};

const DAY_S = 24 * 3_600;
const times = <T>(count: number, act: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => act(index));
const confirmEmail = ({ email, code }: Registration & { code: string }, ip: string) =>
  api.call(registrationHttp.confirmEmail, null, { email, code }, { headers: fromIp(ip) });
const resendPhone = ({ phone }: Registration, ip: string) =>
  api.call(registrationHttp.resendPhone, null, { phone }, { headers: fromIp(ip) });
/** A user who confirms the email address, upon which an SMS is sent if the limits allow it. */
async function confirmed(ip: string, user = newRegistration()): Promise<Registration> {
  const registered = await registerForCode(api, user);
  expect((await confirmEmail(registered, ip)).status).toBe(200);
  return registered;
}
/** Waits until so many SMS have been sent; it fails where there are more. */
const sentSms = (count: number) => expect.poll(() => readSms(api)).toHaveLength(count);
const forgot = (email: string, ip: string) => api.call(passwordsHttp.forgot, null, { email }, { headers: fromIp(ip) });

describe('SMS', () => {
  it('are sent only after the email address is confirmed', async () => {
    await start();
    const user = await registerForCode(api);
    expect(await resendPhone(user, '203.0.113.1')).toMatchObject({
      status: 403,
      body: { code: 'email_not_confirmed', error: 'Please confirm your email address first' },
    });
    expect(await readSms(api)).toEqual([]);
    await confirmEmail(user, '203.0.113.1');
    await smsTo(api, user.phone);
    expect((await resendPhone(user, '203.0.113.1')).status).toBe(200);
  });

  it('are limited to twenty a day per address; email addresses can still be confirmed', async () => {
    await start({ RATE_LIMIT_SCALE: '0.1' });
    const people = [];
    for (let count = 0; count < 3; count += 1) people.push(await confirmed('203.0.113.2'));
    const last = people.at(-1) as Registration;
    const refused = await resendPhone(last, '203.0.113.2');
    expect(refused).toMatchObject({
      status: 429,
      body: { error: 'Too many codes were sent. Please try again in 24 hours' },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(23 * 3_600);
    expect((await resendPhone(last, '203.0.113.3')).status).toBe(200);
    await smsTo(api, last.phone);
    await sentSms(3);
    await advanceRateLimits(api, DAY_S);
    expect((await resendPhone(people[0] as Registration, '203.0.113.2')).status).toBe(200);
  });

  it('are limited to ten a day per account from any address, also for concurrent requests', async () => {
    await start({ RATE_LIMIT_SCALE: '0.3' });
    const user = await confirmed('203.0.113.4');
    await smsTo(api, user.phone);
    const asked = await Promise.all(times(10, (index) => resendPhone(user, `198.51.100.${index}`)));
    expect(countStatuses(asked)).toEqual({ 200: 2, 429: 8 });
  });

  it('are limited to ten a day per phone number and address, also when it is registered again', async () => {
    await start({ RATE_LIMIT_SCALE: '0.2' });
    const { phone } = newRegistration();
    const first = await confirmed('203.0.113.10', newRegistration({ phone }));
    // The second message would replace the first one while that waits.
    await smsTo(api, phone);
    expect((await resendPhone(first, '203.0.113.10')).status).toBe(200);
    await smsTo(api, phone, 2);
    await api.db.deleteFrom('users').where('email', '=', first.email).execute();
    const second = await confirmed('203.0.113.10', newRegistration({ phone }));
    expect((await resendPhone(second, '203.0.113.10')).status).toBe(429);
    expect(await readSms(api)).toHaveLength(2);
    expect((await resendPhone(second, '203.0.113.11')).status).toBe(200);
  });

  it('of registrations are limited to a tenth of SMS_DAILY_MAX an hour and half a day, which RATE_LIMIT_SCALE does not change', async () => {
    await start({ SMS_DAILY_MAX: '30', RATE_LIMIT_SCALE: '1000' });
    const people = [];
    for (let count = 0; count < 4; count += 1) people.push(await confirmed(`203.0.113.${20 + count}`));
    const last = people.at(-1) as Registration;
    expect((await resendPhone(last, '203.0.113.30')).status).toBe(429);
    await sentSms(3);
    await advanceBudgets(api, 2);
    expect((await resendPhone(last, '203.0.113.30')).status).toBe(200);
    expect(codeIn((await smsTo(api, last.phone)).text)).toMatch(/^\d{4}$/);
  });
});

describe('emails', () => {
  it('with links to a new password come every 20 minutes after forty a day, so that the newest is valid while none is sent', async () => {
    await start({ RATE_LIMIT_SCALE: '0.1' });
    const answers = [];
    for (let round = 0; round < 8; round += 1) {
      answers.push(await forgot('victim@belfry.test', `198.51.100.${round}`));
      await advanceRateLimits(api, 15 * 60);
    }
    // Four of the day, then with pauses.
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429, 200, 429]);
    expect(answers[5]?.body.error).toMatch(/^A link was sent a short time ago\. Please use the newest one\./);
  });

  it('are limited to two hundred a day per address over all calls', { tags: ['full'] }, async () => {
    await start({ RATE_LIMIT_SCALE: '0.1' });
    const asked = [];
    for (let round = 0; round < 6; round += 1) {
      const some = times(3, (index) => forgot(`mail-${round}-${index}@belfry.test`, '203.0.113.40'));
      asked.push(...(await Promise.all(some)));
      await advanceRateLimits(api, 15 * 60);
    }
    const unlock = (email: string) =>
      api.call(authHttp.requestUnlock, null, { email }, { headers: fromIp('203.0.113.40') });
    asked.push(await unlock('one@belfry.test'), await unlock('two@belfry.test'));
    expect(countStatuses(asked)).toEqual({ 200: 20 });
    expect((await unlock('three@belfry.test')).status).toBe(429);
    const body = newRegistration();
    expect((await api.call(registrationHttp.register, null, body, { headers: fromIp('203.0.113.40') })).status).toBe(
      429,
    );
    expect((await api.call(registrationHttp.register, null, body)).status).toBe(200);
    await mailTo(api, body.email);
    expect(await readMails(api)).toHaveLength(1);
  });
});
