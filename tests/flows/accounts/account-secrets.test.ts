import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { redactExpiredSecrets } from '@belfry/api/features/outbox/secrets.repository';
import type { OutboxItem, OutboxMessage } from '@belfry/schemas/http/outbox';
import { Secret, TOTP } from 'otpauth';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { createAdmin, createUser, PASSWORD, type TestUser } from '../../support/factories.ts';
import { codeIn, mailTo, smsTo, tokenIn } from '../../support/outbox.ts';
import { newRegistration, registerForCode } from '../../support/registrations.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let root: TestUser;
let admin: TestUser;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_SCALE: '100000', CODE_RESEND_AFTER_S: '0' });
  [root, admin] = [await createUser(api, { role: 'root' }), await createAdmin(api)];
});
afterAll(() => api.stop());

let made = 0;
type Person = TestUser & { phone: string; link: string; challenge: string; code: string; secondFactor: () => string };

/** A user with a reset link, a code for the phone number and a started two-factor sign-in. */
async function createPerson(): Promise<Person> {
  made += 1;
  const phone = `+491512${String(1_000_000 + made)}`;
  const user = await createUser(api, { phone });
  const { body } = await api.post('/api/auth/two-factor/enrol', { key: user.key, body: { password: PASSWORD } });
  const totp = new TOTP({ secret: Secret.fromBase32(String(body['secret'])) });
  await api.post('/api/auth/two-factor/confirm', { key: user.key, body: { code: totp.generate() } });
  await api.db.updateTable('two_factor').set({ last_step: 0 }).where('user_id', '=', user.id).execute();
  const login = await api.post('/api/auth/login', { body: { email: user.email, password: PASSWORD } });
  await api.post('/api/users/forgot-password', { body: { email: user.email } });
  await api.post('/api/auth/resend/phone', { body: { phone } });
  return {
    ...user,
    phone,
    link: tokenIn((await mailTo(api, user.email)).text),
    challenge: String(login.body['challenge']),
    code: codeIn((await smsTo(api, phone)).text),
    secondFactor: () => totp.generate(),
  };
}

const reset = (token: string, newPassword = 'Brand-new-1') =>
  api.put('/api/auth/reset/password', { body: { token, newPassword } });
const confirmPhone = (phone: string, code: string) => api.post('/api/auth/confirm/phone', { body: { phone, code } });
const second = ({ challenge, secondFactor }: Person) =>
  api.post('/api/auth/login/two-factor', { body: { challenge, code: secondFactor() } });
const edit = (user: TestUser, updates: object) =>
  api.put('/api/admin/user/edit', { key: root.key, body: { user_id: user.id, updates } });

const messagesOf = ({ id }: { id: number }) =>
  api.db.selectFrom('outgoing_messages').selectAll().where('user_id', '=', id).orderBy('id').execute();
