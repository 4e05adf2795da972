import { ALARM_CHANGES_MAX } from '@belfry/schemas/domain/alarms';
import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { advanceAlarms } from '@belfry/api/features/alarms/evaluator/advance';
import { storeChanges } from '@belfry/api/features/alarms/evaluator/conditions.repository';
import type { NodeRole } from '@belfry/schemas/domain/rights';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAuditBy } from '../../support/audit.ts';
import { createAdmin, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMember, createShops } from '../../support/teams.ts';

let api: TestApi;
let stranger: TestUser;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  stranger = await createUser(api);
});

let shops: Awaited<ReturnType<typeof createShops>>;
let device: { device_id: number; serial: string };
let alarm: number;

/** A device of a shop with an alarm of this kind. @returns its id */
async function raiseAt(shop: typeof shops.own, severityOf: 'temperature' | 'restarts' = 'restarts'): Promise<number> {
  const { owner } = shops;
  device = await createDevice(api, { user_id: owner.id, company_id: shop.node.company_id });
  const [subject, now] = [`device:${device.device_id}`, Date.now()];
  const node = { owner_id: owner.id, device_id: device.device_id, company_id: shop.node.company_id };
  const change = { kind: severityOf, subject, ...node, bad: true, since: now - 3_600_000, value: 5 };
  await storeChanges(api.db, [change], now);
  await advanceAlarms(api.db, { now, hearing: true, listeners: [] });
  const found = api.db.selectFrom('alarms').select('alarm_id').where('subject', '=', subject);
  return (await found.executeTakeFirstOrThrow()).alarm_id;
}

beforeEach(async () => {
  shops = await createShops(api);
  alarm = await raiseAt(shops.own);
});

const list = async (user: TestUser, query: object = {}) => (await api.call(alarmsHttp.list, user, query)).body;
const read = (user: TestUser, alarm_id = alarm) => api.call(alarmsHttp.read, user, { alarm_id });
const member = (role: NodeRole, at = shops.own.company) => createMember(api, shops.owner, at, { role });

