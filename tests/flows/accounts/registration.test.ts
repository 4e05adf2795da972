import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { codeIn, mailTo, readMails, smsTo } from '../../support/outbox.ts';
import { until } from '../../support/until.ts';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { newRegistration, registerForCode, registerFully } from '../../support/accounts.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const signIn = (email: string, password: string) => api.call(authHttp.signIn, null, { email, password });

describe('a new user', () => {
  it('registers, confirms email address and phone number with the sent codes, and signs in', async () => {
    const user = newRegistration({ city: 'Москва', region: '', time_zone: 'Europe/Moscow', utc_offset: 180 });
    const made = await api.call(registrationHttp.register, null, user);
    expect(made).toMatchObject({ status: 200, body: { success: true, user_id: expect.any(Number) } });
    expect(await signIn(user.email, user.password)).toMatchObject({
      status: 403,
      body: { code: 'email_not_confirmed' },
    });

    const mail = await mailTo(api, user.email);
    const email = await api.call(registrationHttp.confirmEmail, null, { email: user.email, code: codeIn(mail.text) });
    expect(email).toMatchObject({ status: 200, body: { success: true, message: 'Email confirmed' } });
    const sms = await smsTo(api, user.phone);
    const phone = await api.call(registrationHttp.confirmPhone, null, { phone: user.phone, code: codeIn(sms.text) });
    expect(phone).toMatchObject({ status: 200, body: { success: true, message: 'Phone confirmed' } });

    const login = await signIn(user.email, user.password);
    expect(login).toMatchObject({ status: 200, body: { id: made.body['user_id'], role: 'user' } });
    const profile = await api.call(usersHttp.profile, { key: login.body['user_key'] });
    expect(profile.body).toMatchObject({
      name: user.name,
      email_confirm: true,
      phone: user.phone,
      phone_confirm: true,
      country: 'Russia',
      country_code: 'RU',
      city: 'Москва',
      region: null,
      time_zone: 'Europe/Moscow',
      utc_offset: 180,
      user_key: login.body['user_key'],
      two_factor: false,
      companies: [],
    });
  });

  it('gets emails and SMS in the chosen language, emails as text and HTML', async () => {
    const user = newRegistration({ name: 'Анна <b>Ёлкина</b> 🎧', lang: 'ru' });
    const { code, email } = await registerForCode(api, user);
    // Read before the code is used, upon which it is removed from the file.
    const mail = await mailTo(api, email);
    expect(mail.subject).toBe(`${code} — ваш код подтверждения Belfry`);
    expect(mail.text).toContain('Здравствуйте, Анна <b>Ёлкина</b> 🎧!');
    expect(mail.html).toContain('Анна &lt;b&gt;Ёлкина&lt;/b&gt; 🎧');
    expect(mail.html).toContain(`>${code}</div>`);
    await api.call(registrationHttp.confirmEmail, null, { email, code });
    expect((await smsTo(api, user.phone)).text).toMatch(/^Belfry: код подтверждения \d{4}\./);
  });

  it('may use capitals in the email address and sign in with small letters', async () => {
    const user = await registerFully(api, newRegistration({ email: 'Anna.CAPITAL@Belfry.TEST' }));
    expect((await signIn('anna.capital@belfry.test', user.password)).status).toBe(200);
    expect(
      (await api.call(registrationHttp.register, null, newRegistration({ email: 'ANNA.capital@belfry.test' }))).status,
    ).toBe(409);
  });
});

