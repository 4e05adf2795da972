import { sweepAbandonedRegistrations } from '@belfry/api/features/accounts/registration';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createCompany, createDevice } from '../../support/factories.ts';
import { changeSettings, flow } from '../../support/flow.ts';
import { codeIn, mailTo, smsTo } from '../../support/outbox.ts';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { authHttp } from '@belfry/schemas/http/accounts/auth';
import { newRegistration, registerForCode, registerFully, type Registration } from '../../support/accounts.ts';

let api: TestApi;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});

const confirmMail = (email: string, code: string, user_id?: unknown) =>
  api.call(registrationHttp.confirmEmail, null, { email, code, user_id });
const signIn = ({ email, password }: Registration) => api.call(authHttp.signIn, null, { email, password });
const idOf = async (email: string): Promise<number | undefined> =>
  (await api.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id;
/** Moves the registration so far into the past. */
const age = async (email: string, interval: string): Promise<void> => {
  const id = await idOf(email);
  await sql`update users set created_at = now() - ${interval}::interval where id = ${id}`.execute(api.db);
  await sql`update confirmation_codes set created_at = now() - ${interval}::interval where user_id = ${id}`.execute(
    api.db,
  );
};
const TAKEN = { status: 409, body: { code: 'user_exists' } };

describe('an unconfirmed account', () => {
  it('is replaced by a registration of the same phone number with another email address, which invalidates its code', async () => {
    const typo = await registerForCode(api);
    const right = newRegistration({ phone: typo.phone });
    const { code } = await registerForCode(api, right);
    expect(await idOf(typo.email)).toBeUndefined();
    expect(await confirmMail(typo.email, typo.code)).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
    expect((await confirmMail(right.email, code)).status).toBe(200);
    const sms = codeIn((await smsTo(api, right.phone)).text);
    expect((await api.call(registrationHttp.confirmPhone, null, { phone: right.phone, code: sms })).status).toBe(200);
    expect((await signIn(right)).status).toBe(200);
  });

  it('is replaced by one of the same email address once a new code may be sent, also when two accounts conflict', async () => {
    const [one, other] = [await registerForCode(api), await registerForCode(api)];
    const both = newRegistration({ email: one.email.toUpperCase(), phone: other.phone, password: 'Another-1' });
    expect(await api.call(registrationHttp.register, null, both)).toMatchObject(TAKEN);
    expect(await idOf(other.email)).toBeDefined();
    await age(one.email, '5 minutes');
    const made = await api.call(registrationHttp.register, null, both);
    expect(made.status).toBe(200);
    expect([await idOf(one.email), await idOf(other.email)]).toEqual([undefined, undefined]);
    expect(await idOf(both.email)).toBe(made.body['user_id']);
  });

  it('is replaced together with its keys and links', async () => {
    const before = await registerForCode(api);
    const id = (await idOf(before.email)) ?? 0;
    const token = {
      token_hash: Buffer.from(before.email),
      user_id: id,
      purpose: 'reset_password',
      message_id: null,
    } as const;
    await api.db.insertInto('one_time_tokens').values(token).execute();
    await registerForCode(api, newRegistration({ phone: before.phone }));
    for (const table of ['one_time_tokens', 'confirmation_codes', 'user_keys'] as const) {
      expect(await api.db.selectFrom(table).select('user_id').where('user_id', '=', id).execute()).toEqual([]);
    }
  });

  it('cannot be confirmed with the code of a previous registration of its email address', async () => {
    const victim = newRegistration();
    const made = await api.call(registrationHttp.register, null, victim);
    await age(victim.email, '5 minutes');
    const otherUser = newRegistration({ email: victim.email, password: 'Stranger-1' });
    expect((await api.call(registrationHttp.register, null, otherUser)).status).toBe(200);
    const { text } = await vi.waitUntil(async () => {
      const mail = await mailTo(api, victim.email);
      return mail.text?.includes(otherUser.name) ? mail : undefined;
    });
    expect(await confirmMail(victim.email, codeIn(text), made.body['user_id'])).toMatchObject({
      status: 404,
      body: { error: 'User not found. Please register again' },
    });
    expect((await signIn(otherUser)).body['code']).toBe('email_not_confirmed');
  });

  it('remains only once when many register its phone number concurrently', { tags: ['full'] }, async () => {
    const { phone } = await registerForCode(api);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.call(registrationHttp.register, null, newRegistration({ phone }))),
    );
    expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true);
    const rows = await api.db.selectFrom('users').select('id').where('phone', '=', phone).execute();
    expect(rows).toHaveLength(1);
  });
});

