import { WEBHOOKS_MAX, type WebhookEvent } from '@belfry/schemas/domain/webhook-events';
import { webhooksHttp } from '@belfry/schemas/http/webhooks';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { createDevice } from '../../support/factories.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/services/webhook-receiver.ts';
import { createMember, createShops } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
let receiver: WebhookReceiver;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  chain = await createShops(api);
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver.stop());

const create = (
  events: WebhookEvent[],
  { company_id = chain.main.company_id, url = receiver.url, by = chain.owner } = {},
) => api.call(webhooksHttp.create, by, { name: 'Tickets', url, events, company_id });

async function deviceAt(company_id: number) {
  const { device_id, serial } = await createDevice(api, { user_id: chain.owner.id, company_id });
  const report = (status: 'online' | 'offline') =>
    api.db.updateTable('device_state').set({ reported_status: status }).where('device_id', '=', device_id).execute();
  return { serial, report };
}
const about = (serial: string) => receiver.received.filter(({ data }) => data['serial'] === serial);

test('tells what happens at its node and below it, signed with the secret that is shown once', async () => {
  const { status, body: webhook } = await create(['device.online', 'device.offline'], {
    company_id: chain.own.company.company_id,
  });
  expect(status).toBe(201);
  expect(webhook.secret).toMatch(/^whsec_/);
  const [here, elsewhere] = [await deviceAt(chain.own.node.company_id), await deviceAt(chain.other.node.company_id)];
  await elsewhere.report('online');
  await here.report('online');
  await here.report('offline');
  await until('both messages', () => about(here.serial).length === 2);
  expect(about(here.serial).map(({ type }) => type)).toEqual(['device.online', 'device.offline']);
  expect(about(here.serial)[0]?.data).toMatchObject({
    serial: here.serial,
    company_id: chain.own.node.company_id,
    place: 'Speaker of Shop 12',
  });
  expect(receiver.received.every((hook) => hook.isFrom(webhook.secret))).toBe(true);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length);
  expect(about(elsewhere.serial)).toEqual([]);
  expect(JSON.stringify((await api.call(webhooksHttp.list, chain.owner)).body)).not.toContain('whsec_');
  const { body: deliveries } = await api.call(webhooksHttp.deliveries, chain.owner, { id: webhook.id });
  expect(deliveries).toMatchObject([
    { type: 'device.offline', state: 'delivered', attempts: 1, last_status: 200 },
    { type: 'device.online', state: 'delivered' },
  ]);
  await api.call(webhooksHttp.remove, chain.owner, { id: webhook.id });
});

test.each<[string, (id: number) => Promise<unknown>]>([
  ['it is ended', (id) => api.call(webhooksHttp.endPrevious, chain.owner, { id })],
  [
    'its time has passed',
    (id) =>
      sql`update webhooks set previous_secret_until = now() - interval '1 second' where id = ${id}`.execute(api.db),
  ],
])('signs with the former secret as well until %s', async (_what, end) => {
  const { body: webhook } = await create(['member.added']);
  const { body: rotated } = await api.call(webhooksHttp.rotate, chain.owner, { id: webhook.id });
  expect(rotated.previous_secret_until).not.toBeNull();
  const sendTest = async () => {
    const { status, body } = await api.call(webhooksHttp.test, chain.owner, { id: webhook.id });
    expect(status).toBe(202);
    return until('the test arrives', () => receiver.received.find(({ id }) => id === body.message_id));
  };
  const both = await sendTest();
  expect(both?.signatures).toHaveLength(2);
  expect([both?.isFrom(webhook.secret), both?.isFrom(rotated.secret)]).toEqual([true, true]);
  await end(webhook.id);
  const one = await sendTest();
  expect([one?.isFrom(webhook.secret), one?.isFrom(rotated.secret)]).toEqual([false, true]);
  await api.call(webhooksHttp.remove, chain.owner, { id: webhook.id });
});

test('tells of members and sends a message again with the same id', async () => {
  const { body: webhook } = await create(['member.added', 'member.ended']);
  const member = await createMember(api, chain.owner, chain.own.company, { role: 'viewer' });
  const added = await until('the member', () => receiver.received.find(({ data }) => data['email'] === member.email));
  expect(added).toMatchObject({ type: 'member.added', data: { role: 'viewer', place: 'Shop 12' } });
  const { body: deliveries } = await api.call(webhooksHttp.deliveries, chain.owner, { id: webhook.id });
  const { delivery_id = 0 } = deliveries.find(({ message_id }) => message_id === added?.id) ?? {};
  const again = await api.call(webhooksHttp.redeliver, chain.owner, { id: webhook.id, delivery_id });
  expect(again).toMatchObject({ status: 202, body: { message_id: added?.id } });
  await until('it arrives again', () => receiver.received.filter(({ id }) => id === added?.id).length === 2);
  expect((await api.call(webhooksHttp.redeliver, chain.owner, { id: webhook.id, delivery_id: 1 })).status).toBe(404);
  await api.call(webhooksHttp.remove, chain.owner, { id: webhook.id });
});

test('is for managers of its node', async () => {
  const [manager, announcer] = [
    await createMember(api, chain.owner, chain.own.company, { role: 'manager' }),
    await createMember(api, chain.owner, chain.own.company, { role: 'announcer' }),
  ];
  const own = { company_id: chain.own.company.company_id };
  expect((await create(['device.offline'], { ...own, by: announcer })).status).toBe(403);
  expect((await create(['device.offline'], { company_id: chain.other.company.company_id, by: manager })).status).toBe(
    404,
  );
  const { status, body: webhook } = await create(['device.offline'], { ...own, by: manager });
  expect(status).toBe(201);
  expect((await api.call(webhooksHttp.list, manager)).body.map(({ id }) => id)).toEqual([webhook.id]);
  const { body: above } = await create(['device.offline']);
  for (const { by, id } of [
    { by: manager, id: above.id },
    { by: announcer, id: webhook.id },
  ]) {
    expect((await api.call(webhooksHttp.read, by, { id })).status).toBe(404);
    expect((await api.call(webhooksHttp.deliveries, by, { id })).status).toBe(404);
    expect((await api.call(webhooksHttp.rotate, by, { id })).status).toBe(404);
    expect((await api.call(webhooksHttp.remove, by, { id })).status).toBe(404);
  }
  for (const { id } of [webhook, above]) await api.call(webhooksHttp.remove, chain.owner, { id });
});

test('can be changed, turned off and on, and two people who change one are told', async () => {
  const { body: webhook } = await create(['device.offline']);
  const { id, revision } = webhook;
  const change = { id, name: 'Pager', url: receiver.url, events: ['device.online' as const], revision };
  const changed = await api.call(webhooksHttp.change, chain.owner, { ...change, enabled: false });
  expect(changed.body).toMatchObject({ name: 'Pager', enabled: false, disabled_reason: 'person' });
  expect((await api.call(webhooksHttp.change, chain.owner, { ...change, enabled: true })).body).toMatchObject({
    code: 'edit_conflict',
  });
  expect((await api.call(webhooksHttp.test, chain.owner, { id })).status).toBe(409);
  const on = { ...change, revision: changed.body.revision, enabled: true };
  expect((await api.call(webhooksHttp.change, chain.owner, on)).body).toMatchObject({ enabled: true });
  await api.call(webhooksHttp.remove, chain.owner, { id });
});

test('an organisation has 20 of them', async () => {
  for (let n = 0; n < WEBHOOKS_MAX; n++) expect((await create(['device.offline'])).status).toBe(201);
  expect((await create(['device.offline'])).status).toBe(422);
});
