import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { codeIn, mailTo, otherCode, readSms, smsTo, untilSent } from '../../support/outbox.ts';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { newRegistration, registerForCode, registerFully } from '../../support/accounts.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const confirmEmail = (email: string, code: string) => api.call(registrationHttp.confirmEmail, null, { email, code });
const confirmPhone = (phone: string, code: string) => api.call(registrationHttp.confirmPhone, null, { phone, code });
const resendEmail = (email: string) => api.call(registrationHttp.resendEmail, null, { email });
const resendPhone = (phone: string) => api.call(registrationHttp.resendPhone, null, { phone });

/** Moves all messages that were sent to a user into the past. */
const letTimePass = async (recipient: string, interval: string) => {
  await untilSent(api, 'recipient', recipient);
  const messages = api.db.updateTable('outgoing_messages').where('recipient', '=', recipient);
  await messages.set({ sent_at: sql`sent_at - ${interval}::interval` }).execute();
  await sql`
    update confirmation_codes c set created_at = c.created_at - ${interval}::interval
    from outgoing_messages m where m.id = c.message_id and m.recipient = ${recipient}`.execute(api.db);
};

describe('a confirmation code', () => {
  it('that is wrong is rejected with its message', async () => {
    const { email, code } = await registerForCode(api);
    expect(await confirmEmail(email, otherCode(code))).toMatchObject({
      status: 401,
      body: { code: 'wrong_code', error: 'Invalid confirmation code. Please check and try again' },
    });
    expect((await confirmEmail(email, code)).status).toBe(200);
  });

  it.each(['%j is not a code', '123', '12345', 'abcd', '１２３４', '12 4'])('%j is none', async (code) => {
    expect(await confirmEmail('somebody@belfry.test', code)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input', error: 'Invalid confirmation code format' },
    });
  });

  it('for an unknown account is rejected', async () => {
    for (const answer of [
      await confirmEmail('nobody@belfry.test', '1234'),
      await confirmPhone('+79990000000', '1234'),
    ]) {
      expect(answer).toMatchObject({
        status: 404,
        body: { code: 'user_not_found', error: 'User not found. Please register again' },
      });
    }
  });

  it('is valid once', async () => {
    const { email, code } = await registerForCode(api);
    const both = await Promise.all([confirmEmail(email, code), confirmEmail(email, code)]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    expect(await confirmEmail(email, code)).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: 'Email is already confirmed. You can proceed to login.' },
    });
  });

  it('expires ten minutes after it was sent, not before', async () => {
    const [late, inTime] = [await registerForCode(api), await registerForCode(api)];
    await letTimePass(late.email, '10 minutes 1 second');
    expect(await confirmEmail(late.email, late.code)).toMatchObject({ status: 410, body: { code: 'code_expired' } });
    await untilSent(api, 'recipient', inTime.email);
    const sentAt = sql<Date>`now() - interval '9 minutes 50 seconds'`;
    const messages = api.db.updateTable('outgoing_messages').where('recipient', '=', inTime.email);
    await messages.set({ sent_at: sentAt }).execute();
    expect((await confirmEmail(inTime.email, inTime.code)).status).toBe(200);
  });

  it('is locked after five wrong ones, also for concurrent requests', async () => {
    const { email, code } = await registerForCode(api);
    const guesses = Array.from({ length: 40 }, (_, index) => otherCode(code, index + 1));
    const answers = await Promise.all(guesses.map((guess) => confirmEmail(email, guess)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ body }) => body.code === 'code_locked')).toHaveLength(35);
    expect(await confirmEmail(email, code)).toMatchObject({
      status: 429,
      body: { code: 'code_locked', error: 'Too many wrong codes. Please request a new code.' },
    });
    await letTimePass(email, '100 seconds');
    expect((await resendEmail(email)).status).toBe(200);
    expect((await confirmEmail(email, codeIn((await mailTo(api, email, 2)).text))).status).toBe(200);
  });

  it('is valid for its user only', async () => {
    const [one, two] = [await registerForCode(api), await registerForCode(api)];
    const answer = await confirmEmail(two.email, one.code);
    expect(answer.status).toBe(one.code === two.code ? 200 : 401);
  });

  it('is stored as a keyed hash', async () => {
    const { email } = await registerForCode(api);
    const { code_hash } = await api.db
      .selectFrom('confirmation_codes')
      .innerJoin('users', 'users.id', 'confirmation_codes.user_id')
      .select('code_hash')
      .where('users.email', '=', email)
      .executeTakeFirstOrThrow();
    expect(code_hash).toHaveLength(32);
  });
});

describe('a new code', () => {
  it('can be requested after 100 seconds, not before, and invalidates the first', async () => {
    const begun = performance.now();
    const { email, code } = await registerForCode(api);
    const early = await resendEmail(email);
    expect(early).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    const passedS = (performance.now() - begun) / 1_000;
    expect(Number(early.headers.get('retry-after'))).toBeGreaterThanOrEqual(Math.floor(100 - passedS));
    await letTimePass(email, '100 seconds');
    const both = await Promise.all([resendEmail(email), resendEmail(email)]);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 429]);
    const second = codeIn((await mailTo(api, email, 2)).text);
    if (second !== code) expect((await confirmEmail(email, code)).status).toBe(401);
    expect((await confirmEmail(email, second)).status).toBe(200);
  });

  it('can be sent to the phone number too', async () => {
    const user = await registerForCode(api);
    await confirmEmail(user.email, user.code);
    await smsTo(api, user.phone);
    expect((await resendPhone(user.phone)).status).toBe(429);
    await letTimePass(user.phone, '100 seconds');
    expect(await resendPhone(user.phone)).toMatchObject({
      status: 200,
      body: { message: 'SMS confirmation code has been resent to your phone' },
    });
    expect((await confirmPhone(user.phone, codeIn((await smsTo(api, user.phone, 2)).text))).status).toBe(200);
  });

  it('is not sent to confirmed or unknown users', async () => {
    const user = await registerFully(api);
    expect(await resendEmail(user.email)).toMatchObject({
      status: 400,
      body: { code: 'already_confirmed', error: 'Email is already confirmed. You can proceed to login.' },
    });
    expect((await resendPhone(user.phone)).body.code).toBe('already_confirmed');
    expect(await resendEmail('nobody@belfry.test')).toMatchObject({
      status: 404,
      body: { code: 'user_not_found', error: 'User not found. Please register again.' },
    });
  });
});

describe('the phone number', () => {
  it('gets its code only after the email address is confirmed, and is accepted in any common notation', async () => {
    const user = newRegistration({ phone: '+7 (921) 123-45-67' });
    await api.call(registrationHttp.register, null, user);
    const { text } = await mailTo(api, user.email);
    expect((await readSms(api)).filter(({ to }) => to === '+79211234567')).toEqual([]);
    await confirmEmail(user.email, codeIn(text));
    const sms = await smsTo(api, '+79211234567');
    expect((await confirmPhone('8 921 123', codeIn(sms.text))).status).toBe(400);
    expect((await confirmPhone('7 921 123-45-67', codeIn(sms.text))).status).toBe(200);
  });
});
