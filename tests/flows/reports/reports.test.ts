import { reportsHttp } from '@belfry/schemas/http/reports';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { createFleet, type TestFleet } from '../../support/alarms/fleet.ts';
import type { TestApi } from '../../support/api.ts';
import { createUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMember } from '../../support/teams.ts';

let api: TestApi;
let fleet: TestFleet;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
flow.beforeEach(async () => {
  fleet = await createFleet(api, { sites: 2, devices: 2 });
  await sql`update companies set time_zone = 'Europe/Berlin' where company_id = ${fleet.main}`.execute(api.db);
  await sql`update devices set created_at = now() - interval '200 days' where user_id = ${fleet.owner.id}`.execute(
    api.db,
  );
});

/** The month before the present one, which is kept whole. */
const LAST = new Date();
LAST.setUTCDate(0);
const MONTH = LAST.toISOString().slice(0, 7);
const HOUR_S = 3_600;
/** An instant of that month, in UTC. */
const at = (day: number, hour = 12): Date =>
  new Date(`${MONTH}-${String(day).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`);
const deviceOf = (site: number, device = 0): number => fleet.sites[site]?.devices[device] ?? 0;

async function report(status: string, device: number, when: Date): Promise<void> {
  await sql`
    insert into device_events (device_id, type, at, details)
    values (${device}, 'connection', ${when}, jsonb_build_object('status', ${status}::text, 'silent', false))`.execute(
    api.db,
  );
}
const read = (caller: { key: string } = fleet.owner, company_id = fleet.main, month = MONTH) =>
  api.call(reportsHttp.read, caller, { company_id, month });

flow('tells how long devices were online in a month of their zone, with maintenance apart', async () => {
  await report('online', deviceOf(0), at(1, 10));
  await report('offline', deviceOf(0), at(10));
  await report('online', deviceOf(0), at(12));
  const { rows } = await sql<{ window_id: number }>`
    insert into maintenance_windows (company_id, name, starts_at, duration_minutes)
    values (${fleet.sites[0]?.company_id}, 'Works', '2026-01-01T00:00', 60) returning window_id`.execute(api.db);
  for (const [from, to] of [
    [at(11, 0), at(11, 6)],
    [at(11, 3), at(11, 8)],
    [at(20, 0), at(20, 2)],
  ])
    await sql`
      insert into maintenance_spans (window_id, starts_at, ends_at, company_id)
      values (${rows[0]?.window_id}, ${from}, ${to}, ${fleet.sites[0]?.company_id})`.execute(api.db);
  const { body } = await read();
  const days = (Date.parse(body.to) - Date.parse(body.from)) / 86_400_000;
  expect(body).toMatchObject({ name: 'Chain', month: MONTH, time_zone: 'Europe/Berlin', figures_from: body.from });
  // The month begins at midnight of the place.
  const berlin = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Berlin',
    dateStyle: 'short',
    timeStyle: 'short',
  });
  expect(berlin.format(new Date(body.from))).toMatch(/^01\/\d\d\/\d{4}, 00:00$/);
  const [worst, ...others] = body.devices;
  // Before the first change it was in the opposite state; 8 h of the two days of absence, and 2 h of the rest, were maintenance.
  const counted = days * 24 * HOUR_S - 10 * HOUR_S;
  const before = (at(1, 10).getTime() - Date.parse(body.from)) / 1_000;
  const online = counted - before - (48 - 8) * HOUR_S;
  expect(worst).toMatchObject({
    place: 'Site 1',
    since: null,
    maintenance_s: 10 * HOUR_S,
    counted_s: counted,
    online_s: online,
  });
  expect(worst?.percent).toBeCloseTo((100 * online) / counted, 2);
  expect(others.map(({ percent }) => percent)).toEqual([100, 100, 100]);
  expect(body.places.map(({ place, devices }) => [place, devices])).toEqual([
    ['Site 1', 2],
    ['Site 2', 2],
  ]);
  expect(body.total.devices).toBe(4);
});