describe('an account in use', () => {
  const MARKS: [what: string, change: (id: number) => Promise<unknown>][] = [
    ['with a confirmed email address', (id) => set(id, { email_confirm: true })],
    ['with a confirmed phone number', (id) => set(id, { phone_confirm: true })],
    ['with a role', (id) => set(id, { role: 'admin' })],
    ['of a root', (id) => set(id, { role: 'root' })],
    ['that has signed in', (id) => set(id, { last_login: new Date() })],
    ['that is blocked', (id) => set(id, { blocked: true })],
    ['that was confirmed once', (id) => set(id, { registration_pending: false })],
    ['that owns a device', (id) => createDevice(api, { user_id: id })],
    ['that owns a company', (id) => createCompany(api, { user_id: id })],
  ];
  const set = (id: number, changes: object) => api.db.updateTable('users').set(changes).where('id', '=', id).execute();

  it.each(MARKS)('%s is never replaced or removed', async (_, change) => {
    const user = await registerForCode(api);
    await age(user.email, '3 days');
    const id = (await idOf(user.email)) ?? 0;
    await change(id);
    expect(await api.call(registrationHttp.register, null, newRegistration({ email: user.email }))).toMatchObject(
      TAKEN,
    );
    expect(await api.call(registrationHttp.register, null, newRegistration({ phone: user.phone }))).toMatchObject(
      TAKEN,
    );
    await sweep();
    expect(await idOf(user.email)).toBe(id);
  });

  it('that was confirmed does not become a registration again when the confirmation is removed', async () => {
    const user = await registerFully(api);
    await age(user.email, '3 days');
    await set((await idOf(user.email)) ?? 0, { email_confirm: false, phone_confirm: false });
    expect(await api.call(registrationHttp.register, null, newRegistration({ phone: user.phone }))).toMatchObject(
      TAKEN,
    );
  });
});

const notified = { forget: vi.fn(), disconnect: vi.fn(async () => undefined), changed: vi.fn() };
const sweep = () =>
  sweepAbandonedRegistrations({
    db: api.db,
    auth: notified,
    broker: notified,
    events: notified,
  } as unknown as Parameters<typeof sweepAbandonedRegistrations>[0]);

describe('after a day', () => {
  beforeEach(() => vi.clearAllMocks());

  it('an unconfirmed registration is removed, and open user lists are notified', async () => {
    await sweep();
    vi.clearAllMocks();
    const [old, young, asked] = [await registerForCode(api), await registerForCode(api), await registerForCode(api)];
    const id = await idOf(old.email);
    await age(old.email, '25 hours');
    await age(young.email, '23 hours');
    await age(asked.email, '25 hours');
    await sql`update confirmation_codes set created_at = now() where user_id = ${await idOf(asked.email)}`.execute(
      api.db,
    );
    expect(await sweep()).toBe(1);
    expect(await idOf(old.email)).toBeUndefined();
    expect(await idOf(young.email)).toBeDefined();
    expect(await idOf(asked.email)).toBeDefined();
    expect(notified.changed).toHaveBeenCalledWith('users_changed', []);
    expect(notified.disconnect).toHaveBeenCalledWith('console', [id]);
    vi.clearAllMocks();
    expect(await sweep()).toBe(0);
    expect(notified.changed).not.toHaveBeenCalled();
  });
});

describe('repeated registrations', () => {
  it('are rejected after five replaced accounts', async () => {
    await changeSettings(api, { RATE_LIMIT_SCALE: '1' });
    const { phone } = newRegistration();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      statuses.push((await api.call(registrationHttp.register, null, newRegistration({ phone }))).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  });
});
