import { tellWebhooksOfAlarms } from '@belfry/api/features/webhooks/alarm-events';
import { type AlarmEvent, DEFAULT_TELL } from '@belfry/schemas/domain/alarms';
import { webhooksHttp } from '@belfry/schemas/http/webhooks';
import { afterAll, expect, test } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
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

test('alarms of an organisation are told, and neither those of the installation nor those that another one replaces', async () => {
  const { owner, own } = await createShops(api);
  const { company_id } = own.company;
  const events = ['alarm.raised' as const, 'alarm.acknowledged' as const, 'alarm.cleared' as const];
  await api.call(webhooksHttp.create, owner, { name: 'Tickets', url: receiver.url, events, company_id });
  const at = new Date().toISOString();
  const raised: AlarmEvent = {
    event_id: 1,
    event: 'raised',
    at,
    alarm_id: 7,
    kind: 'device_offline',
    severity: 'high',
    state: 'open',
    organisation_id: owner.id,
    company_id: own.node.company_id,
    place: 'Speaker of Shop 12',
    devices: ['1111-2222-3333-4444'],
    device_count: 1,
    raised_at: at,
    by_user_id: null,
    comment: null,
    merged_into: null,
    tell: DEFAULT_TELL,
  };
  await tellWebhooksOfAlarms(api.db, [
    raised,
    { ...raised, event: 'acknowledged', state: 'acknowledged', by_user_id: owner.id },
    { ...raised, event: 'commented', comment: 'On my way' },
    { ...raised, alarm_id: 8, event: 'cleared', state: 'cleared', merged_into: 9 },
    { ...raised, alarm_id: 10, organisation_id: null },
    { ...raised, event: 'cleared', state: 'cleared' },
  ]);
  await until('three messages', () => receiver.received.length === 3);
  expect(receiver.received.map(({ type, data }) => `${type} ${String(data['alarm_id'])}`)).toEqual([
    'alarm.raised 7',
    'alarm.acknowledged 7',
    'alarm.cleared 7',
  ]);
});