flow('counts alarms with their times, and what was not heard, by place and reason', async () => {
  const [first, second] = fleet.sites;
  const alarm = (kind: string, company_id: number | undefined, acknowledged: string | null, cleared: string | null) =>
    sql`
    insert into alarms (kind, subject, owner_id, company_id, severity, state, raised_at, acknowledged_at, cleared_at)
    values (${kind}, ${`report:${Math.random()}`}, ${fleet.owner.id}, ${company_id ?? null}, 'high', ${cleared ? 'cleared' : 'open'}, ${at(5)},
      ${at(5)}::timestamptz + ${acknowledged}::interval, ${at(5)}::timestamptz + ${cleared}::interval)`.execute(api.db);
  await alarm('device_offline', first?.company_id, '10 minutes', '1 hour');
  await alarm('device_offline', second?.company_id, '30 minutes', '3 hours');
  await alarm('webhook_disabled', undefined, null, null);
  const { rows } = await sql<{ run_id: string }>`
    insert into announcement_runs (run_id, kind, user_id, title, priority, state) values
      (gen_random_uuid(), 'say', ${fleet.owner.id}, 'Lunch', 'scheduled', 'running') returning run_id`.execute(api.db);
  const deliver = (device: number, state: string, reason: string | null) =>
    sql`
    insert into announcement_deliveries (run_id, device_id, user_id, company_id, place, state, reason, at)
    select ${rows[0]?.run_id}::uuid, device_id, user_id, company_id, 'Hall', ${state}, ${reason}, ${at(6)}
    from devices where device_id = ${device}`.execute(api.db);
  await deliver(deviceOf(0, 0), 'finished', null);
  await deliver(deviceOf(0, 1), 'missed', 'power was lost');
  await deliver(deviceOf(1, 0), 'missed', 'power was lost');
  await deliver(deviceOf(1, 1), 'sent', null);
  const { body } = await read();
  const times = {
    acknowledge_median_s: 1_200,
    acknowledge_longest_s: 1_800,
    repair_median_s: 7_200,
    repair_longest_s: 10_800,
  };
  const none = {
    acknowledge_median_s: null,
    acknowledge_longest_s: null,
    repair_median_s: null,
    repair_longest_s: null,
  };
  expect(body.alarms).toEqual([
    { kind: 'device_offline', count: 2, open: 0, ...times },
    { kind: 'webhook_disabled', count: 1, open: 1, ...none },
  ]);
  expect(body.announcements).toEqual({ expected: 4, heard: 1, sent: 0 });
  expect(body.missed).toEqual([
    { place: 'Hall', reason: 'power was lost', count: 2 },
    { place: 'Hall', reason: null, count: 1 },
  ]);
  const site = (await read(fleet.owner, first?.company_id)).body;
  expect([site.alarms.length, site.announcements.expected, site.devices.length]).toEqual([1, 2, 2]);

  const csv = await api.raw(reportsHttp.csv, fleet.owner, { company_id: fleet.main, month: MONTH });
  expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="report-${fleet.main}-${MONTH}.csv"`);
  const lines = (await csv.text()).split('\r\n');
  expect(lines[0]).toContain('block,place,device,serial,kind,reason,count,open,available_percent');
  expect(lines).toContain('alarms,,,,device_offline,,2,0,,,,,20,30,120,180');
  expect(lines).toContain('not_heard,Hall,,,,power was lost,2,,,,,,,,,');
});

flow('is computed once where the month is over, and read by who reads the place', async () => {
  const site = fleet.sites[0]?.company_id ?? 0;
  const before = (await read(fleet.owner, site)).body;
  await sql`update devices set created_at = now() where user_id = ${fleet.owner.id}`.execute(api.db);
  // Two days after the end of the month nothing of it changes any more.
  const isSettled = Date.now() - Date.parse(before.to) > 2 * 86_400_000;
  const again = (await read(fleet.owner, site)).body;
  expect(again.total.devices).toBe(isSettled ? 2 : 0);
  const viewer = await createMember(api, fleet.owner, { company_id: site }, { role: 'viewer' });
  expect((await read(viewer, site)).status).toBe(200);
  expect((await read(viewer, fleet.main)).status).toBe(404);
  expect((await read(await createUser(api), site)).status).toBe(404);
});

flow('is kept with the newest of its organisation, and the oldest make room', async () => {
  const beforeLast = new Date(`${MONTH}-01`);
  beforeLast.setUTCDate(0);
  const month = beforeLast.toISOString().slice(0, 7);
  const kept = () =>
    api.db.selectFrom('alarm_reports').select('month').where('owner_id', '=', fleet.owner.id).execute();
  await sql`
    insert into alarm_reports (company_id, month, owner_id, report, made_at)
    select ${fleet.main}, to_char(date '1950-01-01' + n * interval '1 month', 'YYYY-MM'), ${fleet.owner.id}, '{}', now() - n * interval '1 day'
    from generate_series(1, 200) n`.execute(api.db);
  expect((await read(fleet.owner, fleet.main, month)).status).toBe(200);
  const months = (await kept()).map((row) => row.month).toSorted();
  expect(months).toHaveLength(200);
  // The one that was made 200 days ago, of September 1966, is gone.
  expect(months.slice(-2)).toEqual(['1966-08', month]);
});

flow('says from when figures exist, and of which months there are none', async () => {
  const present = new Date().toISOString().slice(0, 7);
  await sql`update devices set created_at = now() - interval '1 minute' where device_id = ${deviceOf(0)}`.execute(
    api.db,
  );
  const { body } = await read(fleet.owner, fleet.main, present);
  expect(Date.parse(body.to)).toBeLessThanOrEqual(Date.now());
  const fresh = body.devices.find(({ since }) => since !== null);
  expect(Date.now() - Date.parse(fresh?.since ?? '')).toBeLessThan(300_000);
  for (const month of ['2020-01', '2099-12']) {
    const refused = await read(fleet.owner, fleet.main, month);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ details: [{ path: 'month' }] });
  }
  expect((await read(fleet.owner, fleet.main, '2026-13')).status).toBe(400);
});
