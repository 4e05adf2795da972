import { startApi, type Api } from '@belfry/api/server';
import { probePort } from '@belfry/infra/local/ports';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApi, testConfig, type TestApi } from '../../../support/api.ts';
import { createFakeBroker } from '../../../support/services/fake-broker.ts';
import { codeIn } from '../../../support/outbox.ts';
import { startSmtp, type FakeSmtp } from '../../../support/providers/smtp.ts';
import { until } from '../../../support/until.ts';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { newRegistration } from '../../../support/accounts.ts';

const SCALE = { RATE_LIMIT_SCALE: '1000' };
let stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
  stops = [];
});

async function smtp(port?: number): Promise<FakeSmtp> {
  const server = await startSmtp(port);
  stops.push(server.stop);
  return server;
}
async function apiWith(env: Record<string, string>): Promise<TestApi> {
  const api = await startTestApi({ ...SCALE, ...env });
  stops.push(api.stop);
  return api;
}
async function replicaOf(api: TestApi, env: Record<string, string>): Promise<Api> {
  const { DATABASE_URL, DATA_DIR } = api.config;
  const replica = await startApi(testConfig({ ...SCALE, DATABASE_URL, DATA_DIR, ...env }), {
    broker: createFakeBroker(),
  });
  stops.push(replica.stop);
  return replica;
}
const messageTo = (api: TestApi, recipient: string) =>
  api.db.selectFrom('outgoing_messages').selectAll().where('recipient', '=', recipient).executeTakeFirstOrThrow();

describe('an email over SMTP', () => {
  it('has text and HTML, sender and recipient, and is marked as automatic', async () => {
    const server = await smtp();
    const api = await apiWith({ SMTP_URL: server.url, MAIL_FROM: 'Колокольня <bells@belfry.test>' });
    const user = newRegistration({ name: 'Ада "Л" <x>, Б' });
    await api.call(registrationHttp.register, null, user);
    const [mail] = await until(
      'the mail',
      () => server.mails,
      ({ length }) => length > 0,
    );
    expect(mail).toMatchObject({
      from: { address: 'bells@belfry.test', name: 'Колокольня' },
      to: [{ address: user.email, name: '' }],
      subject: expect.stringMatching(/^\d{4} is your Belfry confirmation code$/),
      text: expect.stringContaining('Hello Ада "Л" <x>, Б,'),
      html: expect.stringContaining('Ада &quot;Л&quot; &lt;x&gt;, Б'),
      messageId: expect.stringMatching(/^<belfry-\d+-\d+@belfry\.test>$/),
    });
    expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    await until(
      'it is stored as sent',
      async () => (await messageTo(api, user.email)).state,
      (state) => state === 'sent',
    );
  });

  it(
    'waits while the server is unavailable, is delivered once afterwards, and its code is valid',
    { tags: ['full'] },
    async () => {
      const port = await probePort(0, '127.0.0.1');
      const api = await apiWith({ SMTP_URL: `smtp://127.0.0.1:${port}` });
      const user = newRegistration();
      expect((await api.call(registrationHttp.register, null, user)).status).toBe(200);
      const waiting = await until(
        'a first try',
        () => messageTo(api, user.email),
        ({ last_error }) => last_error !== null,
      );
      expect(waiting).toMatchObject({ state: 'queued', last_error: expect.stringContaining('ECONNREFUSED') });
      // Moves the message an hour into the past.
      await api.db
        .updateTable('confirmation_codes')
        .set({ created_at: new Date(Date.now() - 3_600_000) })
        .execute();
      const server = await smtp(port);
      const [mail] = await until(
        'the mail',
        () => server.mails,
        ({ length }) => length > 0,
      );
      await until(
        'it is stored as sent',
        async () => (await messageTo(api, user.email)).state,
        (state) => state === 'sent',
      );
      expect(server.mails).toHaveLength(1);
      const body = { email: user.email, code: codeIn(mail?.text) };
      expect((await api.call(registrationHttp.confirmEmail, null, { ...body })).status).toBe(200);
    },
  );

  it('is sent once by one of several replicas', { tags: ['full'] }, async () => {
    const port = await probePort(0, '127.0.0.1');
    const SMTP_URL = `smtp://127.0.0.1:${port}`;
    const api = await apiWith({ SMTP_URL });
    await replicaOf(api, { SMTP_URL });
    await replicaOf(api, { SMTP_URL });
    const people = Array.from({ length: 10 }, () => newRegistration());
    await Promise.all(people.map((user) => api.call(registrationHttp.register, null, user)));
    const server = await smtp(port);
    const everybody = people.map(({ email }) => email).sort();
    const arrived = () => server.mails.map(({ to }) => to?.[0]?.address ?? '').sort();
    await until('every mail', arrived, ({ length }) => length >= 10);
    expect(arrived()).toEqual(everybody);
  });

  it('is retried after a temporary error, and not after a permanent one', async () => {
    const server = await smtp();
    const api = await apiWith({ SMTP_URL: server.url });
    const [later, never] = [newRegistration(), newRegistration()];
    server.rejectRecipients(451);
    await api.call(registrationHttp.register, null, later);
    await until(
      'a rejected try',
      () => messageTo(api, later.email),
      ({ last_error }) => last_error !== null,
    );
    expect((await messageTo(api, later.email)).state).toBe('queued');
    server.rejectRecipients(null);
    await until(
      'the mail',
      () => server.mails,
      ({ length }) => length > 0,
    );
    server.rejectRecipients(550);
    await api.call(registrationHttp.register, null, never);
    const gone = await until(
      'giving up',
      () => messageTo(api, never.email),
      ({ state }) => state !== 'queued',
    );
    expect(gone).toMatchObject({ state: 'failed', attempts: 1, last_error: expect.stringContaining('550') });
    expect(server.mails).toHaveLength(1);
  });

  it('is replaced by a newer one while it waits', { tags: ['full'] }, async () => {
    const port = await probePort(0, '127.0.0.1');
    const api = await apiWith({ SMTP_URL: `smtp://127.0.0.1:${port}`, CODE_RESEND_AFTER_S: '0' });
    const user = newRegistration();
    await api.call(registrationHttp.register, null, user);
    await until(
      'a first try',
      () => messageTo(api, user.email),
      ({ last_error }) => last_error !== null,
    );
    expect((await api.call(registrationHttp.resendEmail, null, { email: user.email })).status).toBe(200);
    // A try of the replaced mail may have begun just before.
    const tries = sql`select from jobs.job where name = 'outbox-mail' and state = 'active'`;
    await until('no try is being made', async () => (await tries.execute(api.db)).rows.length === 0);
    const server = await smtp(port);
    const [mail] = await until(
      'the mail',
      () => server.mails,
      ({ length }) => length > 0,
    );
    const states = await api.db.selectFrom('outgoing_messages').select(['state', 'last_error']).orderBy('id').execute();
    expect(states[0]).toEqual({ state: 'failed', last_error: 'replaced by a newer message' });
    const body = { email: user.email, code: codeIn(mail?.text) };
    expect((await api.call(registrationHttp.confirmEmail, null, { ...body })).status).toBe(200);
  });
});