/** The content of these messages in the outbox files. */
const copiesOf = async (user: { id: number }): Promise<string> => {
  const files = (await messagesOf(user)).map(({ id, channel }) =>
    join(api.config.DATA_DIR, 'outbox', channel, `${id}.${channel === 'mail' ? 'eml' : 'json'}`),
  );
  return (await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')))).join('\n');
};
/** The text as it is in a file, where emails break long lines. */
const unfolded = (copy: string): string => copy.replaceAll('=\n', '');

const CHANGES: [string, (person: Person) => Promise<{ status: number }>][] = [
  ['another role', (person) => edit(person, { role: 'admin' })],
  ['another email address', (person) => edit(person, { email: `moved-${person.id}@belfry.test` })],
  ['another phone number', (person) => edit(person, { phone: `+491513${String(1_000_000 + person.id)}` })],
  [
    'a changed password',
    ({ key }) =>
      api.put('/api/auth/change/password', { key, body: { currentPassword: PASSWORD, newPassword: 'Changed-1' } }),
  ],
  [
    'a password that was reset by another link',
    async ({ email }) => {
      await api.post('/api/users/forgot-password', { body: { email } });
      return reset(tokenIn((await mailTo(api, email, 2)).text), 'By-a-link-1');
    },
  ],
  ['a block', ({ id }) => api.post('/api/admin/user/block', { key: root.key, body: { user_id: id, blocked: true } })],
  ['a new key', ({ id }) => api.post('/api/admin/user/update_key', { key: root.key, body: { user_id: id } })],
];

describe('a change of the account’s credentials or contacts', () => {
  it.each(CHANGES)('%s invalidates earlier links, codes and two-factor challenges', async (_name, change) => {
    const person = await createPerson();
    expect((await api.post('/api/auth/reset/check', { body: { token: person.link } })).status).toBe(200);
    expect((await change(person)).status).toBe(200);

    // The outbox must be redacted immediately, not by the scheduled cleaning.
    const tokens = api.db.selectFrom('one_time_tokens').select('purpose').where('user_id', '=', person.id);
    const codes = api.db.selectFrom('confirmation_codes').select('purpose').where('user_id', '=', person.id);
    expect(await tokens.execute()).toEqual([]);
    expect(await codes.execute()).toEqual([]);
    const kept = JSON.stringify(await messagesOf(person));
    expect(kept).not.toContain(person.link);
    expect(await messagesOf(person)).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'confirm_phone', code: null })]),
    );

    expect(await reset(person.link)).toMatchObject({ status: 410, body: { code: 'link_expired' } });
    expect(await second(person)).toMatchObject({ status: 410, body: { code: 'challenge_expired' } });
    expect((await confirmPhone(person.phone, person.code)).status).toBeGreaterThan(400);
    await until(
      'the copies are redacted',
      () => copiesOf(person),
      (copies) => !unfolded(copies).includes(person.link),
    );
  });

  it('an edit without such a change keeps them valid', async () => {
    const person = await createPerson();
    expect((await edit(person, { name: 'Renamed', email: person.email, role: 'user' })).status).toBe(200);
    await api.put('/api/users/update', { key: person.key, body: { city: 'Graz' } });
    expect((await confirmPhone(person.phone, person.code)).status).toBe(200);
    expect((await second(person)).status).toBe(200);
    expect((await reset(person.link)).status).toBe(200);
  });

  it('a changed password invalidates keys of impersonation by and of the user', async () => {
    const other = await createUser(api);
    const opened = await api.post('/api/admin/user/impersonate', { key: admin.key, body: { user_id: other.id } });
    const asAdmin = await api.post('/api/admin/user/impersonate', { key: root.key, body: { user_id: admin.id } });
    const keys = [opened, asAdmin].map(({ body }) => String(body['user_key']));
    const statuses = () => Promise.all(keys.map(async (key) => (await api.get('/api/users/info', { key })).status));
    expect(await statuses()).toEqual([200, 200]);
    const body = { currentPassword: PASSWORD, newPassword: 'Changed-1' };
    expect((await api.put('/api/auth/change/password', { key: admin.key, body })).status).toBe(200);
    expect(await statuses()).toEqual([401, 401]);
    expect((await api.get('/api/users/info', { key: admin.key })).status).toBe(200);
  });
});

describe('a one-time token', () => {
  it('is valid for its purpose only', async () => {
    const person = await createPerson();
    const { link, challenge } = person;
    expect(await second({ ...person, challenge: link })).toMatchObject({
      status: 410,
      body: { code: 'challenge_expired' },
    });
    expect((await api.post('/api/auth/reset/check', { body: { token: challenge } })).body.code).toBe('link_expired');
    expect((await reset(challenge)).body.code).toBe('link_expired');
    // Neither of the tokens was used up by these calls.
    expect((await second(person)).status).toBe(200);
    expect((await reset(link)).status).toBe(200);
  });
});

