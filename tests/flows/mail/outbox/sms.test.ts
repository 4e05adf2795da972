import { probePort } from '@belfry/infra/local/ports';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from '../../../support/api.ts';
import { codeIn } from '../../../support/outbox.ts';
import { startHttpProvider } from '../../../support/providers/http.ts';
import { startSmpp } from '../../../support/providers/smpp.ts';
import { until } from '../../../support/until.ts';
import { registrationHttp } from '@belfry/schemas/http/accounts/registration';
import { newRegistration, registerForCode } from '../../../support/accounts.ts';

let stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.reverse()) await stop();
  stops = [];
});
async function running<T extends { stop(): Promise<void> }>(started: Promise<T>): Promise<T> {
  const part = await started;
  stops.push(part.stop);
  return part;
}
const apiWith = (env: Record<string, string>) => running(startTestApi({ RATE_LIMIT_SCALE: '1000', ...env }));

/** Registers a user and confirms the email address, so that an SMS is sent. */
async function personWithSms(api: TestApi, overrides: object = {}) {
  const user = await registerForCode(api, newRegistration({ ...overrides }));
  const { email, code } = user;
  expect((await api.call(registrationHttp.confirmEmail, null, { email, code })).status).toBe(200);
  return user;
}
const smsOf = (api: TestApi, phone: string) =>
  api.db.selectFrom('outgoing_messages').selectAll().where('recipient', '=', phone).executeTakeFirstOrThrow();
const sent = (api: TestApi, phone: string) =>
  until(
    'the SMS is stored as sent',
    () => smsOf(api, phone),
    ({ state }) => state === 'sent',
  );
const confirm = (api: TestApi, phone: string, text: string) =>
  api.call(registrationHttp.confirmPhone, null, { phone, code: codeIn(text) });

describe('SMS over an HTTP provider', () => {
  it('are sent as the template defines, and their code confirms the phone number', async () => {
    const provider = await running(startHttpProvider());
    const api = await apiWith({
      SMS_PROVIDER: 'http',
      SMS_FROM: 'Belfry',
      SMS_HTTP_URL: `${provider.url}/send?to={phone}`,
      SMS_HTTP_BODY: '{"recipients":["{phone}"],"body":"{text}","sender":"{from}"}',
      SMS_HTTP_AUTHORIZATION: 'Bearer provider-key',
    });
    const { phone } = await personWithSms(api, { lang: 'ru' });
    await sent(api, phone);
    const [request] = provider.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/send',
      query: { to: phone },
      headers: { authorization: 'Bearer provider-key', 'content-type': 'application/json' },
    });
    const body = JSON.parse(request?.body ?? '') as { recipients: string[]; body: string; sender: string };
    expect(body).toMatchObject({ recipients: [phone], sender: 'Belfry' });
    expect((await confirm(api, phone, body.body)).status).toBe(200);
  });

  it('are retried after temporary errors, and not after permanent ones', { tags: ['full'] }, async () => {
    const provider = await running(startHttpProvider());
    const api = await apiWith({
      SMS_PROVIDER: 'http',
      SMS_HTTP_METHOD: 'GET',
      SMS_HTTP_URL: `${provider.url}/send?to={phone}&text={text}`,
    });
    provider.failNext(503, 429);
    const { phone } = await personWithSms(api);
    expect((await sent(api, phone)).attempts).toBe(3);
    expect(provider.requests.map(({ method, query }) => ({ method, to: query['to'] }))).toEqual(
      Array.from({ length: 3 }, () => ({ method: 'GET', to: phone })),
    );
    provider.failNext(400);
    const other = await personWithSms(api);
    const gone = await until(
      'giving up',
      () => smsOf(api, other.phone),
      ({ state }) => state === 'failed',
    );
    expect(gone).toMatchObject({ attempts: 1, last_error: expect.stringContaining('400') });
  });
});

