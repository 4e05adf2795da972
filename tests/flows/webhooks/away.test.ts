import { webhooksHttp } from '@belfry/schemas/http/webhooks';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { createCompany, createDevice } from '../../support/factories.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/services/webhook-receiver.ts';
import { createShops } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
let receiver: WebhookReceiver;
let id: number;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  chain = await createShops(api);
  receiver = await startWebhookReceiver();
  const { body } = await api.call(webhooksHttp.create, chain.owner, {
    name: 'Tickets',
    url: receiver.url,
    company_id: chain.main.company_id,
    events: ['device.online', 'device.offline'],
  });
  ({ id } = body);
});
afterEach(() => receiver.stop());

async function createReporter() {
  const { company_id } = await createCompany(api, { below: chain.own.company });
  const { device_id, serial } = await createDevice(api, { user_id: chain.owner.id, company_id });
  return async (...statuses: ('online' | 'offline')[]): Promise<string> => {
    for (const status of statuses)
      await api.db
        .updateTable('device_state')
        .set({ reported_status: status })
        .where('device_id', '=', device_id)
        .execute();
    return serial;
  };
}

/** Lets time pass for the webhook: everything that it waits for is due. */
async function passHours(hours: number): Promise<void> {
  const passed = sql`make_interval(hours => ${hours})`;
  await sql`update webhooks set failing_since = failing_since - ${passed}, retry_at = now() where id = ${id}`.execute(
    api.db,
  );
  await sql`update webhook_deliveries set first_tried_at = first_tried_at - ${passed}, next_at = now()
    where webhook_id = ${id} and state = 'waiting'`.execute(api.db);
}
const webhook = async () => (await api.call(webhooksHttp.read, chain.owner, { id })).body;

