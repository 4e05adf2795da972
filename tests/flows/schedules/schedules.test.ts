import { SCHEDULES_MAX, schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAuditBy } from '../../support/audit.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { scheduleBody } from '../../support/programmes.ts';

let api: TestApi;
let owner: TestUser;
let stranger: TestUser;
let admin: TestUser;
let node: number;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  [stranger, admin] = [await createUser(api), await createAdmin(api)];
});
beforeEach(async () => {
  owner = await createUser(api);
  node = (await createCompany(api, { user_id: owner.id })).company_id;
});

describe('a schedule', () => {
  it('is created with defaults, listed by name, changed and deleted', async () => {
    const { status, body } = await api.call(schedulesHttp.create, owner, scheduleBody([node]));
    expect(status).toBe(201);
    expect(body).toMatchObject({ priority: 5, enabled: true, revision: 1, missed: { policy: 'skip', minutes: 5 } });
    const second = await api.call(schedulesHttp.create, owner, scheduleBody([node], { name: 'Bells' }));
    expect((await api.call(schedulesHttp.list, owner)).body.map(({ name }) => name)).toEqual([
      'Bells',
      'Quiet lessons',
    ]);
    expect(
      await api.call(schedulesHttp.change, owner, { id: second.body.id, name: 'New bells', volume: 40 }),
    ).toMatchObject({
      status: 200,
      body: { name: 'New bells', volume: 40, revision: 2, rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR' },
    });
    expect((await api.call(schedulesHttp.remove, owner, { id: body.id })).status).toBe(204);
    expect((await api.call(schedulesHttp.read, owner, { id: body.id })).status).toBe(404);
    expect((await api.call(schedulesHttp.list, owner)).body.map(({ name }) => name)).toEqual(['New bells']);
  });

  it('tells its next instant, none while it is disabled', async () => {
    const { body } = await api.call(
      schedulesHttp.create,
      owner,
      scheduleBody([node], { starts_at: '2040-01-02T08:00', rrule: null }),
    );
    expect(body.next_at).toMatch(/^2040-01-0[12]T/);
    expect((await api.call(schedulesHttp.change, owner, { id: body.id, enabled: false })).body.next_at).toBeNull();
  });

  it('is not overwritten by an edit that began before another', async () => {
    const { body } = await api.call(schedulesHttp.create, owner, scheduleBody([node]));
    expect((await api.call(schedulesHttp.change, owner, { id: body.id, name: 'First', revision: 1 })).status).toBe(200);
    expect(await api.call(schedulesHttp.change, owner, { id: body.id, name: 'Second', revision: 1 })).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict', current: { name: 'First', revision: 2 } },
    });
  });

  it.each([
    ['rrule', { rrule: 'FREQ=DAILY;BYHOUR=25' }],
    ['rrule', { rrule: 'FREQ=SECONDLY' }],
    ['rrule', { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }],
    ['starts_at', { starts_at: '2026-13-01T08:00', rrule: null }],
    ['starts_at', { starts_at: 'tomorrow' }],
    ['duration_minutes', { duration_minutes: null }],
    ['targets', { targets: { nodes: [] } }],
    ['priority', { priority: 10 }],
  ])('is refused with the field %s of %j', async (path, overrides) => {
    const { status, body } = await api.call(schedulesHttp.create, owner, { ...scheduleBody([node]), ...overrides });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'invalid_input', details: [{ path }] } });
    expect((await api.call(schedulesHttp.list, owner)).body).toEqual([]);
  });

  it('is one of a limited number per user', async () => {
    await api.call(schedulesHttp.create, owner, scheduleBody([node]));
    await sql`
      insert into schedules (user_id, name, action, starts_at, exceptions, targets, priority, missed, enabled)
      select user_id, name, action, starts_at, exceptions, targets, priority, missed, enabled
      from schedules, generate_series(2, ${SCHEDULES_MAX}::int) where user_id = ${owner.id}`.execute(api.db);
    expect(await api.call(schedulesHttp.create, owner, scheduleBody([node]))).toMatchObject({
      status: 422,
      body: { code: 'unprocessable' },
    });
  });
});

describe('the schedule of another user', () => {
  it('does not exist for strangers, and can be changed by an administrator, which is audited', async () => {
    const { id } = (await api.call(schedulesHttp.create, owner, scheduleBody([node]))).body;
    const refused = [
      await api.call(schedulesHttp.read, stranger, { id }),
      await api.call(schedulesHttp.change, stranger, { id, name: 'Mine' }),
      await api.call(schedulesHttp.remove, stranger, { id }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await api.call(schedulesHttp.list, stranger)).body).toEqual([]);
    expect((await api.call(schedulesHttp.change, admin, { id, name: 'Theirs' })).status).toBe(200);
    const rows = await findAuditBy(api.db, 'schedule.change', [owner, stranger, admin]);
    expect(rows.filter(({ user_id }) => user_id === stranger.id)).toEqual([]);
    expect(rows.at(-1)).toMatchObject({ user_id: admin.id, object_id: String(id), owner_id: owner.id });
    expect((await api.call(schedulesHttp.read, owner, { id })).body.name).toBe('Theirs');
  });
});
