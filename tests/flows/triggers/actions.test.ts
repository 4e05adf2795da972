import type { Scope } from '@belfry/schemas/domain/scopes';
import { apiKeysHttp } from '@belfry/schemas/http/api-keys/api-keys';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { bellsHttp } from '@belfry/schemas/http/bells/bells';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { noteAlarmFirings } from '@belfry/api/features/triggers/alarm-firings';
import { type AlarmEvent, DEFAULT_TELL } from '@belfry/schemas/domain/alarms';
import { expect } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createDevice } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMember, createShops } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let chain: Awaited<ReturnType<typeof createShops>>;
let messageId: number;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  chain = await createShops(api);
  await createDevice(api, { user_id: chain.owner.id, company_id: chain.own.node.company_id });
  const lunch = { name: 'Lunch', variants: [{ language: 'en', text: 'Lunch is ready' }] };
  messageId = (await api.call(messagesHttp.create, chain.owner, lunch)).body.id;
});

const prepare = async (action: object, overrides: object = {}) =>
  (
    await api.call(triggersHttp.create, chain.owner, {
      name: 'Prepared',
      company_id: chain.own.company.company_id,
      source: { type: 'call' },
      action,
      mode: 'automatic',
      drill: false,
      ...overrides,
    })
  ).body;
const start = (id: number, by: { key: string } = chain.owner) => api.call(triggersHttp.start, by, { id });
const message = () => ({ type: 'message', message_id: messageId, targets: { nodes: [chain.own.company.company_id] } });

flow('a message is said, a chime is rung, and bells are silenced', async () => {
  const said = await start((await prepare(message())).id);
  expect(said.body).toMatchObject({ state: 'started', source: 'call' });
  const { body: run } = await api.call(announcementsHttp.run, chain.owner, { run_id: said.body.run_id ?? '' });
  expect(run).toMatchObject({ kind: 'say', title: 'Lunch' });
  const rung = await start((await prepare({ type: 'ring', sound: { type: 'chime', chime: 'bell' } })).id);
  expect(rung.body).toMatchObject({ state: 'started' });
  const silenced = await start((await prepare({ type: 'silence', minutes: 90 })).id);
  expect(silenced.body).toMatchObject({ state: 'started', run_id: null });
  const [from = '', to = ''] = [0, 86_400_000].map((later) => new Date(Date.now() + later).toISOString().slice(0, 10));
  const { company_id } = chain.own.company;
  const { body: bells } = await api.call(bellsHttp.read, chain.owner, { company_id, from, to });
  const left = Date.parse(bells.silence?.until ?? '') - Date.now();
  expect(left).toBeGreaterThan(88 * 60_000);
  expect(left).toBeLessThanOrEqual(90 * 60_000);
});

flow('a drill of what is no emergency is only recorded', async () => {
  const { body } = await start((await prepare(message(), { drill: true })).id);
  expect(body).toMatchObject({ state: 'drill', run_id: null });
});

flow('what could not be said at once is not prepared, and a message that is gone fails with a reason', async () => {
  const unknown = { ...message(), message_id: 2_000_000 };
  const refused = await api.call(triggersHttp.create, chain.owner, {
    name: 'Unknown',
    company_id: chain.own.company.company_id,
    source: { type: 'call' },
    action: unknown,
    mode: 'automatic',
    drill: false,
  });
  expect(refused.status).toBe(404);
  const gone = { name: 'Gone', variants: [{ language: 'en', text: 'Soon gone' }] };
  const { id } = (await api.call(messagesHttp.create, chain.owner, gone)).body;
  const trigger = await prepare({ ...message(), message_id: id });
  await api.call(messagesHttp.remove, chain.owner, { id });
  expect((await start(trigger.id)).body).toMatchObject({ state: 'failed', reason: 'Message not found', run_id: null });
});

flow('a program starts a trigger with its scope, at its node', async () => {
  const trigger = await prepare(message());
  const key = async (scopes: Scope[], company_id = chain.own.company.company_id) => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    const { body } = await api.call(apiKeysHttp.create, chain.owner, { name: 'Till', scopes, company_id, expires_at });
    return { key: body.key };
  };
  expect((await start(trigger.id, await key(['triggers']))).body).toMatchObject({ state: 'started' });
  expect((await start(trigger.id, await key(['say']))).status).toBe(403);
  expect((await start(trigger.id, await key(['triggers'], chain.other.company.company_id))).status).toBe(404);
});

flow('who may speak at its node may start it; managers turn it off', async () => {
  const trigger = await prepare(message());
  const [announcer, viewer] = [
    await createMember(api, chain.owner, chain.own.company, { role: 'announcer' }),
    await createMember(api, chain.owner, chain.own.company, { role: 'viewer' }),
  ];
  expect((await start(trigger.id, announcer)).body).toMatchObject({ state: 'started' });
  expect((await start(trigger.id, viewer)).status).toBe(404);
  expect((await api.call(triggersHttp.read, announcer, { id: trigger.id })).status).toBe(404);
  const { name, source, action, mode, drill, revision } = trigger;
  const off = { id: trigger.id, name, source, action, mode, drill, revision, enabled: false };
  expect((await api.call(triggersHttp.change, chain.owner, off)).body).toMatchObject({
    enabled: false,
    disabled_reason: 'person',
    secret: null,
  });
  expect((await start(trigger.id)).status).toBe(409);
});

flow('an alarm starts what asks for its kind, once', async () => {
  const source = { type: 'alarm', kinds: ['device_offline'], severities: ['high', 'critical'] };
  const asked = await prepare(message(), { source });
  const other = await prepare(message(), { source: { ...source, kinds: ['disk'] } });
  const event: AlarmEvent = {
    event_id: 1,
    event: 'raised',
    at: new Date().toISOString(),
    alarm_id: 77,
    kind: 'device_offline',
    severity: 'high',
    state: 'open',
    organisation_id: chain.owner.id,
    company_id: chain.own.node.company_id,
    place: 'Speaker of Shop 12',
    devices: [],
    device_count: 1,
    raised_at: new Date().toISOString(),
    by_user_id: null,
    comment: null,
    merged_into: null,
    tell: DEFAULT_TELL,
  };
  await noteAlarmFirings(api.db, [event, event, { ...event, alarm_id: 78, severity: 'low' }]);
  await noteAlarmFirings(api.db, [event, { ...event, event: 'cleared' }]);
  const history = () => api.call(triggersHttp.firings, chain.owner, { id: asked.id });
  const { body } = await until('it has started', history, ({ body: [first] }) => first?.state === 'started');
  expect(body).toMatchObject([{ source: 'alarm', details: { alarm_id: 77, kind: 'device_offline' } }]);
  expect((await api.call(triggersHttp.firings, chain.owner, { id: other.id })).body).toEqual([]);
});
