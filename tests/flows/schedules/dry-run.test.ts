import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import { createMessage } from '../../support/library.ts';
import { createSchool, type School, scheduleBody } from '../../support/programmes.ts';

let api: TestApi;
let owner: TestUser;
let school: School;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  owner = await createUser(api);
  school = await createSchool(api, owner);
});

const MONDAY = '2040-01-02T09:00';
const ask = (at: string, { key } = owner, node = school.node) =>
  api.call(calendarHttp.dryRun, { key }, { company_id: node, at });
const silence = (overrides: object = {}) =>
  scheduleBody([school.main], { name: 'Exams', starts_at: '2040-01-02T08:30', rrule: 'FREQ=DAILY', ...overrides });
const bell = async (overrides: object = {}) =>
  scheduleBody([school.main], {
    name: 'Bell',
    action: { type: 'message', message_id: (await createMessage(api, owner)).id },
    starts_at: MONDAY,
    duration_minutes: null,
    ...overrides,
  });

describe('a dry run', () => {
  it('tells what a node hears at a local time or an instant, in its zone', async () => {
    await api.call(schedulesHttp.create, owner, await bell());
    const local = await ask(MONDAY);
    expect(local).toMatchObject({
      status: 200,
      body: {
        at: '2040-01-02T08:00:00.000Z',
        time_zone: 'Europe/Berlin',
        quiet: false,
        heard: [{ name: 'Bell', source: 'schedule', type: 'message', plays: true, draft: false }],
        conflicts: [],
      },
    });
    expect((await ask('2040-01-02T08:00:30Z')).body).toEqual(local.body);
    expect((await ask('2040-01-02T10:00')).body.heard).toEqual([]);
    expect((await ask('2040-01-07T09:00')).body.heard).toEqual([]);
  });

  it('tells why something is not heard', async () => {
    const disabled = (await api.call(schedulesHttp.create, owner, await bell({ name: 'Old bell', enabled: false })))
      .body;
    await api.call(schedulesHttp.create, owner, await bell({ name: 'Free day', exceptions: ['2040-01-02'] }));
    const { body } = await ask(MONDAY);
    expect(body.heard).toMatchObject([
      {
        name: 'Free day',
        plays: false,
        reason: 'An exception, a holiday or the end of the schedule',
        reason_code: 'excepted',
      },
      { name: disabled.name, plays: false, reason: 'The schedule is disabled', reason_code: 'disabled' },
    ]);
    await api.db
      .updateTable('companies')
      .set({ quiet_hours: JSON.stringify([{ from: '08:00', to: '10:00', days: [1] }]) as never })
      .where('company_id', '=', school.main)
      .execute();
    await api.call(schedulesHttp.create, owner, await bell());
    expect((await ask(MONDAY)).body).toMatchObject({
      quiet: true,
      heard: [{ name: 'Bell', plays: false, reason_code: 'quiet' }, {}, {}],
    });
  });

  it('marks conflicts, also those of a schedule that is not saved', async () => {
    const bellId = (await api.call(schedulesHttp.create, owner, await bell())).body.id;
    const draft = (overrides: object = {}) =>
      api.call(calendarHttp.dryRunDraft, owner, { company_id: school.node, at: MONDAY, schedule: silence(overrides) });
    const { body } = await draft();
    expect(body.heard).toMatchObject([
      {
        name: 'Bell',
        plays: false,
        reason: 'The silence “Exams” keeps it away',
        reason_code: 'silenced',
        reason_params: { name: 'Exams' },
        draft: false,
      },
      { name: 'Exams', plays: true, reason_code: 'lasts', schedule_id: null, draft: true },
    ]);
    expect(body.conflicts).toMatchObject([
      { code: 'silenced', schedule_ids: [bellId], names: ['Bell'], winner: 'Exams' },
    ]);
    expect((await draft({ priority: 1 })).body.heard[0]).toMatchObject({ name: 'Bell', plays: true });
    expect((await draft({ rrule: 'FREQ=SOMETIMES' })).status).toBe(400);
    await api.call(schedulesHttp.create, owner, silence());
    const replaced = await api.call(schedulesHttp.list, owner);
    expect(replaced.body).toHaveLength(2);
  });

  it('divides what overlaps by priority', async () => {
    await api.call(schedulesHttp.create, owner, silence({ name: 'Morning' }));
    await api.call(schedulesHttp.create, owner, silence({ name: 'Exam', starts_at: '2040-01-02T08:45', priority: 6 }));
    const { body } = await ask(MONDAY);
    expect(body.heard).toMatchObject([
      { name: 'Exam', plays: true },
      { name: 'Morning', plays: false, reason_code: 'lower_priority', reason_params: { name: 'Exam' } },
    ]);
    expect(body.conflicts).toMatchObject([{ code: 'overlap', names: ['Exam', 'Morning'], winner: 'Exam' }]);
  });

  it('of the node of another user is 404', async () => {
    expect((await ask(MONDAY, await createUser(api))).status).toBe(404);
    expect((await ask('yesterday')).status).toBe(400);
  });
});