describe('the outbox that an administrator reads', () => {
  const list = (key: string, q: string) =>
    api.get<OutboxItem[]>(`/api/admin/outbox?q=${encodeURIComponent(q)}`, { key });
  const read = (key: string, id: number | undefined) => api.get<OutboxMessage>(`/api/admin/outbox/${id}`, { key });

  it('contains no used code, neither in text and subject nor in the file', async () => {
    const person = await registerForCode(api);
    const [before] = (await list(admin.key, person.email)).body;
    expect(before?.subject).toContain(person.code);
    await api.post('/api/auth/confirm/email', { body: { email: person.email, code: person.code } });
    const { body } = await read(admin.key, before?.id);
    expect(body).toMatchObject({ code: null, link: null, state: 'sent', recipient: person.email });
    expect(body.subject).toContain('••••');
    expect(body.text).toContain('••••');
    expect(JSON.stringify({ ...body, created_at: '', sent_at: '' })).not.toContain(person.code);
    const mail = async () => (await mailTo(api, person.email)).text ?? '';
    await until('the file says no more', mail, (text) => !text.includes(person.code) && text.includes('••••'));
  });

  it('contains no replaced code; the new one is valid', async () => {
    const person = await registerForCode(api);
    await api.post('/api/auth/resend/email', { body: { email: person.email } });
    const [newer, older] = (await list(admin.key, person.email)).body;
    expect((await read(admin.key, older?.id)).body.code).toBeNull();
    const { code } = (await read(admin.key, newer?.id)).body;
    expect((await api.post('/api/auth/confirm/email', { body: { email: person.email, code } })).status).toBe(200);
  });

  it('contains no expired code or link; the time starts when the message is sent', async () => {
    const person = await createPerson();
    const sent = async (age: string): Promise<(string | null)[]> => {
      await api.db
        .updateTable('outgoing_messages')
        .set({ sent_at: sql`now() - ${age}::interval` })
        .where('user_id', '=', person.id)
        .execute();
      await redactExpiredSecrets(api.db);
      return (await messagesOf(person)).map(({ code, link }) => code ?? link);
    };
    expect(await sent('9 minutes')).toEqual([expect.stringContaining(person.link), person.code]);
    expect(await sent('10 minutes 1 second')).toEqual([expect.stringContaining(person.link), null]);
    expect(await sent('29 minutes')).toEqual([expect.stringContaining(person.link), null]);
    expect(await sent('30 minutes 1 second')).toEqual([null, null]);
  });

  it('is redacted by the scheduled cleaning', async () => {
    const person = await createPerson();
    await api.db
      .updateTable('outgoing_messages')
      .set({ sent_at: sql`now() - interval '1 hour'` })
      .where('user_id', '=', person.id)
      .execute();
    const secrets = async () => (await messagesOf(person)).filter(({ code, link }) => (code ?? link) !== null);
    await until('nothing is left', secrets, ({ length }) => length === 0);
    await until(
      'nor in the files',
      () => copiesOf(person),
      (copies) => !unfolded(copies).includes(person.link),
    );
    expect(await copiesOf(person)).not.toContain(` ${person.code}`);
  });

  it('contains nothing of a root account, also after its deletion', async () => {
    const other = await createUser(api, { role: 'root' });
    await api.post('/api/users/forgot-password', { body: { email: other.email } });
    const [item] = (await list(root.key, other.email)).body;
    expect((await read(admin.key, item?.id)).status).toBe(404);
    expect((await edit(other, { role: 'user' })).status).toBe(200);
    expect((await read(admin.key, item?.id)).status).toBe(404);
    await api.delete(`/api/admin/user/${other.id}`, { key: root.key });
    expect((await list(admin.key, other.email)).body).toEqual([]);
    expect((await read(admin.key, item?.id)).status).toBe(404);
    expect((await read(root.key, item?.id)).body).toMatchObject({ link: null, recipient: other.email });
  });

  it('contains no link of a deleted user', async () => {
    const person = await createPerson();
    await api.delete(`/api/admin/user/${person.id}`, { key: root.key });
    const rows = await api.db
      .selectFrom('outgoing_messages')
      .selectAll()
      .where('recipient', 'in', [person.email, person.phone])
      .execute();
    expect(rows).toHaveLength(2);
    expect(rows.map(({ code, link }) => code ?? link)).toEqual([null, null]);
    expect(JSON.stringify(rows)).not.toContain(person.link);
  });
});

describe('a queued message', () => {
  it('is not sent when its code is no longer valid', async () => {
    const person = newRegistration();
    await api.post('/api/auth/register', { body: person });
    const { id } = await api.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow();
    await mailTo(api, person.email);
    await api.db
      .updateTable('outgoing_messages')
      .set({ state: 'queued', sent_at: null, next_attempt_at: sql`now() + interval '1 hour'` })
      .where('user_id', '=', id)
      .execute();
    await edit({ id, email: person.email, password: '', key: '' }, { role: 'admin' });
    expect(await messagesOf({ id })).toMatchObject([{ state: 'failed', last_error: 'no longer of use', code: null }]);
  });
});
