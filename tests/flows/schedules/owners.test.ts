import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { holidaysHttp } from '@belfry/schemas/http/holidays';
import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { createMessage } from '../../support/library.ts';
import { scheduleBody } from '../../support/programmes.ts';

const CALENDAR = ['BEGIN:VEVENT', 'UID:1', 'DTSTART;VALUE=DATE:20401224', 'SUMMARY:Eve', 'END:VEVENT'].join('\r\n');

let api: TestApi;
let admin: TestUser;
let owner: TestUser;
let stranger: TestUser;
let node: number;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  admin = await createAdmin(api);
});
beforeEach(async () => {
  [owner, stranger] = [await createUser(api), await createUser(api)];
  node = (await createCompany(api, { user_id: owner.id })).company_id;
});

/** What the administrator has done with an object. */
async function audited(kind: string, id: number): Promise<string[]> {
  const acts = api.db.selectFrom('audit_log').select('action').where('user_id', '=', admin.id);
  const rows = await acts.where('object_kind', '=', kind).where('object_id', '=', String(id)).orderBy('id').execute();
  return rows.map(({ action }) => action);
}

describe('the schedule that an administrator makes for another owner', () => {
  it('belongs to the owner, who finds it, and is audited', async () => {
    const { status, body } = await api.call(schedulesHttp.create, admin, {
      user_id: owner.id,
      ...scheduleBody([node]),
    });
    expect(status).toBe(201);
    expect((await api.call(schedulesHttp.list, owner)).body.map(({ id }) => id)).toEqual([body.id]);
    expect((await api.call(schedulesHttp.list, admin)).body).toEqual([]);
    expect((await api.call(schedulesHttp.list, admin, { user_id: owner.id })).body).toMatchObject([{ id: body.id }]);
    expect(await audited('schedule', body.id)).toEqual(['schedule.create']);
  });

  it('reaches places, sounds and calendars of the owner only', async () => {
    const foreign = (await createCompany(api, { user_id: stranger.id })).company_id;
    const own = (await createCompany(api, { user_id: admin.id })).company_id;
    const device = await createDevice(api, { user_id: stranger.id });
    const message = { type: 'message', message_id: (await createMessage(api, stranger)).id };
    const bodies = [
      scheduleBody([foreign]),
      scheduleBody([own]),
      scheduleBody([node, foreign]),
      scheduleBody([], { targets: { devices: [device.serial] } }),
      scheduleBody([node], { targets: { nodes: [node], except: { nodes: [foreign] } } }),
      scheduleBody([node], { action: message }),
    ];
    for (const body of bodies)
      expect(
        (await api.call(schedulesHttp.create, admin, { user_id: owner.id, ...body })).status,
        JSON.stringify(body),
      ).toBe(404);
    expect((await api.call(schedulesHttp.list, owner)).body).toEqual([]);
  });

  it('is changed within the owner, and not over an edit of the owner', async () => {
    const { id } = (await api.call(schedulesHttp.create, admin, { user_id: owner.id, ...scheduleBody([node]) })).body;
    const foreign = (await createCompany(api, { user_id: admin.id })).company_id;
    expect(
      (await api.call(schedulesHttp.change, admin, { id, targets: { nodes: [foreign] }, revision: 1 })).status,
    ).toBe(404);
    expect((await api.call(schedulesHttp.change, owner, { id, name: 'Mine', revision: 1 })).status).toBe(200);
    expect(await api.call(schedulesHttp.change, admin, { id, name: 'Theirs', revision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { name: 'Mine' } },
    });
    expect((await api.call(schedulesHttp.change, admin, { id, name: 'Theirs', revision: 2 })).status).toBe(200);
    expect(await audited('schedule', id)).toEqual(['schedule.create', 'schedule.change']);
  });

  it('is refused to users, for owners that do not exist, and for roots', async () => {
    expect(
      (await api.call(schedulesHttp.create, stranger, { user_id: owner.id, ...scheduleBody([node]) })).status,
    ).toBe(403);
    expect(
      (await api.call(schedulesHttp.create, admin, { user_id: 2_000_000_000, ...scheduleBody([node]) })).status,
    ).toBe(404);
    expect(
      (
        await api.call(schedulesHttp.create, admin, {
          user_id: (await createUser(api, { role: 'root' })).id,
          ...scheduleBody([node]),
        })
      ).status,
    ).toBe(404);
    expect((await api.call(schedulesHttp.create, stranger, scheduleBody([node]))).status).toBe(404);
    expect(
      (await api.call(schedulesHttp.create, owner, { user_id: stranger.id, ...scheduleBody([node]) })).status,
    ).toBe(403);
  });
});

describe('what an administrator chooses from for another owner', () => {
  it('is the calendar, the library and the devices of that owner', async () => {
    await api.call(schedulesHttp.create, owner, scheduleBody([node], { starts_at: '2040-01-02T08:00' }));
    const message = await createMessage(api, owner);
    const device = await createDevice(api, { user_id: owner.id });
    const of = { user_id: owner.id };
    const week = { from: '2040-01-02', to: '2040-01-03', ...of };
    expect((await api.call(calendarHttp.calendar, admin, week)).body).toHaveLength(1);
    expect((await api.call(messagesHttp.list, admin, of)).body).toMatchObject([{ id: message.id }]);
    expect((await api.call(devicesHttp.listOwn, admin, of)).body).toMatchObject([{ serial: device.serial }]);
    for (const list of [schedulesHttp.list, messagesHttp.list, holidaysHttp.list, devicesHttp.listOwn])
      expect((await api.call(list, stranger, of)).status, list.path).toBe(403);
    expect((await api.call(calendarHttp.calendar, stranger, week)).status).toBe(403);
  });

  it('are holiday calendars, which the administrator adds and deletes there', async () => {
    const calendar = { name: 'School', user_id: owner.id, body: CALENDAR };
    const upload = (caller: TestUser) => api.call(holidaysHttp.upload, caller, calendar);
    expect((await upload(stranger)).status).toBe(403);
    const { body } = await upload(admin);
    const { id } = body.calendar;
    expect((await api.call(holidaysHttp.list, admin, { user_id: owner.id })).body).toMatchObject([
      { id, name: 'School' },
    ]);
    expect((await api.call(holidaysHttp.remove, stranger, { id })).status).toBe(404);
    expect((await api.call(holidaysHttp.remove, admin, { id })).status).toBe(204);
    expect(await audited('holiday_calendar', id)).toEqual(['holidays.create', 'holidays.delete']);
  });
});
