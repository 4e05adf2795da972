/** @module-tag full */
import type { Database } from '@belfry/api/db/database';
import { createLongStatements } from '@belfry/api/db/long-statements';
import { sendMonthlyReports } from '@belfry/api/features/reports/monthly-mail';
import { createLogger } from '@belfry/api/log';
import { reportsHttp } from '@belfry/schemas/http/reports';
import { sql, type Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createFleet, type TestFleet } from '../../support/alarms/fleet.ts';
import { startTestApi, type TestApi } from '../../support/api.ts';
import { watchMainThread } from '../../support/main-thread.ts';
import { recordStatements } from '../../support/postgres/record-statements.ts';

const [SITES, DEVICES_OF_SITE] = [100, 50];
const DEVICES = SITES * DEVICES_OF_SITE;
const SPAN_MAX_MS = 50;
/** With what the api does by itself in the same seconds, far fewer than one for each device. */
const STATEMENTS_MAX = DEVICES / 10;
/** The first one compiles the code that it needs. */
const READINGS = 5;
/** The month before the present one. */
const PRESENT = new Date();
const FIRST = Date.UTC(PRESENT.getUTCFullYear(), PRESENT.getUTCMonth(), 1);
const MONTH = new Date(FIRST - 86_400_000).toISOString().slice(0, 7);

let api: TestApi;
let fleet: TestFleet;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMIT_SCALE: '1000' });
  fleet = await createFleet(api, { sites: SITES, devices: DEVICES_OF_SITE });
  // The pool of the api ends statements that take so long.
  const long = createLongStatements(api.config.DATABASE_URL, createLogger('silent'), { statementTimeoutMs: 120_000 });
  await long.read(0, ({ db }) => storeMonth(db));
  await long.stop();
}, 240_000);
afterEach(() => void vi.restoreAllMocks());
afterAll(() => api.stop());

/** 20 outages, one alarm and 60 announcements of each device in the month, with ten maintenance windows. */
async function storeMonth(db: Kysely<Database>): Promise<void> {
  const [owner, from] = [fleet.owner.id, `${MONTH}-01T00:00:00Z`];
  await sql`update devices set created_at = now() - interval '200 days' where user_id = ${owner}`.execute(db);
  await sql`
    insert into device_events (device_id, type, at, details)
    select d.device_id, 'connection', ${from}::timestamptz + n * interval '15 hours' + d.device_id % 600 * interval '1 minute',
      jsonb_build_object('status', case when n % 2 = 0 then 'offline' else 'online' end, 'silent', false)
    from devices d cross join generate_series(1, 40) as n where d.user_id = ${owner}`.execute(db);
  await sql`
    with raised as (
      insert into alarms (kind, subject, owner_id, company_id, severity, state, raised_at, acknowledged_at, cleared_at)
      select 'device_offline', 'device:' || device_id, user_id, place_id, 'high', 'cleared', ${from}::timestamptz + interval '5 days',
        ${from}::timestamptz + interval '5 days 10 minutes', ${from}::timestamptz + interval '5 days 1 hour'
      from devices where user_id = ${owner}
      returning alarm_id, subject, raised_at)
    insert into alarm_devices (alarm_id, device_id, joined_at) select alarm_id, split_part(subject, ':', 2)::int, raised_at from raised`.execute(
    db,
  );
  await sql`
    with runs as (
      insert into announcement_runs (run_id, kind, user_id, title, priority, state, at)
      select gen_random_uuid(), 'schedule', ${owner}, 'Bell', 'scheduled', 'finished', ${from}::timestamptz + n * interval '11 hours'
      from generate_series(1, 60) as n returning run_id, at)
    insert into announcement_deliveries (run_id, device_id, user_id, company_id, place, state, reason, at)
    select r.run_id, d.device_id, d.user_id, d.company_id, 'Hall ' || d.place_id, case when d.device_id % 50 = 0 then 'missed' else 'finished' end,
      case when d.device_id % 50 = 0 then 'power was lost' end, r.at
    from runs r cross join devices d where d.user_id = ${owner}`.execute(db);
  await sql`
    with windows as (
      insert into maintenance_windows (company_id, name, starts_at, duration_minutes)
      select company_id, 'Works', '2026-01-01T00:00', 60 from companies where user_id = ${owner} and type = 'Company' and level = 1
      order by company_id limit 10 returning window_id, company_id)
    insert into maintenance_spans (window_id, company_id, starts_at, ends_at)
    select window_id, company_id, ${from}::timestamptz + n * interval '1 day', ${from}::timestamptz + n * interval '1 day' + interval '1 hour'
    from windows cross join generate_series(1, 20) as n`.execute(db);
  await sql`analyze`.execute(db);
}

