import { maintenanceHttp } from '@belfry/schemas/http/alarms/maintenance';
import { expandWindows } from '@belfry/api/features/alarms/maintenance/maintenance.service';
import { createLogger } from '@belfry/api/log';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAudit } from '../../support/audit.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMember, createShops } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let api: TestApi;
let shops: Awaited<ReturnType<typeof createShops>>;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  shops = await createShops(api);
  await api.db
    .updateTable('companies')
    .set({ time_zone: 'UTC' })
    .where('company_id', '=', shops.main.company_id)
    .execute();
});

/** Wall-clock time in UTC. */
const localTime = (at: number): string => new Date(at).toISOString().slice(0, 16);
const plan = (body: object = {}, user: TestUser = shops.owner, at = shops.own.company) =>
  api.call(maintenanceHttp.create, user, {
    company_id: at.company_id,
    name: 'Works',
    starts_at: localTime(Date.now() - 5 * MINUTE_MS),
    duration_minutes: 30,
    ...body,
  });
const spansOf = (window_id: number) =>
  api.db.selectFrom('maintenance_spans').selectAll().where('window_id', '=', window_id).orderBy('starts_at').execute();

describe('a maintenance window', () => {
  it('that is once is on from its beginning to its end', async () => {
    const { status, body } = await plan();
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Works',
      company_name: 'Shop 12',
      time_zone: 'UTC',
      rrule: null,
      next_at: null,
    });
    const [span, ...more] = await spansOf(body.window_id);
    expect(more).toEqual([]);
    expect(span).toMatchObject({ company_id: shops.own.company.company_id });
    expect(body.active_until).toBe(span?.ends_at.toISOString());
  });

  it('that recurs is stored for two weeks, in the zone of its node, and further by the housekeeping', async () => {
    await api.db
      .updateTable('companies')
      .set({ time_zone: 'Asia/Tokyo' })
      .where('company_id', '=', shops.own.company.company_id)
      .execute();
    const { body } = await plan({ starts_at: '2026-01-01T03:00', rrule: 'FREQ=DAILY' });
    const spans = await spansOf(body.window_id);
    expect(spans.length).toBeGreaterThanOrEqual(14);
    expect(new Set(spans.map(({ starts_at }) => starts_at.toISOString().slice(11, 16)))).toEqual(new Set(['18:00']));
    const last = (rows: { starts_at: Date }[]): number => rows.at(-1)?.starts_at.getTime() ?? 0;
    const later = Date.now() + 3 * DAY_MS;
    // Each pass takes some windows, also those of neighbours.
    const extended = await until('it is its turn', async () => {
      await expandWindows({ db: api.db, log: createLogger('silent') }, later);
      return last(await spansOf(body.window_id)) - last(spans);
    });
    expect(extended).toBe(3 * DAY_MS);
  });

  it.each([
    ['a rule that is none', { rrule: 'FREQ=SOMETIMES' }],
    ['a date that does not exist', { starts_at: '2026-02-30T08:00' }],
    [
      'more than 500 times in two weeks',
      { starts_at: '2026-01-01T00:00', rrule: 'FREQ=MINUTELY', duration_minutes: 1 },
    ],
    ['no name', { name: ' ' }],
    ['more than two weeks', { duration_minutes: 14 * 24 * 60 + 1 }],
  ])('is refused with %s', async (_what, body) => {
    expect((await plan(body)).status).toBe(400);
  });

  it('is changed with its revision, and deleted', async () => {
    const { window_id, revision } = (await plan()).body;
    const change = (fields: object) => api.call(maintenanceHttp.change, shops.owner, { window_id, ...fields });
    const changed = await change({ duration_minutes: 60, revision });
    expect(changed).toMatchObject({
      status: 200,
      body: { duration_minutes: 60, name: 'Works', revision: revision + 1 },
    });
    const [span] = await spansOf(window_id);
    expect((span?.ends_at.getTime() ?? 0) - (span?.starts_at.getTime() ?? 0)).toBe(60 * MINUTE_MS);
    expect((await change({ name: 'Late', revision })).status).toBe(409);
    expect((await api.call(maintenanceHttp.remove, shops.owner, { window_id })).status).toBe(204);
    expect((await change({ name: 'Gone' })).status).toBe(404);
    expect(await findAudit(api.db, 'maintenance_window.change', window_id)).toMatchObject([
      { before: { duration_minutes: 30 }, after: { duration_minutes: 60 } },
    ]);
  });

  it('is planned by technicians and managers, and listed at its node, above and below it', async () => {
    const [technician, viewer] = [
      await createMember(api, shops.owner, shops.own.company, { role: 'technician' }),
      await createMember(api, shops.owner, shops.own.company, { role: 'viewer' }),
    ];
    const { body } = await plan({}, technician);
    expect((await plan({}, viewer)).status).toBe(403);
    expect((await plan({}, viewer, shops.other.company)).status).toBe(404);
    const idsFor = async (user: TestUser, at?: { company_id: number }) => {
      const listed = await api.call(maintenanceHttp.list, user, at ? { company_id: at.company_id } : {});
      return listed.body.map(({ window_id }) => window_id);
    };
    for (const at of [shops.main, shops.own.company, shops.own.node])
      expect(await idsFor(shops.owner, at)).toEqual([body.window_id]);
    expect(await idsFor(shops.owner, shops.other.company)).toEqual([]);
    expect(await idsFor(viewer)).toEqual([body.window_id]);
    expect(await idsFor(await createUser(api))).toEqual([]);
    const calendar = await api.call(maintenanceHttp.calendar, viewer);
    expect(calendar.body).toMatchObject([{ cause: 'window', window_id: body.window_id, name: 'Works' }]);
  });

  it('is in the calendar of any days, each time once, to those who see it', async () => {
    const days = (from: number, to: number) => ({
      from: new Date(Date.now() + from * DAY_MS).toISOString(),
      to: new Date(Date.now() + to * DAY_MS).toISOString(),
    });
    const starts_at = `${localTime(Date.now() + DAY_MS).slice(0, 10)}T23:50`;
    const { body } = await plan({ starts_at, rrule: 'FREQ=DAILY' });
    const timesOf = async (from: number, to: number, user = shops.owner) => {
      const answer = await api.call(maintenanceHttp.calendar, user, days(from, to));
      expect(answer.status).toBe(200);
      return answer.body
        .filter(({ window_id }) => window_id === body.window_id)
        .map(({ starts_at }) => Math.floor((Date.parse(starts_at) - Date.parse(`${body.starts_at}Z`)) / DAY_MS));
    };
    const all = await timesOf(10, 20);
    expect(all).toEqual(Array.from(all, (_, index) => (all[0] ?? 0) + index));
    expect(all.length).toBeGreaterThanOrEqual(10);
    expect(await timesOf(100, 107)).toHaveLength(7);
    expect(await timesOf(100, 107, await createUser(api))).toEqual([]);
    expect((await api.call(maintenanceHttp.calendar, shops.owner, days(0, 60))).status).toBe(400);
  });
});
