import { sweepAbandonedRegistrations } from '@belfry/api/features/accounts/registration';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createCompany, createDevice } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { codeIn, smsTo } from '../../support/outbox.ts';
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

/** Registers. @returns the data with the code, the account, and the cookie of its browser */
async function registerIn(overrides: Record<string, unknown> = {}) {
  const person = newRegistration(overrides);
  const { status, body, headers } = await api.call(registrationHttp.register, null, person);
  expect(status).toBe(200);
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { ...person, user_id: body.user_id, cookie };
}
const codeOf = async (user_id: number): Promise<string> => {
  const mail = await vi.waitUntil(async () => {
    const mails = api.db.selectFrom('outgoing_messages').select('text').where('user_id', '=', user_id);
    return (await mails.where('kind', '=', 'confirm_email').orderBy('id', 'desc').executeTakeFirst())?.text;
  });
  return codeIn(mail);
};
const wrongOf = (code: string): string => (code === '0000' ? '0001' : '0000');

describe('an unconfirmed account', () => {
  it('blocks nobody who has its email address or phone, and the first that is confirmed has them', async () => {
    const stranger = await registerIn();
    const newcomer = await registerIn({ email: stranger.email.toUpperCase(), phone: stranger.phone });
    for (let count = 0; count < 8; count += 1) await registerIn({ email: newcomer.email, phone: newcomer.phone });
    const code = await codeOf(newcomer.user_id);
    expect((await confirmMail(newcomer.email, code, newcomer.user_id)).status).toBe(200);
    const sms = codeIn((await smsTo(api, newcomer.phone)).text);
    const phone = { phone: newcomer.phone, code: sms, user_id: newcomer.user_id };
    expect((await api.call(registrationHttp.confirmPhone, null, phone)).status).toBe(200);
    expect((await signIn(newcomer)).status).toBe(200);
    const left = await api.db.selectFrom('users').select('id').where('phone', '=', newcomer.phone).execute();
    expect(left).toEqual([{ id: newcomer.user_id }]);
    expect(await confirmMail(stranger.email, code, stranger.user_id)).toMatchObject({ status: 404 });
    expect(await api.call(registrationHttp.register, null, newRegistration({ email: stranger.email }))).toMatchObject(
      TAKEN,
    );
  });

  it('is not confirmed where its phone belongs to another account by then', async () => {
    const [slow, quick] = [await registerIn(), await registerIn()];
    const same = await registerIn({ phone: slow.phone });
    expect((await confirmMail(same.email, await codeOf(same.user_id), same.user_id)).status).toBe(200);
    expect(await confirmMail(slow.email, await codeOf(slow.user_id), slow.user_id)).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect((await confirmMail(quick.email, await codeOf(quick.user_id))).status).toBe(200);
  });

  it('is confirmed by its browser, whatever strangers guess and ask for', async () => {
    const newcomer = await registerIn();
    const code = await codeOf(newcomer.user_id);
    const guess = (cookie = '', guessed = wrongOf(code)) =>
      api.call(
        registrationHttp.confirmEmail,
        null,
        { email: newcomer.email, code: guessed, user_id: newcomer.user_id },
        { headers: { cookie } },
      );
    const statuses: number[] = [];
    for (let count = 0; count < 7; count += 1) statuses.push((await guess()).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
    expect((await guess('', code)).status).toBe(429);
    expect((await guess(newcomer.cookie)).status).toBe(401);
    expect((await guess(newcomer.cookie, code)).status).toBe(200);
  });

  it('is the one of its browser for codes and for a sign-in, among several of one address', async () => {
    const newcomer = await registerIn();
    const stranger = await registerIn({ email: newcomer.email, password: 'Stranger-1' });
    const own = { headers: { cookie: newcomer.cookie } };
    const { email, password } = newcomer;
    const code = await codeOf(newcomer.user_id);
    expect(await api.call(authHttp.signIn, null, { email, password }, own)).toMatchObject({
      body: { code: 'email_not_confirmed' },
    });
    expect((await api.call(registrationHttp.confirmEmail, null, { email, code }, own)).status).toBe(200);
    expect(await idOf(stranger.email)).toBe(newcomer.user_id);
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
