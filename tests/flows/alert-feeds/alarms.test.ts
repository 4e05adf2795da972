/** @module-tag full */
import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEvaluator } from '../../support/alarms/fleet.ts';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { createDevice } from '../../support/factories.ts';
import { alertDocument, alertFeed, startAlertServer } from '../../support/services/alert-server.ts';
import { createMember, createShops } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let alerts: Awaited<ReturnType<typeof startAlertServer>>;
let chain: Awaited<ReturnType<typeof createShops>>;
flow.beforeAll(async ({ lentApi }) => {
  alerts = await startAlertServer();
  api = lentApi;
  chain = await createShops(api);
  await createDevice(api, { user_id: chain.owner.id, company_id: chain.own.node.company_id });
});
afterAll(() => alerts.stop());

let now = Date.now();
let evaluator: ReturnType<typeof createEvaluator>;
beforeAll(() => {
  evaluator = createEvaluator(api);
});
/** What the evaluator does in these seconds. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 3) await evaluator.step((now += 3_000));
}

const bodyOf = (name: string, url: string) => ({
  name,
  company_id: chain.own.company.company_id,
  source: { type: 'alert_feed' as const, url },
  action: { type: 'silence' as const, minutes: 5 },
  mode: 'automatic' as const,
  drill: false,
});
async function prepareFeed(name: string, url: string): Promise<number> {
  const { status, body } = await api.call(triggersHttp.create, chain.owner, bodyOf(name, url));
  expect(status).toBe(201);
  return body.id;
}
const failingSince = async (id: number): Promise<Date | null> => {
  const feed = api.db.selectFrom('alert_feeds').select('failing_since').where('trigger_id', '=', id);
  return (await feed.executeTakeFirstOrThrow()).failing_since;
};
/** Has a feed read again, until it fails or does not any more. */
async function readAgain(id: number, failing: boolean): Promise<void> {
  await api.db
    .updateTable('alert_feeds')
    .set({ next_read_at: new Date(0) })
    .where('trigger_id', '=', id)
    .execute();
  await until(
    'it is read',
    () => failingSince(id),
    (since) => (since !== null) === failing,
  );
}
const open = async (caller = chain.owner) =>
  (await api.call(alarmsHttp.list, caller, { kind: 'alert_feed_failing' })).body;

const wellPath = (id: string): string => {
  alerts.show(`/${id}`, alertFeed([{ alert: alertDocument({ id }) }]));
  return `${alerts.url}/${id}`;
};

test('a feed that cannot be read is an alarm of its node after the delay, and over once it answers; others go on', async () => {
  const away = await startAlertServer();
  const other = await prepareFeed('Floods', wellPath('floods'));
  away.answerWith(503);
  const id = await prepareFeed('Storms', `${away.url}/storms`);
  await readAgain(id, true);
  expect(await failingSince(other)).toBeNull();
  now = Date.now();
  await pass(99);
  expect(await open()).toEqual([]);
  await pass(60);
  expect(await open()).toMatchObject([
    {
      kind: 'alert_feed_failing',
      severity: 'high',
      company_id: chain.own.company.company_id,
      place: 'Shop 12',
      detail: 'Storms: The server answered 503',
      device_count: 0,
    },
  ]);
  const technician = await createMember(api, chain.owner, chain.own.company, { role: 'technician' });
  expect(await open(technician)).toMatchObject([{ may_handle: true, detail: 'Storms: The server answered 503' }]);
  const elsewhere = await createMember(api, chain.owner, chain.other.company, { role: 'technician' });
  expect(await open(elsewhere)).toEqual([]);
  away.show('/storms', alertFeed([{ alert: alertDocument({ id: 'storms' }) }]));
  away.answerWith(null);
  await readAgain(id, false);
  await pass(60);
  expect(await open()).toEqual([]);
  away.stop();
});

test('a trigger that is turned off, or removed, has no alarm', async () => {
  const [off, removed] = [await prepareFeed('Off', `${alerts.url}/a`), await prepareFeed('Removed', `${alerts.url}/b`)];
  await Promise.all([off, removed].map((id) => readAgain(id, true)));
  now = Math.max(now, Date.now());
  await pass(180);
  expect((await open()).map(({ detail }) => detail ?? '').sort()).toEqual([
    'Off: The server answered 404',
    'Removed: The server answered 404',
  ]);
  const { revision } = (await api.call(triggersHttp.read, chain.owner, { id: off })).body;
  const { company_id: _node, ...prepared } = bodyOf('Off', `${alerts.url}/a`);
  const change = { ...prepared, id: off, enabled: false, revision };
  expect((await api.call(triggersHttp.change, chain.owner, change)).status).toBe(200);
  expect((await api.call(triggersHttp.remove, chain.owner, { id: removed })).status).toBe(204);
  await pass(60);
  expect(await open()).toEqual([]);
});

test('the alarm says why: an address that is refused, a name that is none, nobody who answers, no XML', async () => {
  const feeds: [name: string, url: string, reason: RegExp][] = [
    ['Refused', 'http://10.1.2.3/feed', /^Refused: Nothing is read there: /],
    ['Unknown', 'https://alerts.invalid/feed', /^Unknown: (There is no server|The name of the server could not)/],
    ['Nobody', 'http://127.0.0.1:1/feed', /^Nobody: Nothing answers there$/],
    ['No XML', `${alerts.url}/html`, /^No XML: /],
  ];
  const prepared: number[] = [];
  alerts.show('/html', '<html><body>Sign in</p></html>');
  for (const [name, url] of feeds) {
    const id = await prepareFeed(name, wellPath('later'));
    // What was permitted, and answered, when it was prepared.
    await sql`update triggers set source = source || ${JSON.stringify({ url })}::jsonb where id = ${id}`.execute(
      api.db,
    );
    prepared.push(id);
  }
  await Promise.all(prepared.map((id) => readAgain(id, true)));
  now = Math.max(now, Date.now());
  await pass(180);
  const details = (await open()).map(({ detail }) => detail ?? '').sort();
  expect(details).toHaveLength(feeds.length);
  for (const [, , reason] of feeds) expect(details.filter((detail) => reason.test(detail))).toHaveLength(1);
});
