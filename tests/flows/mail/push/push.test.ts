import { noteAlarmNotices } from '@belfry/api/features/alarms/index';
import { type AlarmEvent, DEFAULT_TELL } from '@belfry/schemas/domain/alarms';
import { settingsHttp } from '@belfry/schemas/http/accounts/settings';
import { pushHttp } from '@belfry/schemas/http/mail/push';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../../support/api.ts';
import { flow } from '../../../support/flow.ts';
import { createDevice, type TestUser } from '../../../support/factories.ts';
import { mailTo } from '../../../support/outbox.ts';
import { startPushService, type PushBrowser, type PushService } from '../../../support/services/push-service.ts';
import { createMember, createShops } from '../../../support/teams.ts';
import { until } from '../../../support/until.ts';

let api: TestApi;
let service: PushService;
let chain: Awaited<ReturnType<typeof createShops>>;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  service = await startPushService();
});
beforeEach(async () => {
  chain = await createShops(api);
});
afterAll(async () => {
  expect(service.failures).toEqual([]);
  service.stop();
});

type Caller = Pick<TestUser, 'key'>;
const list = async (caller: Caller) => (await api.call(pushHttp.list, caller)).body;
async function subscribe(caller: Caller, browser = service.addBrowser()) {
  const { body, status } = await api.call(pushHttp.subscribe, caller, browser.subscription);
  expect(status).toBe(201);
  return { browser, id: body.subscription_id };
}
const got = (browser: PushBrowser, count = 1) =>
  until(
    `${count} messages`,
    () => browser.received,
    ({ length }) => length >= count,
  );

/** Stores an alarm of the chain and tells it, as the evaluator does. */
async function raise(overrides: Partial<AlarmEvent> = {}): Promise<number> {
  const { company_id } = chain.own.node;
  const { rows } = await sql<{ alarm_id: number }>`
    insert into alarms (kind, subject, owner_id, company_id, place, severity, raised_at)
    values ('device_offline', ${`test:${Math.random()}`}, ${chain.owner.id}, ${company_id}, 'Speaker of Shop 12', 'high', now())
    returning alarm_id`.execute(api.db);
  const alarm_id = rows[0]?.alarm_id ?? 0;
  const at = new Date().toISOString();
  const event: AlarmEvent = {
    event_id: 1,
    event: 'raised',
    at,
    alarm_id,
    kind: 'device_offline',
    severity: 'high',
    state: 'open',
    organisation_id: chain.owner.id,
    company_id,
    place: 'Speaker of Shop 12',
    devices: [],
    device_count: 1,
    raised_at: at,
    by_user_id: null,
    comment: null,
    merged_into: null,
    tell: DEFAULT_TELL,
    ...overrides,
  };
  await noteAlarmNotices(api.db, [event]);
  return alarm_id;
}