/** Does something after which an attempt fails, and waits for that. */
async function failAfter(cause: () => Promise<unknown>): Promise<void> {
  const before = receiver.attempts();
  await cause();
  await until('an attempt', () => receiver.attempts() > before);
  await until('it is noted', async () => {
    const { retry_at } = await api.db
      .selectFrom('webhooks')
      .select('retry_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return retry_at !== null && retry_at.getTime() > Date.now();
  });
}

test(
  'a receiver that was away for 24 hours gets everything, once, in the order of each device',
  { tags: ['full'] },
  async () => {
    receiver.answerWith(503);
    const [first, second] = [await createReporter(), await createReporter()];
    const serials: string[] = [];
    await failAfter(async () => {
      serials.push(await first('online', 'offline', 'online', 'offline'), await second('online', 'offline'));
    });
    expect(await webhook()).toMatchObject({ enabled: true, waiting: 6 });
    for (let hours = 0; hours < 20; hours += 5) await failAfter(() => passHours(5));
    await first('online');
    expect((await webhook()).enabled).toBe(true);
    receiver.answerWith(200);
    await passHours(4);
    await until('everything arrives', () => receiver.received.length >= 7);
    await until('nothing waits', async () => (await webhook()).waiting === 0);
    const typesOf = (serial = '') =>
      receiver.received.filter(({ data }) => data['serial'] === serial).map(({ type }) => type.replace('device.', ''));
    expect(typesOf(serials[0])).toEqual(['online', 'offline', 'online', 'offline', 'online']);
    expect(typesOf(serials[1])).toEqual(['online', 'offline']);
    expect(new Set(receiver.received.map((hook) => hook.id)).size).toBe(7);
    expect(await webhook()).toMatchObject({ enabled: true, failing_since: null });
  },
);

test(
  'a receiver that is away for longer turns its webhook off, and a person on again, with what waits',
  { tags: ['full'] },
  async () => {
    receiver.answerWith(500);
    const report = await createReporter();
    await failAfter(() => report('online'));
    await passHours(24);
    const off = await until('it is turned off', webhook, ({ enabled }) => !enabled);
    expect(off).toMatchObject({ disabled_reason: 'failing', waiting: 1 });
    const audited = await api.db
      .selectFrom('audit_log')
      .select(['object_id', 'owner_id'])
      .where('action', '=', 'webhook.disable')
      .where('owner_id', '=', chain.owner.id)
      .execute();
    expect(audited).toEqual([{ object_id: String(id), owner_id: chain.owner.id }]);
    const isAlarm = async () => {
      const conditions = api.db.selectFrom('alarm_conditions').select('bad').where('kind', '=', 'webhook_disabled');
      return (await conditions.where('subject', '=', `webhook:${id}`).executeTakeFirst())?.bad;
    };
    expect(await isAlarm()).toBe(true);
    receiver.answerWith(200);
    const { name, url, events, revision } = off;
    await api.call(webhooksHttp.change, chain.owner, { id, name, url, events, revision, enabled: true });
    expect(await isAlarm()).toBe(false);
    await until('it arrives', () => receiver.received.length === 1);
  },
);

test('a message that is refused holds up its device only', async () => {
  receiver.answerWith(400);
  const [refused, other] = [await createReporter(), await createReporter()];
  await refused('online', 'offline');
  await until('an attempt', () => receiver.attempts() > 0);
  receiver.answerWith(200);
  const serial = await other('online');
  await until('the other one', () => receiver.received.some(({ data }) => data['serial'] === serial));
  await passHours(0);
  await until('the rest', () => receiver.received.length === 3);
});

test('a receiver that asks for time gets it, for all messages, and a long answer is an arrival', async () => {
  const deliveries = async () => (await api.call(webhooksHttp.deliveries, chain.owner, { id })).body;
  receiver.answerWith(503, { headers: { 'retry-after': '600' } });
  const report = await createReporter();
  const before = Date.now();
  await failAfter(() => report('online', 'offline'));
  for (const { next_at } of await deliveries())
    expect(Date.parse(next_at ?? '') - before).toBeGreaterThanOrEqual(600_000);
  expect((await deliveries()).find(({ attempts }) => attempts > 0)).toMatchObject({
    last_status: 503,
    last_error: 'The receiver answered 503, and asks for 600 s without messages',
  });
  receiver.answerWith(200, { body: 'x'.repeat(200_000) });
  await passHours(0);
  await until('everything arrives', deliveries, (list) => list.every(({ state }) => state === 'delivered'));
  expect(new Set(receiver.received.map((hook) => hook.id)).size).toBe(receiver.received.length);
});

test('a receiver that answers after 9 s has the message, one that takes 12 s is away', { tags: ['full'] }, async () => {
  const deliveries = async () => (await api.call(webhooksHttp.deliveries, chain.owner, { id })).body;
  receiver.answerWith(200, { afterMs: 9_000 });
  const report = await createReporter();
  await report('online');
  await until('it arrives', deliveries, ([delivery]) => delivery?.state === 'delivered');
  expect(receiver.attempts()).toBe(1);
  receiver.answerWith(200, { afterMs: 12_000 });
  await report('offline');
  const [late] = await until(
    'it is too late',
    deliveries,
    ([delivery]) => delivery?.attempts === 1 && delivery.type === 'device.offline',
  );
  expect(late).toMatchObject({ state: 'waiting', last_error: 'No answer within 10 seconds' });
});

test('410 and a redirect: the first ends the webhook, the second is not followed', async () => {
  receiver.answerWith(302);
  const report = await createReporter();
  await report('online');
  const { body } = await until(
    'the failure',
    () => api.call(webhooksHttp.deliveries, chain.owner, { id }),
    ({ body: [delivery] }) => delivery?.last_status === 302,
  );
  expect(body[0]).toMatchObject({
    state: 'waiting',
    last_error: 'The receiver redirects (302), which is not followed',
  });
  receiver.answerWith(410);
  await passHours(0);
  expect(await until('it is off', webhook, ({ enabled }) => !enabled)).toMatchObject({ disabled_reason: 'gone' });
});

test('a webhook with too much that waits takes nothing more', { tags: ['full'] }, async () => {
  await sql`
    insert into webhook_deliveries (webhook_id, message_id, type, order_key, data, at, next_at)
    select ${id}, 'msg_' || n, 'device.offline', 'device:' || n, '{}', now(), now() + interval '1 day'
    from generate_series(1, 20000) as n`.execute(api.db);
  const report = await createReporter();
  const serial = await report('online');
  await until('the one that makes it full', () => receiver.received.some(({ data }) => data['serial'] === serial));
  await report('offline', 'online');
  const noted = await api.db.selectFrom('webhook_events').select('event_id').execute();
  expect(noted).toEqual([]);
  await sql`update webhook_deliveries set state = 'delivered' where webhook_id = ${id} and order_key <> 'device:1'`.execute(
    api.db,
  );
  await passHours(0);
  await until('it takes events again', async () => {
    const { is_full } = await api.db
      .selectFrom('webhooks')
      .select('is_full')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return !is_full;
  });
  await report('offline');
  const isTold = () =>
    receiver.received.some(({ type, data }) => data['serial'] === serial && type === 'device.offline');
  await until('the next one', isTold);
});
