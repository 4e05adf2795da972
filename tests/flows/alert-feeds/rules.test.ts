import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { ALERT_FEEDS_MAX, alertFeedsHttp } from '@belfry/schemas/http/alert-feeds';
import { type NewTriggerBody, triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { createDevice } from '../../support/factories.ts';
import { alertDocument, alertFeed, startAlertServer } from '../../support/services/alert-server.ts';
import { createMember, createShops } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let alerts: Awaited<ReturnType<typeof startAlertServer>>;
let chain: Awaited<ReturnType<typeof createShops>>;
let messageId: number;
flow.beforeAll(async ({ lentApi }) => {
  alerts = await startAlertServer();
  api = lentApi;
});
afterAll(() => alerts.stop());
beforeEach(async () => {
  chain = await createShops(api);
  await createDevice(api, { user_id: chain.owner.id, company_id: chain.own.node.company_id });
  const fire = { name: 'Fire', variants: [{ language: 'en', text: 'Fire' }], emergency: true };
  messageId = (await api.call(messagesHttp.create, chain.owner, fire)).body.id;
});
afterEach(() => alerts.answerWith(null));

type Source = Partial<Extract<NewTriggerBody['source'], { type: 'alert_feed' }>>;
const sourceAt = (path: string, more: Source = {}) => ({
  type: 'alert_feed' as const,
  url: `${alerts.url}${path}`,
  ...more,
});
const emergency = () => ({
  type: 'emergency' as const,
  message_id: messageId,
  targets: { nodes: [chain.main.company_id] },
});
const bodyOf = (source: object, overrides: object = {}) => ({
  name: 'Alerts',
  company_id: chain.main.company_id,
  source,
  action: emergency(),
  mode: 'ask',
  drill: false,
  ...overrides,
});
const create = (source: object, overrides: object = {}) =>
  api.call(triggersHttp.create, chain.owner, bodyOf(source, overrides));
const decided = async (id: number) => (await api.call(alertFeedsHttp.alerts, chain.owner, { id })).body;
/** Has a feed read now, and waits until that has happened. What is being read sets its own next time at the end. */
async function readAgain(id: number): Promise<void> {
  const begin = () =>
    api.db
      .updateTable('alert_feeds')
      .set({ next_read_at: new Date(0) })
      .where('trigger_id', '=', id)
      .where('claimed_until', 'is', null)
      .executeTakeFirst();
  await until('nothing is read', begin, ({ numUpdatedRows }) => numUpdatedRows === 1n);
  const find = () =>
    api.db
      .selectFrom('alert_feeds')
      .select(['next_read_at', 'claimed_until'])
      .where('trigger_id', '=', id)
      .executeTakeFirstOrThrow();
  await until('it is read', find, (row) => row.claimed_until === null && row.next_read_at.getTime() > 0);
}
const feedOf = async (id: number) => (await api.call(triggersHttp.read, chain.owner, { id })).body.feed;

test('what a feed may be, and who may prepare it', async () => {
  const { body } = await create(sourceAt('/none'));
  expect(body).toMatchObject({
    source: { every_s: 300, hosts: [], ends: false, filter: { events: [], near: false } },
    feed: { last_error: null },
  });
  const refused: [object, object, string][] = [
    [sourceAt('/none', { every_s: 59 }), {}, 'validation'],
    [sourceAt('/none', { url: 'ftp://alerts.example.org/' }), {}, 'validation'],
    [sourceAt('/none', { url: 'https://user:secret@alerts.example.org/' }), {}, 'validation'],
    [sourceAt('/none', { url: 'http://192.168.1.1/feed' }), {}, 'unprocessable'],
    [sourceAt('/none', { url: 'https://169.254.169.254/latest' }), {}, 'unprocessable'],
    [sourceAt('/none', { ends: true }), { action: { type: 'all_clear' } }, 'unprocessable'],
    [sourceAt('/none'), { mode: 'automatic' }, 'unprocessable'],
    [
      { type: 'hook' },
      { action: { type: 'alert', says: 'both', targets: { nodes: [chain.main.company_id] } } },
      'unprocessable',
    ],
  ];
  for (const [source, overrides, code] of refused) {
    const answer = await create(source, overrides);
    expect([answer.status, answer.body]).toEqual([
      code === 'validation' ? 400 : 422,
      expect.objectContaining({ code: expect.any(String) }),
    ]);
  }
  for (let n = 1; n < ALERT_FEEDS_MAX; n++) expect((await create(sourceAt('/none'))).status).toBe(201);
  const tooMany = await create(sourceAt('/none'));
  expect(tooMany.body).toMatchObject({ code: 'unprocessable', error: expect.stringContaining('10 feeds') });
  const announcer = await createMember(api, chain.owner, chain.main, { role: 'announcer' });
  expect((await api.call(alertFeedsHttp.alerts, announcer, { id: body.id })).status).toBe(404);
  const preview = { company_id: chain.main.company_id, source: sourceAt('/none') };
  expect((await api.call(alertFeedsHttp.preview, announcer, preview)).status).toBe(403);
});

test('the preview says what each alert would do, and starts nothing', async () => {
  alerts.show(
    '/preview',
    alertFeed([
      { alert: alertDocument({ id: 'p1' }) },
      { alert: alertDocument({ id: 'p2', severity: 'Minor' }) },
      { alert: alertDocument({ id: 'p3', status: 'Unknown' }) },
      { link: '/linked' },
      { link: 'https://evil.example/alert' },
    ]),
  );
  alerts.show('/linked', alertDocument({ id: 'p4', status: 'Test' }));
  const source = sourceAt('/preview', {
    filter: { severities: ['Extreme'], events: [], urgencies: [], certainties: [], geocodes: [], near: false },
  });
  const { body } = await api.call(alertFeedsHttp.preview, chain.owner, { company_id: chain.main.company_id, source });
  const found = body.alerts.map(({ identifier, decision, reason }) => [identifier, decision, reason]);
  expect(found).toHaveLength(5);
  expect(found).toEqual(
    expect.arrayContaining([
      ['p1', 'started', null],
      ['p2', 'filtered', 'severity'],
      ['p4', 'drill', null],
      ['p3', 'invalid', null],
      ['https://evil.example/alert', 'invalid', null],
    ]),
  );
  expect(body.error).toContain('evil.example');
  const gone = { company_id: chain.main.company_id, source: sourceAt('/nothing-here') };
  expect((await api.call(alertFeedsHttp.preview, chain.owner, gone)).body).toMatchObject({
    alerts: [],
    error: 'The server answered 404',
  });
  expect((await api.call(triggersHttp.asking, chain.owner)).body).toEqual([]);
});

test('an alert starts wherever it stands in a feed, what nobody sends is no failure, and what cannot be read has a name', async () => {
  const far = [60, 20, 61, 21] as const;
  const links = Array.from({ length: 120 }, (_, n) => ({ link: `/many/${n}` }));
  for (const [n, { link }] of links.entries())
    alerts.show(link, alertDocument({ id: `m${n}`, ...(n !== 50 && { box: [...far] }) }));
  alerts.show('/many', alertFeed(links));
  const here = { latitude: 51, longitude: 11 };
  const node = chain.own.node.company_id;
  await api.db.updateTable('companies').set(here).where('company_id', '=', node).execute();
  const near = { events: [], severities: [], urgencies: [], certainties: [], geocodes: [], near: true };
  const { body } = await api.call(alertFeedsHttp.preview, chain.owner, {
    company_id: chain.main.company_id,
    source: sourceAt('/many', { filter: near }),
  });
  expect(body).toMatchObject({ has_more: false, error: null });
  expect(body.alerts).toHaveLength(120);
  const starting = body.alerts.filter(({ decision }) => decision === 'started');
  expect(starting.map(({ identifier }) => identifier)).toEqual(['m50']);

  const previewOf = async (path: string) =>
    (await api.call(alertFeedsHttp.preview, chain.owner, { company_id: chain.main.company_id, source: sourceAt(path) }))
      .body;
  alerts.show('/empty', '');
  expect(await previewOf('/empty')).toMatchObject({ alerts: [], error: null });
  alerts.answerWith(204);
  expect(await previewOf('/empty')).toMatchObject({ alerts: [], error: null });
  alerts.answerWith(null);
  alerts.show('/bad', alertFeed([{ alert: alertDocument({ id: 'bad', status: 'Unknown' }) }]));
  const trigger = (await create(sourceAt('/bad'))).body;
  const feed = await until(
    'the first reading',
    () => feedOf(trigger.id),
    (state) => state?.last_error != null,
  );
  expect(feed).toMatchObject({
    invalid_today: 1,
    last_error: expect.stringMatching(/^None of its 1 alerts can be read/) as string,
  });
  expect(await decided(trigger.id)).toMatchObject([
    { identifier: 'bad', decision: 'invalid', detail: 'status has the value "Unknown"' },
  ]);
});

test(
  'an alert asks first; its cancel withdraws that, and what is unchanged is not read again',
  { tags: ['full'] },
  async () => {
    alerts.show('/asks', alertFeed([]));
    const { body: trigger } = await create(sourceAt('/asks'));
    await until(
      'the first reading',
      () => feedOf(trigger.id),
      (feed) => feed?.last_read_at !== null,
    );
    const alert = { id: 'q1', sent: new Date() };
    alerts.show('/asks', alertFeed([{ alert: alertDocument(alert) }]));
    await readAgain(trigger.id);
    const asking = async () => (await api.call(triggersHttp.asking, chain.owner)).body;
    expect(await until('it asks', asking, (list) => list.length > 0)).toMatchObject([
      { source: 'alert', details: { event: 'Tornado Warning' }, asks: { devices: 1, reachable: 0 } },
    ]);
    const before = alerts.requests.length;
    await readAgain(trigger.id);
    await until('it is asked for again', () =>
      alerts.requests.slice(before).some(({ path, status }) => path === '/asks' && status === 304),
    );
    alerts.show(
      '/asks',
      alertFeed([
        { alert: alertDocument(alert) },
        { alert: alertDocument({ id: 'q2', type: 'Cancel', refs: ['q1'] }) },
      ]),
    );
    await readAgain(trigger.id);
    await until('it does not ask any more', asking, (list) => list.length === 0);
    expect(await decided(trigger.id)).toMatchObject([
      { identifier: 'q2', decision: 'ended', reason: null },
      { identifier: 'q1', decision: 'started', firing_state: 'expired' },
    ]);
  },
);

test('a message says what the alert says, each place in its language', { tags: ['full'] }, async () => {
  const second = { user_id: chain.owner.id, company_id: chain.other.node.company_id };
  await createDevice(api, second);
  const english = { default_language: 'en' };
  await api.db.updateTable('companies').set(english).where('company_id', '=', chain.other.company.company_id).execute();
  alerts.show('/speaks', alertDocument({ id: 's0', sent: new Date(Date.now() - 60_000) }));
  const action = { type: 'alert', says: 'both', targets: { nodes: [chain.main.company_id] } };
  const { body: trigger } = await create(sourceAt('/speaks'), { action, mode: 'automatic' });
  await until(
    'the first reading',
    () => decided(trigger.id),
    (list) => list.length > 0,
  );
  alerts.show('/speaks', alertDocument({ id: 's1' }));
  await readAgain(trigger.id);
  const [first] = await until(
    'it is said',
    () => decided(trigger.id),
    ([newest]) => newest?.firing_state === 'started',
  );
  const parts = await api.db
    .selectFrom('announcement_parts')
    .selectAll()
    .where('run_id', '=', first?.run_id ?? '')
    .execute();
  expect(parts.map(({ text }) => text).sort()).toEqual([
    'Tornado over the valley. Go to the cellar.',
    'Смерч над долиной. Спуститесь в подвал.',
  ]);
});

test('a feed that cannot be read says why, and goes on when it can', { tags: ['full'] }, async () => {
  alerts.show('/away', '<html>Maintenance</html>');
  const { body: trigger } = await create(sourceAt('/away'));
  const failing = (text: string) =>
    until(
      text,
      () => feedOf(trigger.id),
      (feed) => feed?.last_error?.includes(text) === true,
    );
  expect(await failing('no Atom or RSS feed')).toMatchObject({ last_read_at: null, failing_since: expect.any(String) });
  alerts.answerWith(302);
  await readAgain(trigger.id);
  await failing('redirects');
  alerts.answerWith(null);
  alerts.show('/away', alertFeed([]));
  await readAgain(trigger.id);
  await until(
    'it is read',
    () => feedOf(trigger.id),
    (feed) => feed?.failing_since === null && feed.last_read_at !== null,
  );
});