describe('a message to a browser', () => {
  it('is encrypted for it and signed with the key of the installation', async () => {
    const { browser, id } = await subscribe(chain.owner);
    const answer = await api.call(pushHttp.test, chain.owner, { subscription_id: id });
    expect(answer.body).toEqual({ delivered: true, error: null });
    const [pushed] = browser.received;
    expect(pushed?.message).toMatchObject({ kind: 'test', title: 'Belfry: test message', url: '/settings' });
    expect(pushed?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high', ttl: '300' });
    expect(pushed?.headers['topic']).toMatch(/^[\w-]{1,32}$/);
    expect(pushed?.publicKey).toBe((await api.call(pushHttp.key, chain.owner)).body.public_key);
    expect(await list(chain.owner)).toMatchObject([{ subscription_id: id, current: true }]);
    expect((await list(chain.owner))[0]?.last_success_at).not.toBeNull();
  });

  it('tells of an alarm, while a service that says nothing holds up neither mails nor other browsers', async () => {
    await sql`update users set email_confirm = true where id = ${chain.owner.id}`.execute(api.db);
    const [slow, other] = [await subscribe(chain.owner), await subscribe(chain.owner)];
    slow.browser.answerWith('never');
    const alarmId = await raise();
    const mail = await mailTo(api, chain.owner.email);
    expect(mail.subject).toBe('Device offline: Shop 12 / Speaker of Shop 12');
    const [pushed] = await got(other.browser);
    expect(pushed?.message).toMatchObject({
      kind: 'alarm',
      title: 'Device offline: Shop 12 / Speaker of Shop 12',
      url: `/activity?view=alarms&open=alarm:${alarmId}`,
      tag: `belfry-alarm-${alarmId}`,
    });
    expect(pushed?.message.body).toMatch(/^high, since /);
    expect(pushed?.headers).toMatchObject({ urgency: 'high' });
    expect(slow.browser.received).toEqual([]);
  });

  it('waits for five minutes after the one before, and then tells of everything', { tags: ['full'] }, async () => {
    const { browser } = await subscribe(chain.owner);
    await raise();
    await got(browser);
    await Promise.all([raise(), raise()]);
    await sql`update alarm_notices set due_at = now() where user_id = ${chain.owner.id} and told_at is null`.execute(
      api.db,
    );
    expect(browser.received).toHaveLength(1);
    await sql`update alarm_notices set told_at = told_at - interval '5 minutes' where user_id = ${chain.owner.id}`.execute(
      api.db,
    );
    const [, second] = await got(browser, 2);
    expect(second?.message).toMatchObject({
      title: '2 alarms: Device offline: Shop 12 / Speaker of Shop 12',
      url: '/activity?view=needs',
    });
  });

  it('comes from the severity on that the person has chosen, after quiet hours, and never of what they did themselves', async () => {
    const { browser } = await subscribe(chain.owner);
    const waiting = async () =>
      (
        await sql<{ due_at: Date }>`
          select due_at from alarm_notices where user_id = ${chain.owner.id} and channel = 'push' and told_at is null`.execute(
          api.db,
        )
      ).rows;
    await raise({ by_user_id: chain.owner.id });
    await api.call(settingsHttp.update, chain.owner, { alarm_push: 'critical' });
    await raise();
    expect(await waiting()).toEqual([]);
    await api.call(settingsHttp.update, chain.owner, {
      alarm_push: 'low',
      alarm_quiet: { from: '00:00', to: '23:59' },
    });
    await raise();
    const [notice] = await waiting();
    expect(notice?.due_at.getTime()).toBeGreaterThan(Date.now());
    expect(browser.attempts()).toBe(0);
  });

  it(
    'is tried again after an error of the service, and is given up after some attempts',
    { tags: ['full'] },
    async () => {
      const { browser, id } = await subscribe(chain.owner);
      browser.answerWith(500);
      await raise();
      const failures = async () =>
        (
          await sql<{
            failures: number;
          }>`select failures from push_subscriptions where subscription_id = ${id}`.execute(api.db)
        ).rows[0]?.failures;
      for (let attempt = 1; attempt <= 4; attempt += 1) {
        await until('an attempt', () => browser.attempts() >= attempt);
        // What follows is due at once.
        if (attempt < 4)
          await until('another attempt is planned', async () => {
            const { rows } = await sql`
            update jobs.job set start_after = now() where name = 'push' and state = 'created' and start_after > now() returning id`.execute(
              api.db,
            );
            return rows.length > 0;
          });
      }
      await until('it is given up', async () => (await failures()) === 1);
      expect(browser.attempts()).toBe(4);
      browser.answerWith(201);
      await api.call(pushHttp.test, chain.owner, { subscription_id: id });
      expect(await failures()).toBe(0);
    },
  );

  it.each([404, 410])('removes a browser whose service answers %i', async (status) => {
    const { browser, id } = await subscribe(chain.owner);
    browser.answerWith(status);
    const { body } = await api.call(pushHttp.test, chain.owner, { subscription_id: id });
    expect(body).toEqual({ delivered: false, error: `The browser does not take messages any more (${status})` });
    expect(await list(chain.owner)).toEqual([]);
  });
});

it('what a trigger asks for is sent to those who may confirm it', async () => {
  const place = chain.own.company;
  const [asked, viewer, without] = [
    await createMember(api, chain.owner, place, { role: 'announcer', may_emergency: true }),
    await createMember(api, chain.owner, place, { role: 'viewer' }),
    await createMember(api, chain.owner, place, { role: 'announcer' }),
  ];
  await createDevice(api, { user_id: chain.owner.id, company_id: chain.own.node.company_id });
  const fire = { name: 'Fire', variants: [{ language: 'en', text: 'Fire' }], emergency: true };
  const { id: message_id } = (await api.call(messagesHttp.create, chain.owner, fire)).body;
  const [to, starter, ...others] = [
    (await subscribe(asked)).browser,
    (await subscribe(chain.owner)).browser,
    (await subscribe(viewer)).browser,
    (await subscribe(without)).browser,
  ];
  const { body: trigger } = await api.call(triggersHttp.create, chain.owner, {
    name: 'Panic button',
    company_id: place.company_id,
    source: { type: 'call' },
    action: { type: 'emergency', message_id, targets: { nodes: [place.company_id] } },
    mode: 'ask',
    drill: false,
  });
  expect((await api.call(triggersHttp.start, chain.owner, { id: trigger.id })).body.state).toBe('asking');
  const [pushed] = await got(to ?? service.addBrowser());
  expect(pushed?.message).toMatchObject({ kind: 'ask', title: 'Panic button asks to start', url: '/home' });
  expect(pushed?.message.body).toMatch(/^Emergency, Shop 12\. Open Belfry to confirm or decline it until \d\d:\d\d\.$/);
  expect(pushed?.headers).toMatchObject({ urgency: 'high', ttl: expect.stringMatching(/^(900|89\d)$/) as string });
  for (const browser of [starter, ...others]) expect(browser?.attempts()).toBe(0);
});