describe('fifty concurrent registrations', () => {
  it('all succeed, each with one email and its own code', { tags: ['full'] }, async () => {
    const people = Array.from({ length: 50 }, () => newRegistration());
    const answers = await Promise.all(people.map((user) => api.call(registrationHttp.register, null, user)));
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
    const addresses = new Set(people.map(({ email }) => email));
    const toThem = async () => (await readMails(api)).filter(({ to }) => addresses.has(to?.[0]?.address ?? ''));
    const mails = await until('a mail for each', toThem, ({ length }) => length >= 50);
    const confirmed = await Promise.all(
      mails.map(({ to, text }) =>
        api.call(registrationHttp.confirmEmail, null, { email: to?.[0]?.address, code: codeIn(text) }),
      ),
    );
    expect(confirmed.map(({ status }) => status)).toEqual(people.map(() => 200));
    expect(await toThem()).toHaveLength(50);
  });

  it('of the same email address stand side by side, and one of them is confirmed', async () => {
    const user = newRegistration();
    const others = Array.from({ length: 10 }, () => newRegistration({ email: user.email }));
    const answers = await Promise.all(others.map((other) => api.call(registrationHttp.register, null, other)));
    expect(answers.map(({ status }) => status)).toEqual(others.map(() => 200));
    const mails = await api.db
      .selectFrom('outgoing_messages')
      .select(['user_id', 'text'])
      .where('recipient', '=', user.email)
      .execute();
    const confirmed = await Promise.all(
      mails.map(({ user_id, text }) =>
        api.call(registrationHttp.confirmEmail, null, {
          email: user.email,
          code: codeIn(text),
          user_id: user_id ?? undefined,
        }),
      ),
    );
    expect(confirmed.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = await api.db.selectFrom('users').select('email_confirm').where('email', '=', user.email).execute();
    expect(left.filter(({ email_confirm }) => email_confirm)).toHaveLength(1);
  });
});

describe('a registration is rejected', () => {
  const TOO_SIMPLE = 'Password must contain at least one uppercase letter, one lowercase letter, and one number';
  it.each([
    [{ name: ' A ' }, 400, 'invalid_input', 'Name must be at least 2 characters long'],
    [{ email: '' }, 400, 'invalid_input', 'Email is required'],
    [{ email: 'nobody' }, 400, 'invalid_input', 'Please enter a valid email address'],
    [{ phone: '' }, 400, 'invalid_input', 'Phone number is required'],
    [{ phone: '+123456' }, 400, 'invalid_input', 'Please enter a valid phone number (7-12 digits)'],
    [{ country: '' }, 400, 'invalid_input', 'Country is required'],
    [{ lang: '' }, 400, 'invalid_input', 'Language is required'],
    [{ password: 'Abc12' }, 400, 'invalid_input', 'Password must be at least 6 characters long'],
    [{ password: 'abcdef' }, 400, 'invalid_input', TOO_SIMPLE],
    [{ country_code: 'ZZ' }, 422, 'unprocessable', 'There is no country with this code'],
    [{ lang: 'qq' }, 422, 'unprocessable', 'There is no language with this code'],
    [{ time_zone: 'Mars/Base' }, 422, 'unprocessable', 'There is no such time zone'],
    [{ utc_offset: 9_999 }, 400, 'invalid_input', 'The offset must be whole minutes from -720 to 840'],
  ])('with %j', async (wrong, status, code, error) => {
    const answer = await api.call(registrationHttp.register, null, newRegistration(wrong));
    expect(answer).toMatchObject({ status, body: { code, error } });
  });

  it('when its email address or phone number is taken', async () => {
    const user = await registerFully(api);
    for (const wish of [newRegistration({ email: user.email }), newRegistration({ phone: user.phone })]) {
      expect(await api.call(registrationHttp.register, null, wish)).toMatchObject({
        status: 409,
        body: { code: 'user_exists', error: 'User with this email or phone number already exists' },
      });
    }
  });

  it('when it sets read-only fields', async () => {
    for (const extra of [{ role: 'root' }, { id: 1 }, { email_confirm: true }, { active: false }, { blocked: true }]) {
      const user = newRegistration(extra);
      expect((await api.call(registrationHttp.register, null, user)).status).toBe(400);
      const row = api.db.selectFrom('users').select('id').where('email', '=', user.email);
      expect(await row.executeTakeFirst()).toBeUndefined();
    }
  });

  it('when it is too large', async () => {
    const answer = await api.call(registrationHttp.register, null, newRegistration({ city: 'x'.repeat(200_000) }));
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
    expect((await api.call(registrationHttp.register, null, newRegistration({ name: 'x'.repeat(101) }))).status).toBe(
      400,
    );
  });
});

describe('texts in registrations', () => {
  it('are escaped in SQL and in email headers', async () => {
    const name = `Robert'); drop table users; --`;
    const user = newRegistration({ name, email: `o'brien+${Date.now()}@belfry.test`, city: '{{7*7}} ${7*7}' });
    expect((await api.call(registrationHttp.register, null, user)).status).toBe(200);
    const mail = await mailTo(api, user.email);
    expect(mail.text).toContain(name);
    expect(mail.to).toEqual([{ address: user.email, name: '' }]);
    const header = await api.call(
      registrationHttp.register,
      null,
      newRegistration({ name: 'Eve\r\nBcc: everybody@belfry.test' }),
    );
    expect(header).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(
      (
        await api.call(
          registrationHttp.register,
          null,
          newRegistration({ email: 'eve@belfry.test\r\nBcc: x@belfry.test' }),
        )
      ).status,
    ).toBe(400);
    expect((await api.call(registrationHttp.register, null, newRegistration({ name: 'Nul \u0000 byte' }))).status).toBe(
      400,
    );
  });
});