describe('SMS whose provider refuses connections', () => {
  it.each(['http', 'smpp'] as const)(
    'wait, are named on the Outbox page, and are sent once it is back: %s',
    { tags: ['full'] },
    async (kind) => {
      const port = await probePort(0, '127.0.0.1');
      const settings = {
        http: { SMS_HTTP_METHOD: 'GET', SMS_HTTP_URL: `http://127.0.0.1:${port}/send?to={phone}` },
        smpp: { SMS_SMPP_URL: `smpp://127.0.0.1:${port}`, SMS_SMPP_SYSTEM_ID: 'belfry', SMS_SMPP_PASSWORD: 'secret' },
      };
      const api = await apiWith({ SMS_PROVIDER: kind, SMS_FROM: 'Belfry', ...settings[kind] });
      const { phone } = await personWithSms(api);
      const hasFailed = async () => (await smsOf(api, phone)).last_error !== null;
      await until('a first try', hasFailed);
      const delivered = await startProvider[kind](port);
      expect((await sent(api, phone)).attempts).toBeGreaterThan(1);
      expect(delivered().map((to) => to.replace('+', ''))).toEqual([phone.replace('+', '')]);
    },
  );

  /** Starts a provider at a port. @returns the recipients of what it has accepted */
  const startProvider = {
    http: async (port: number) => {
      const { requests } = await running(startHttpProvider(port));
      return () => requests.map(({ query }) => query['to'] ?? '');
    },
    smpp: async (port: number) => {
      const { submitted } = await running(startSmpp('secret', port));
      return () => submitted.map(({ to }) => to);
    },
  };
});

describe('SMS over Twilio', () => {
  it('are sent by its REST call', { tags: ['full'] }, async () => {
    const provider = await running(startHttpProvider());
    const api = await apiWith({
      SMS_PROVIDER: 'twilio',
      SMS_TWILIO_URL: provider.url,
      SMS_TWILIO_ACCOUNT: 'AC123',
      SMS_TWILIO_TOKEN: 'token',
      SMS_FROM: '+15005550006',
    });
    provider.failNext(201);
    const { phone } = await personWithSms(api);
    await sent(api, phone);
    const [request] = provider.requests;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/2010-04-01/Accounts/AC123/Messages.json',
      headers: { authorization: `Basic ${Buffer.from('AC123:token').toString('base64')}` },
    });
    const form = Object.fromEntries(new URLSearchParams(request?.body));
    expect(form).toMatchObject({ To: phone, From: '+15005550006' });
    expect((await confirm(api, phone, form['Body'] ?? '')).status).toBe(200);
  });
});

describe('SMS over SMPP', () => {
  const settings = (url: string, password = 'secret') => ({
    SMS_PROVIDER: 'smpp',
    SMS_SMPP_URL: url,
    SMS_SMPP_SYSTEM_ID: 'belfry',
    SMS_SMPP_PASSWORD: password,
    SMS_FROM: 'Belfry',
  });

  it('are sent over one connection, in both alphabets', async () => {
    const centre = await running(startSmpp());
    const api = await apiWith(settings(centre.url));
    const [latin, cyrillic] = [await personWithSms(api), await personWithSms(api, { lang: 'ru' })];
    await Promise.all([sent(api, latin.phone), sent(api, cyrillic.phone)]);
    expect(centre.binds).toEqual([{ systemId: 'belfry', password: 'secret' }]);
    const to = (phone: string) => centre.submitted.find((message) => `+${message.to}` === phone);
    expect(to(latin.phone)).toMatchObject({
      from: 'Belfry',
      text: expect.stringMatching(/^Belfry: your .* is \d{4}\./),
    });
    expect(to(cyrillic.phone)?.text).toMatch(/^Belfry: код подтверждения \d{4}\./);
    expect((await confirm(api, cyrillic.phone, to(cyrillic.phone)?.text ?? '')).status).toBe(200);
  });

  it('are retried after throttling and lost connections', { tags: ['full'] }, async () => {
    const centre = await running(startSmpp());
    const api = await apiWith(settings(centre.url));
    centre.failNext(0x58);
    const first = await personWithSms(api);
    expect((await sent(api, first.phone)).attempts).toBe(2);
    centre.closeConnections();
    const second = await personWithSms(api);
    await sent(api, second.phone);
    expect(centre.submitted.map(({ to }) => `+${to}`)).toEqual([first.phone, second.phone]);
    centre.failNext(0x0b);
    const third = await personWithSms(api);
    await until(
      'giving up',
      () => smsOf(api, third.phone),
      ({ state }) => state === 'failed',
    );
  });

  it('wait while the SMS centre rejects the password', { tags: ['full'] }, async () => {
    const centre = await running(startSmpp());
    const api = await apiWith(settings(centre.url, 'wrong'));
    const { phone } = await personWithSms(api);
    const waiting = await until(
      'a first try',
      () => smsOf(api, phone),
      ({ last_error }) => last_error !== null,
    );
    expect(waiting).toMatchObject({ state: 'queued', last_error: expect.stringContaining('refused to bind') });
    expect(waiting.last_error).not.toContain('wrong');
  });
});
