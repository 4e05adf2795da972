/** @module-tag full */
import { randomUUID } from 'node:crypto';
import { createAlarms } from '@belfry/api/features/alarms/alarms';
import { resumeFirings } from '@belfry/api/features/triggers/run-firing';
import { passWebhookEvents } from '@belfry/api/features/webhooks/pass-events';
import { createLogger } from '@belfry/api/log';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createEvaluator,
  createFleet,
  devicesOf,
  findAlarmsOf,
  findEventsOf,
  serialsOf,
  setMetrics,
  setStatus,
  type TestFleet,
} from '../../support/alarms/fleet.ts';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';
import { recordStatements } from '../../support/postgres/record-statements.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
let store: TestDatabaseAccess;
/** Later in each test, since an installation that nobody has evaluated for a minute has an alarm. */
let now = Date.now();

beforeAll(async () => {
  store = await startTestStore();
});
afterAll(() => store.stop());
beforeEach(() => {
  now += 60 * MINUTE_MS;
});
afterEach(() => void vi.restoreAllMocks());

const passed = (ms: number): number => (now += ms);

/** One step at the beginning, and one when the delay and the time of "clear after" have passed. */
async function settle(evaluator: ReturnType<typeof createEvaluator>): Promise<void> {
  await evaluator.look(passed(3 * SECOND_MS));
  await evaluator.look(passed(50 * SECOND_MS));
}

/** A command of a run that one device has got, and has ended or not. */
async function sendInRun({ owner }: TestFleet, device: number, settledAt: Date | null): Promise<string> {
  const id = randomUUID();
  const [sent, later] = [new Date(now), new Date(now + 60 * MINUTE_MS)];
  await sql`
    insert into commands (id, command, params, target, issued_by, issued_at, expires_at)
    values (${id}, 'refresh_info', '{}', 'run', ${owner.id}, ${sent}, ${later})`.execute(store.db);
  await sql`
    insert into command_deliveries (command_id, device_id, state, issued_at, sent_at, settled_at, expires_at, deadline_at)
    values (${id}, ${device}, ${settledAt === null ? 'sent' : 'succeeded'}, ${sent}, ${sent}, ${settledAt}, ${later}, ${later})`.execute(
    store.db,
  );
  return id;
}

describe('a run of a command', () => {
  it('is maintenance of its devices until five minutes after the end of each', async () => {
    const fleet = await createFleet(store, { sites: 2, devices: 1 });
    const [inRun = 0, other = 0] = devicesOf(fleet);
    const evaluator = createEvaluator(store);
    const id = await sendInRun(fleet, inRun, null);
    await setStatus(store, devicesOf(fleet), 'offline');
    await settle(evaluator);
    await settle(evaluator);
    expect(await findAlarmsOf(store, fleet.owner)).toMatchObject([{ subject: `device:${other}` }]);
    await sql`
      update command_deliveries set state = 'succeeded', settled_at = ${new Date(now)} where command_id = ${id}`.execute(
      store.db,
    );
    passed(4 * MINUTE_MS);
    await settle(evaluator);
    expect(await findAlarmsOf(store, fleet.owner)).toHaveLength(1);
    passed(MINUTE_MS);
    await settle(evaluator);
    expect(await findAlarmsOf(store, fleet.owner)).toMatchObject([{}, { subject: `device:${inRun}`, state: 'open' }]);
  });
});

describe('an alarm that nobody takes care of', () => {
  it('rises and is escalated at the times of the rules that held when it was raised', async () => {
    const fleet = await createFleet(store, { sites: 1, devices: 1 });
    await sql`
      insert into alarm_rules (company_id, kind, delay_s, severity, rises_after_minutes, escalate_after_minutes)
      values (${fleet.main}::int, 'device_offline', 0, 'low', 10, 15)`.execute(store.db);
    const evaluator = createEvaluator(store);
    await setStatus(store, devicesOf(fleet), 'offline');
    await evaluator.look(now);
    for (let minute = 0; minute < 60; minute += 1) await evaluator.look(passed(MINUTE_MS));
    expect((await findEventsOf(store, fleet.owner)).map(({ event, severity }) => `${event} ${severity}`)).toEqual([
      'raised low',
      'severity medium',
      'escalated medium',
      'severity high',
      'severity critical',
    ]);
    expect(await findAlarmsOf(store, fleet.owner)).toMatchObject([{ severity: 'critical', rises_at: null }]);
  });
});

it('has one alarm for all conditions beyond 10,000 open alarms', { timeout: 60_000 }, async () => {
  const fleet = await createFleet(store, { sites: 1, devices: 2 });
  const evaluator = createEvaluator(store);
  await sql`
    with many as (
      insert into alarms (kind, subject, owner_id, severity, raised_at)
      select 'webhook_disabled', 'webhook:' || n, ${fleet.owner.id}::int, 'medium', ${new Date(now)} from generate_series(1, 10000) as n
      returning alarm_id, kind, subject, owner_id
    )
    insert into alarm_conditions (kind, subject, owner_id, bad, since, alarm_id, due_at)
    select kind, subject, owner_id, true, ${new Date(now)}::timestamptz, alarm_id, '9999-01-01'::timestamptz from many`.execute(
    store.db,
  );
  await setStatus(store, devicesOf(fleet), 'offline');
  await settle(evaluator);
  const further = (await findAlarmsOf(store, fleet.owner)).filter(({ kind }) => kind !== 'webhook_disabled');
  expect(further).toMatchObject([
    { kind: 'too_many_alarms', device_count: 2, subject: `organisation:${fleet.owner.id}` },
  ]);
  await setStatus(store, devicesOf(fleet), 'online');
  await settle(evaluator);
  expect((await findAlarmsOf(store, fleet.owner)).filter(({ kind }) => kind !== 'webhook_disabled')).toMatchObject([
    { state: 'cleared' },
  ]);
});

it('costs with webhooks and triggers at most two statements a second when nothing happens', async () => {
  const fleet = await createFleet(store, { sites: 5, devices: 4 });
  const alarms = createAlarms({ db: store.db, log: createLogger('silent') });
  alarms.onAlarm('test', () => Promise.resolve());
  const evaluator = createEvaluator(store, { alarms });
  for (const device of devicesOf(fleet)) await setMetrics(store, device, {});
  // What it does at its start is not counted.
  for (let step = 0; step < 40; step += 1) await evaluator.step(passed(3 * SECOND_MS));
  const statements = recordStatements(store.url);
  const serials = await serialsOf(store, fleet);
  const deps = { db: store.db } as Parameters<typeof resumeFirings>[0];
  for (let second = 0; second < 120; second += 1) {
    if (second % 2 === 0) await passWebhookEvents(deps);
    if (second % 5 === 0) await resumeFirings(deps, { onFeedsDue: () => undefined, run: async () => undefined });
    if (second % 3 !== 0) continue;
    evaluator.noteDevices(serials);
    await evaluator.step(passed(3 * SECOND_MS));
  }
  const counts = Object.entries(Object.groupBy(statements, (text) => text)).map(
    ([text, all]) => `${all?.length} ${text}`,
  );
  expect(statements.length).toBeGreaterThan(0);
  expect(statements.length, counts.join('\n')).toBeLessThanOrEqual(2 * 120);
});
