import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser, PASSWORD, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { codeIn, mailTo, otherCode, smsTo } from '../../support/outbox.ts';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { usersHttp } from '@belfry/schemas/http/accounts/profile';
import { contactChangeHttp } from '@belfry/schemas/http/accounts/contact-change';
import { newRegistration } from '../../support/accounts.ts';

let api: TestApi;
let user: TestUser;
let phone: string;
let next: { email: string; phone: string };
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  phone = newRegistration().phone;
  user = await createUser(api, { phone, phone_confirm: true });
  next = newRegistration();
});

const start = (body: object, key = user.key) =>
  api.call(contactChangeHttp.change, { key }, { password: PASSWORD, ...body });
const confirm = (kind: 'email' | 'phone', code: string) => api.call(contactChangeHttp.confirm, user, { kind, code });
const profile = async () => (await api.call(usersHttp.profile, user)).body;

describe('a person', () => {
  it('changes their own mail by the code that was sent to the new one; the old one gets a notice', async () => {
    expect((await start({ email: next.email })).status).toBe(200);
    expect(await profile()).toMatchObject({ email: user.email });
    const code = codeIn((await mailTo(api, next.email)).text);
    expect((await confirm('email', code)).status).toBe(200);
    expect(await profile()).toMatchObject({ email: next.email, email_confirm: true });
    expect((await mailTo(api, user.email)).subject).toContain('email address of your Belfry account was changed');
    const body = { email: next.email, password: PASSWORD };
    expect((await api.call(authHttp.signIn, null, { ...body })).status).toBe(200);
    expect((await confirm('email', code)).body.code).toBe('code_expired');
  });

  it('changes their own phone by the code that was sent to the new one; the old one gets a notice', async () => {
    expect((await start({ phone: next.phone })).status).toBe(200);
    const code = codeIn((await smsTo(api, next.phone)).text);
    expect((await confirm('phone', code)).status).toBe(200);
    expect(await profile()).toMatchObject({ phone: next.phone, phone_confirm: true });
    expect((await smsTo(api, phone)).text).toContain('another phone');
  });

  it('needs their password and a code that is right', async () => {
    expect((await start({ email: next.email, password: 'Wrong-1' })).body.code).toBe('wrong_password');
    await start({ email: next.email });
    const code = codeIn((await mailTo(api, next.email)).text);
    expect((await confirm('email', otherCode(code))).body.code).toBe('wrong_code');
    expect((await confirm('phone', code)).body.code).toBe('code_expired');
    expect(await profile()).toMatchObject({ email: user.email, phone });
  });

  it('cannot take what another account has, also not in the meantime', async () => {
    const other = await createUser(api);
    expect(await start({ email: other.email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'user_exists' },
    });
    await start({ email: next.email });
    const code = codeIn((await mailTo(api, next.email)).text);
    await createUser(api, { email: next.email });
    expect(await confirm('email', code)).toMatchObject({ status: 409, body: { code: 'user_exists' } });
    expect(await profile()).toMatchObject({ email: user.email });
  });

  it('waits between two codes', async () => {
    await start({ email: next.email });
    const soon = await start({ email: newRegistration().email });
    expect(soon.body.code).toBe('rate_limited');
    await sql`update confirmation_codes set created_at = now() - interval '2 minutes' where user_id = ${user.id}`.execute(
      api.db,
    );
    expect((await start({ email: newRegistration().email })).status).toBe(200);
  });
});