type Cost = { ms: number; spanMs: number; statements: number };
/** What some work costs the api. */
async function costOf(work: () => Promise<void>): Promise<Cost> {
  const statements = recordStatements(api.config.DATABASE_URL);
  const [begun, end] = [performance.now(), watchMainThread()];
  await work();
  const cost = { ms: Math.round(performance.now() - begun), spanMs: Math.round(end()), statements: statements.length };
  vi.restoreAllMocks();
  return cost;
}
/** Reports of months that are over are kept. */
const forget = () => sql`delete from alarm_reports`.execute(api.db);

async function costsOf(work: () => Promise<void>, prepare: () => Promise<unknown>): Promise<Cost[]> {
  const costs: Cost[] = [];
  for (let reading = 0; reading < READINGS; reading += 1) {
    await prepare();
    costs.push(await costOf(work));
  }
  return costs;
}
function expectCheap(costs: Cost[]): void {
  const told = JSON.stringify(costs);
  expect(Math.max(...costs.map(({ statements }) => statements)), told).toBeLessThan(STATEMENTS_MAX);
  const spans = costs.slice(1).map(({ spanMs }) => spanMs);
  expect(spans.toSorted((a, b) => a - b)[Math.floor(spans.length / 2)], told).toBeLessThan(SPAN_MAX_MS);
}
const query = () => ({ company_id: fleet.main, month: MONTH });

describe(`a month of ${DEVICES} devices`, { tags: ['full'], timeout: 240_000 }, () => {
  it('is read as a report', async () => {
    let text = '';
    const read = async (): Promise<void> => {
      text = await (await api.raw(reportsHttp.read, fleet.owner, query())).text();
    };
    expectCheap(await costsOf(read, forget));
    const report = reportsHttp.read.answer.parse(JSON.parse(text));
    expect(report.total.devices).toBe(DEVICES);
    expect(report.alarms).toMatchObject([{ kind: 'device_offline', count: DEVICES, repair_median_s: 3_600 }]);
    expect(report.announcements).toEqual({ expected: 60 * DEVICES, heard: (60 * DEVICES * 49) / 50, sent: 0 });
    expect(report.places).toHaveLength(SITES);
  });

  it('is read as CSV', async () => {
    let lines = 0;
    const read = async (): Promise<void> => {
      lines = (await (await api.raw(reportsHttp.csv, fleet.owner, query())).text()).split('\r\n').length;
    };
    expectCheap(await costsOf(read, forget));
    expect(lines).toBeGreaterThan(DEVICES + SITES);
  });

  it('is told in the monthly mail', async () => {
    const { db, config } = api;
    await sql`insert into user_settings (user_id, report_mail) values (${fleet.owner.id}, true)
      on conflict (user_id) do update set report_mail = true`.execute(db);
    await sql`update users set email_confirm = true, time_zone = 'UTC' where id = ${fleet.owner.id}`.execute(db);
    const long = { read: (_id: number, work: (connections: object) => unknown) => work({ db }) };
    const deps = { db, config, long, jobs: { sendAll: () => Promise.resolve() } };
    const send = (): Promise<void> => sendMonthlyReports(deps as never, FIRST + 7 * 3_600_000);
    const prepare = () => Promise.all([forget(), sql`delete from report_mails`.execute(db)]);
    expectCheap(await costsOf(send, prepare));
    const { rows } = await sql<{ text: string }>`
      select text from outgoing_messages where lower(recipient) = lower(${fleet.owner.email}) and kind = 'notice'`.execute(
      db,
    );
    expect(rows).toHaveLength(READINGS);
    expect(rows[0]?.text).toContain(`alarms: ${DEVICES}`);
  });
});
