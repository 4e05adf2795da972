import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { webhooksHttp } from '@belfry/schemas/http/webhooks';
import { afterAll, expect, test } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { createDevice } from '../../support/factories.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/services/webhook-receiver.ts';
import { createShops } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let receiver: WebhookReceiver;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  receiver = await startWebhookReceiver();
});
afterAll(() => receiver.stop());

test('announcements and emergencies are told where they are heard at the node or below it', async () => {
  const { owner, own, other } = await createShops(api);
  await createDevice(api, { user_id: owner.id, company_id: own.node.company_id });
  await createDevice(api, { user_id: owner.id, company_id: other.node.company_id });
  const events = ['announcement.started', 'announcement.ended', 'emergency.started', 'emergency.ended'] as const;
  const { company_id } = own.company;
  await api.call(webhooksHttp.create, owner, { name: 'Shop 12', url: receiver.url, company_id, events: [...events] });
  const fire = { name: 'Fire', variants: [{ language: 'en', text: 'Fire' }], emergency: true };
  const { id: message_id } = (await api.call(messagesHttp.create, owner, fire)).body;

  const say = (nodes: number[]) => api.call(sayHttp.say, owner, { text: 'Lunch is ready', targets: { nodes } });
  await say([other.company.company_id]);
  const { body: heard } = await say([company_id]);
  const targets = { nodes: [company_id] };
  const { body: drill } = await api.call(emergencyHttp.start, owner, { message_id, targets, drill: true });
  await api.call(emergencyHttp.allClear, owner, { run_id: drill.run_id });

  const ofRun = (runId: string) => receiver.received.filter(({ data }) => data['run_id'] === runId);
  await until('the end of the drill', () => ofRun(drill.run_id).length === 2);
  expect(ofRun(drill.run_id).map(({ type }) => type)).toEqual(['emergency.started', 'emergency.ended']);
  expect(ofRun(drill.run_id)[0]?.data).toMatchObject({ kind: 'drill', title: 'Fire' });
  await until('the announcement', () => ofRun(heard.run_id).length > 0);
  expect(ofRun(heard.run_id)[0]).toMatchObject({ type: 'announcement.started', data: { title: 'Lunch is ready' } });
  const runs = new Set(receiver.received.map(({ data }) => data['run_id']));
  expect(runs).toEqual(new Set([heard.run_id, drill.run_id]));
});
