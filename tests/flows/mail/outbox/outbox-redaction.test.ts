import { redactExpiredSecrets } from '@belfry/api/features/mail/outbox/secrets.repository';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../support/api.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../../support/factories.ts';
import { copiesTo, messagesTo, unfolded, mailTo, untilSent } from '../../../support/outbox.ts';
import { until } from '../../../support/until.ts';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { userChangesHttp } from '@belfry/schemas/http/users/changes';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { teamsHttp } from '@belfry/schemas/http/teams/members';
import { outboxHttp } from '@belfry/schemas/http/mail/outbox';
import { newRegistration, registerForCode, createUserWithSecrets } from '../../../support/accounts.ts';

let api: TestApi;
let root: TestUser;
let admin: TestUser;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_SCALE: '100000', CODE_RESEND_AFTER_S: '0' });
  [root, admin] = [await createUser(api, { role: 'root' }), await createAdmin(api)];
});
afterAll(() => api.stop());

const edit = (user: TestUser, updates: object) => api.call(userChangesHttp.edit, root, { user_id: user.id, updates });

const messagesOf = (user: { id: number }) => messagesTo(api.db, user);
const copiesOf = (user: { id: number }) => copiesTo(api, user);

describe('the outbox that an administrator reads', () => {
  const list = (key: string, q: string) => api.call(outboxHttp.list, { key }, { q });
  const read = (key: string, id: number | undefined) => api.call(outboxHttp.read, { key }, { id });

  it('contains no used code, neither in text and subject nor in the file', async () => {
    const account = await registerForCode(api);
    await untilSent(api, 'recipient', account.email);
    const [before] = (await list(admin.key, account.email)).body;
    expect(before?.subject).toContain(account.code);
    await api.call(registrationHttp.confirmEmail, null, { email: account.email, code: account.code });
    const { body } = await read(admin.key, before?.id);
    expect(body).toMatchObject({ code: null, link: null, state: 'sent', recipient: account.email });
    expect(body.subject).toContain('••••');
    expect(body.text).toContain('••••');
    expect(JSON.stringify({ ...body, created_at: '', sent_at: '' })).not.toContain(account.code);
    const mail = async () => (await mailTo(api, account.email)).text ?? '';
    await until('the file says no more', mail, (text) => !text.includes(account.code) && text.includes('••••'));
  });

  it('contains no replaced code; the new one is valid', async () => {
    const account = await registerForCode(api);
    await api.call(registrationHttp.resendEmail, null, { email: account.email });
    const [newer, older] = (await list(admin.key, account.email)).body;
    expect((await read(admin.key, older?.id)).body.code).toBeNull();
    const { code } = (await read(admin.key, newer?.id)).body;
    expect((await api.call(registrationHttp.confirmEmail, null, { email: account.email, code })).status).toBe(200);
  });

  it('contains no expired code or link; the time starts when the message is sent', async () => {
    const account = await createUserWithSecrets(api);
    await untilSent(api, 'user_id', account.id);
    const secrets = async () => (await messagesOf(account)).map(({ code, link }) => code ?? link);
    const expectAfter = async (age: string, expected: unknown[]): Promise<void> => {
      await api.db
        .updateTable('outgoing_messages')
        .set({ sent_at: sql`now() - ${age}::interval` })
        .where('user_id', '=', account.id)
        .execute();
      await redactExpiredSecrets(api.db);
      // It skips what the scheduled cleaning redacts at this moment.
      await expect.poll(secrets).toEqual(expected);
    };
    const link = expect.stringContaining(account.link);
    await expectAfter('9 minutes', [link, account.code]);
    await expectAfter('10 minutes 1 second', [link, null]);
    await expectAfter('29 minutes', [link, null]);
    await expectAfter('30 minutes 1 second', [null, null]);
  });

  it('is redacted by the scheduled cleaning', async () => {
    const account = await createUserWithSecrets(api);
    await untilSent(api, 'user_id', account.id);
    await api.db
      .updateTable('outgoing_messages')
      .set({ sent_at: sql`now() - interval '1 hour'` })
      .where('user_id', '=', account.id)
      .execute();
    const secrets = async () => (await messagesOf(account)).filter(({ code, link }) => (code ?? link) !== null);
    await until('nothing is left', secrets, ({ length }) => length === 0);
    await until(
      'nor in the files, of which one is cleaned after the other',
      () => copiesOf(account),
      (copies) => !unfolded(copies).includes(account.link) && !copies.includes(` ${account.code}`),
    );
  });

  it('contains the link of an invitation to an organisation until that is withdrawn, also while it waits to be sent', async () => {
    const owner = await createUser(api);
    const { company_id } = await createCompany(api, { user_id: owner.id });
    const email = `invited-to-${company_id}@belfry.test`;
    const invited = await api.call(teamsHttp.add, owner, { company_id, email, role: 'viewer' });
    await untilSent(api, 'recipient', email);
    await api.db
      .updateTable('outgoing_messages')
      .set({ state: 'queued', sent_at: null, due_at: sql`now() + interval '1 hour'` })
      .where('recipient', '=', email)
      .execute();
    await redactExpiredSecrets(api.db);
    const stored = () =>
      api.db.selectFrom('outgoing_messages').select(['state', 'link']).where('recipient', '=', email).execute();
    expect(await stored()).toEqual([{ state: 'queued', link: expect.stringContaining('/invitation?token=') }]);

    await api.call(teamsHttp.revoke, owner, { invitation_id: invited.body.invitation_id });
    await redactExpiredSecrets(api.db);
    await expect.poll(stored).toEqual([{ state: 'failed', link: null }]);
  });

  it('contains nothing of a root account, also after its deletion', async () => {
    const other = await createUser(api, { role: 'root' });
    await api.call(passwordsHttp.forgot, null, { email: other.email });
    const [item] = (await list(root.key, other.email)).body;
    expect((await read(admin.key, item?.id)).status).toBe(404);
    expect((await edit(other, { role: 'user' })).status).toBe(200);
    expect((await read(admin.key, item?.id)).status).toBe(404);
    await api.call(userChangesHttp.remove, root, { id: other.id });
    expect((await list(admin.key, other.email)).body).toEqual([]);
    expect((await read(admin.key, item?.id)).status).toBe(404);
    expect((await read(root.key, item?.id)).body).toMatchObject({ link: null, recipient: other.email });
  });

  it('contains no link of a deleted user', async () => {
    const account = await createUserWithSecrets(api);
    await api.call(userChangesHttp.remove, root, { id: account.id });
    const rows = await api.db
      .selectFrom('outgoing_messages')
      .selectAll()
      .where('recipient', 'in', [account.email, account.phone])
      .execute();
    expect(rows).toHaveLength(2);
    expect(rows.map(({ code, link }) => code ?? link)).toEqual([null, null]);
    expect(JSON.stringify(rows)).not.toContain(account.link);
  });
});

describe('a queued message', () => {
  it('is not sent when its code is no longer valid', async () => {
    const account = newRegistration();
    await api.call(registrationHttp.register, null, { ...account });
    const { id } = await api.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', account.email)
      .executeTakeFirstOrThrow();
    await untilSent(api, 'recipient', account.email);
    await api.db
      .updateTable('outgoing_messages')
      .set({ state: 'queued', sent_at: null, due_at: sql`now() + interval '1 hour'` })
      .where('user_id', '=', id)
      .execute();
    await edit({ id, email: account.email, password: '', key: '' }, { role: 'admin' });
    expect(await messagesOf({ id })).toMatchObject([{ state: 'failed', last_error: 'no longer of use', code: null }]);
  });
});