describe('an alarm', () => {
  it('is listed with its place and devices for those who read its node', async () => {
    const expected = {
      alarm_id: alarm,
      kind: 'restarts',
      severity: 'medium',
      state: 'open',
      company_id: shops.own.node.company_id,
      place: 'Speaker of Shop 12',
      path: expect.stringMatching(/Shop 12$/),
      devices: [device.serial],
      device_count: 1,
      acknowledged_by: null,
      cleared_at: null,
    };
    const places = [{ serial: device.serial, place: 'Speaker of Shop 12', path: expect.stringMatching(/Shop 12$/) }];
    expect((await read(shops.owner)).body.places).toEqual(places);
    const below = await member('technician', shops.own.node);
    expect(await list(below)).toMatchObject([{ place: 'Speaker of Shop 12', path: '' }]);
    expect((await read(below)).body.places).toEqual([{ ...places[0], path: '' }]);
    expect(await list(shops.owner)).toMatchObject([{ ...expected, may_handle: true }]);
    expect(await list(await member('viewer'))).toMatchObject([{ ...expected, may_handle: false }]);
    expect(await list(await member('technician'))).toMatchObject([{ ...expected, may_handle: true }]);
  });

  it('is found by nobody else', async () => {
    const elsewhere = await member('manager', shops.other.company);
    for (const user of [stranger, elsewhere]) {
      expect(await list(user)).toEqual([]);
      expect((await read(user)).status).toBe(404);
      expect((await api.call(alarmsHttp.acknowledge, user, { alarm_id: alarm })).status).toBe(404);
    }
  });

  it('of a node above is seen without its name by those who read the place of one of its devices', async () => {
    await api.db
      .updateTable('alarms')
      .set({
        company_id: shops.main.company_id,
        place: 'Chain',
        subject: `node:${shops.main.company_id}`,
        kind: 'site_offline',
      })
      .where('alarm_id', '=', alarm)
      .execute();
    const technician = await member('technician');
    expect(await list(technician)).toMatchObject([
      { alarm_id: alarm, company_id: null, place: null, devices: [device.serial], may_handle: false },
    ]);
    expect(await list(await member('viewer', shops.other.company))).toEqual([]);
    expect((await api.call(alarmsHttp.acknowledge, technician, { alarm_id: alarm })).status).toBe(403);
  });

  it('is acknowledged, snoozed and commented by technicians and managers, each with who and when', async () => {
    const [technician, manager] = [await member('technician'), await member('manager')];
    const acknowledged = await api.call(alarmsHttp.acknowledge, technician, { alarm_id: alarm, comment: 'On my way' });
    expect(acknowledged).toMatchObject({
      status: 200,
      body: { state: 'acknowledged', acknowledged_by: { user_id: technician.id } },
    });
    // Who was first stays.
    const second = await api.call(alarmsHttp.acknowledge, manager, { alarm_id: alarm });
    expect(second.body).toMatchObject({ acknowledged_by: { user_id: technician.id } });
    await api.call(alarmsHttp.snooze, manager, { alarm_id: alarm, minutes: 30 });
    const { body } = await api.call(alarmsHttp.comment, manager, { alarm_id: alarm, comment: 'New supply ordered' });
    expect(body.state).toBe('snoozed');
    expect(body.events).toMatchObject([
      { event: 'raised', by: null },
      { event: 'acknowledged', by: { user_id: technician.id }, comment: 'On my way' },
      { event: 'snoozed', by: { user_id: manager.id }, comment: null },
      { event: 'commented', by: { user_id: manager.id }, comment: 'New supply ordered' },
    ]);
    const rows = await findAuditBy(api.db, 'alarm.acknowledge', [technician]);
    expect(rows).toMatchObject([{ object_id: String(alarm), owner_id: shops.owner.id }]);
  });

  it.each(['viewer', 'announcer', 'planner'] as const)('is only read by a member with the role %s', async (role) => {
    const user = await member(role);
    const answers = [
      await api.call(alarmsHttp.acknowledge, user, { alarm_id: alarm }),
      await api.call(alarmsHttp.snooze, user, { alarm_id: alarm, minutes: 5 }),
      await api.call(alarmsHttp.comment, user, { alarm_id: alarm, comment: 'Me too' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await read(user)).body.state).toBe('open');
  });

  it('that is cleared takes comments only', async () => {
    await api.db.deleteFrom('alarm_conditions').where('alarm_id', '=', alarm).execute();
    await api.db
      .updateTable('alarms')
      .set({ state: 'cleared', cleared_at: new Date() })
      .where('alarm_id', '=', alarm)
      .execute();
    const acknowledged = await api.call(alarmsHttp.acknowledge, shops.owner, { alarm_id: alarm });
    expect(acknowledged).toMatchObject({ status: 409, body: { error: 'This alarm is over' } });
    const commented = await api.call(alarmsHttp.comment, shops.owner, { alarm_id: alarm, comment: 'It was the fuse' });
    expect(commented.status).toBe(200);
    const comments = Array.from({ length: ALARM_CHANGES_MAX - 1 }, () => ({
      alarm_id: alarm,
      event: 'commented' as const,
      by_user_id: shops.owner.id,
      severity: 'medium' as const,
      state: 'cleared' as const,
      at: new Date(),
      device_count: 1,
    }));
    await api.db.insertInto('alarm_events').values(comments).execute();
    const refused = await api.call(alarmsHttp.comment, shops.owner, { alarm_id: alarm, comment: 'Once more' });
    expect(refused).toMatchObject({ status: 409, body: { error: expect.stringContaining('at most 300') } });
    expect(await list(shops.owner)).toEqual([]);
    expect(await list(shops.owner, { state: 'cleared' })).toMatchObject([{ alarm_id: alarm }]);
  });
});

it('lists by state, kind, severity and place, and counts them', async () => {
  const hot = await raiseAt(shops.other, 'temperature');
  await api.call(alarmsHttp.acknowledge, shops.owner, { alarm_id: hot });
  const { owner } = shops;
  const idsBy = async (query: object) => (await list(owner, query)).map(({ alarm_id }) => alarm_id);
  expect(await idsBy({})).toEqual([hot, alarm]);
  expect(await idsBy({ state: 'open' })).toEqual([alarm]);
  expect(await idsBy({ state: 'acknowledged' })).toEqual([hot]);
  expect(await idsBy({ kind: 'temperature' })).toEqual([hot]);
  expect(await idsBy({ severity: 'high' })).toEqual([]);
  expect(await idsBy({ severity: 'low' })).toEqual([hot, alarm]);
  expect(await idsBy({ company_id: shops.own.company.company_id })).toEqual([alarm]);
  expect(await idsBy({ company_id: shops.main.company_id, page_size: 1 })).toEqual([hot]);
  expect((await api.call(alarmsHttp.list, stranger, { company_id: shops.main.company_id })).status).toBe(404);
  await api.db.updateTable('alarm_progress').set({ evaluated_at: null }).execute();
  expect((await api.call(alarmsHttp.summary, owner)).body).toEqual({
    open: 1,
    acknowledged: 1,
    snoozed: 0,
    by_severity: { low: 0, medium: 1, high: 0, critical: 0 },
    watching: false,
    checking_since: null,
    held_back: null,
  });
  await api.db.updateTable('alarm_progress').set({ evaluated_at: new Date() }).execute();
  expect((await api.call(alarmsHttp.summary, owner)).body).toMatchObject({ watching: true });
});

it('shows those about the installation to administrators', async () => {
  const admin = await createAdmin(api);
  const subject = `installation-${shops.owner.id}`;
  const { alarm_id } = await api.db
    .insertInto('alarms')
    .values({ kind: 'backup_due', subject, severity: 'high', raised_at: new Date() })
    .returning('alarm_id')
    .executeTakeFirstOrThrow();
  expect((await read(admin, alarm_id)).body).toMatchObject({ kind: 'backup_due', company_id: null, may_handle: true });
  expect((await read(shops.owner, alarm_id)).status).toBe(404);
});
