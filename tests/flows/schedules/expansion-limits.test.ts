import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type DryRun, calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import { schedulesHttp, type Schedule } from '@belfry/schemas/http/schedules/schedules';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createCompany, createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { until } from '../../support/until.ts';
import { createMessage } from '../../support/library.ts';
import { createSchool, programmeOf, type School, scheduleBody } from '../../support/programmes.ts';

let api: TestApi;
let owner: TestUser;
let school: School;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  owner = await createUser(api);
  school = await createSchool(api, owner, 'UTC');
});

const WEEK_MINUTES = 10_080;
const minutely = (overrides: object = {}) =>
  scheduleBody([school.main], {
    starts_at: '2026-01-01T00:00',
    rrule: 'FREQ=MINUTELY',
    duration_minutes: 1,
    ...overrides,
  });
/** A generous bound: the attacks stopped everything for minutes and more. */
const BLOCKED_MAX_MS = 1_000;

/** The longest time for which the event loop of the api, which is this one, was blocked. */
async function longestBlockMs(attack: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  await attack();
  delay.disable();
  return delay.max / 1e6;
}

/** Schedules that were stored before there was a limit. */
async function storeUnlimited(count: number, body: object): Promise<number[]> {
  const { id } = (await api.call(schedulesHttp.create, owner, scheduleBody([school.main], { enabled: false }))).body;
  const { rrule, starts_at, duration_minutes, action } = body as Schedule;
  const rows = await api.db.selectFrom('schedules').selectAll().where('id', '=', id).execute();
  const copies = Array.from({ length: count }, (_, n) => {
    const { id: _id, exceptions, targets, missed, ...row } = rows[0] ?? never();
    return {
      ...row,
      name: `Minutely ${n}`,
      action: JSON.stringify(action),
      exceptions: JSON.stringify(exceptions),
      targets: JSON.stringify(targets),
      missed: JSON.stringify(missed),
      rrule,
      starts_at,
      duration_minutes,
      enabled: true,
      occurrences: null,
      updated_at: new Date(0),
    };
  });
  await api.call(schedulesHttp.remove, owner, { id });
  const stored = await api.db.insertInto('schedules').values(copies).returning('id').execute();
  return stored.map((row) => row.id);
}
const never = (): never => {
  throw new Error('the schedule was not stored');
};

describe('a dry run', () => {
  it('of a silence that lasts a week and begins each minute answers at once, and blocks nobody', async () => {
    const { id: message_id } = await createMessage(api, owner);
    await api.call(
      schedulesHttp.create,
      owner,
      scheduleBody([school.main], {
        name: 'Bell',
        action: { type: 'message', message_id },
        starts_at: '2040-01-02T09:00',
        rrule: 'FREQ=DAILY',
        duration_minutes: null,
      }),
    );
    const body = {
      company_id: school.node,
      at: '2040-01-20T09:00',
      schedule: minutely({ name: 'Exams', duration_minutes: WEEK_MINUTES }),
    };
    let answer: { status: number; body: DryRun } | undefined;
    const blockedMs = await longestBlockMs(async () => {
      answer = await api.call(calendarHttp.dryRunDraft, owner, { ...body });
    });
    expect(blockedMs).toBeLessThan(BLOCKED_MAX_MS);
    expect(answer?.status).toBe(200);
    const heard = answer?.body.heard ?? [];
    expect(heard.filter(({ name }) => name === 'Exams').map(({ at }) => at)).toContain('2040-01-20T09:00:00.000Z');
    expect(heard.find(({ name }) => name === 'Bell')).toMatchObject({ plays: false, reason_code: 'silenced' });
  });

  it('is refused, and blocks nobody, where the stored schedules happen too often', async () => {
    await storeUnlimited(60, minutely({ duration_minutes: WEEK_MINUTES }));
    let status = 0;
    const blockedMs = await longestBlockMs(async () => {
      const query = { company_id: school.node, at: '2027-01-20T09:00' };
      ({ status } = await api.call(calendarHttp.dryRun, owner, query));
    });
    expect(status).toBe(422);
    expect(blockedMs).toBeLessThan(BLOCKED_MAX_MS);
  });
});

describe('the schedules of an owner', () => {
  it('happen 20,000 times in the days of a programme at most, in all zones together', async () => {
    const first = await api.call(schedulesHttp.create, owner, minutely());
    expect(first.status).toBe(201);
    const second = await api.call(schedulesHttp.create, owner, minutely({ name: 'Second' }));
    expect(second.status).toBe(422);
    expect(second.body.error).toContain('28,802 times in 10 days');
    expect(second.body.error).toContain('20,000 are possible');
    const disabled = await api.call(schedulesHttp.create, owner, minutely({ name: 'Disabled', enabled: false }));
    expect(disabled.status).toBe(201);
    expect((await api.call(schedulesHttp.change, owner, { id: disabled.body.id, enabled: true })).status).toBe(422);
    expect(
      (await api.call(schedulesHttp.change, owner, { id: disabled.body.id, enabled: true, rrule: 'FREQ=HOURLY' }))
        .status,
    ).toBe(200);
    expect((await api.call(schedulesHttp.change, owner, { id: first.body.id, name: 'Renamed' })).status).toBe(200);
    expect((await api.call(schedulesHttp.change, owner, { id: first.body.id, enabled: false })).status).toBe(200);
    expect((await api.call(schedulesHttp.change, owner, { id: disabled.body.id, rrule: 'FREQ=MINUTELY' })).status).toBe(
      200,
    );
  });

  it('count once for each time zone, and from when they begin', async () => {
    const other = await createCompany(api, { user_id: owner.id });
    await api.db
      .updateTable('companies')
      .set({ time_zone: 'Asia/Tokyo' })
      .where('company_id', '=', other.company_id)
      .execute();
    await createDevice(api, { user_id: owner.id, company_id: other.company_id });
    const targets = { nodes: [school.main, other.company_id] };
    expect((await api.call(schedulesHttp.create, owner, minutely({ targets }))).status).toBe(422);
    expect((await api.call(schedulesHttp.create, owner, minutely({ starts_at: '2040-01-01T00:00' }))).status).toBe(201);
    expect((await api.call(schedulesHttp.create, owner, minutely({ starts_at: '2040-01-01T00:00' }))).status).toBe(422);
  });

  it('that were stored before there was a limit may be renamed and made fewer', async () => {
    const [first = 0, second = 0] = await storeUnlimited(3, minutely());
    expect((await api.call(schedulesHttp.change, owner, { id: first, name: 'Renamed' })).status).toBe(200);
    expect((await api.call(schedulesHttp.change, owner, { id: first, duration_minutes: 2 })).status).toBe(422);
    expect((await api.call(schedulesHttp.change, owner, { id: first, rrule: 'FREQ=HOURLY' })).status).toBe(200);
    expect((await api.call(schedulesHttp.create, owner, minutely({ rrule: 'FREQ=DAILY' }))).status).toBe(422);
    expect((await api.call(schedulesHttp.remove, owner, { id: second })).status).toBe(204);
    expect((await api.call(schedulesHttp.create, owner, minutely({ rrule: 'FREQ=DAILY' }))).status).toBe(201);
  });
});

describe('an owner whose programmes take too long to compile', () => {
  it(
    'is set aside after three attempts, without delay for others, and returns with a change',
    { tags: ['full'], timeout: 90_000 },
    async () => {
      const ids = await storeUnlimited(20, minutely());
      const other = await createUser(api);
      const elsewhere = await createSchool(api, other, 'UTC');
      const blockedMs = await longestBlockMs(async () => {
        const quiet = await api.call(
          schedulesHttp.create,
          other,
          scheduleBody([elsewhere.main], { rrule: 'FREQ=DAILY' }),
        );
        expect(quiet.status).toBe(201);
        await programmeOf(api, elsewhere.device, 'the programme of the other owner', ({ runs }) => runs.length > 0);
        expect((await api.call(schedulesHttp.remove, owner, { id: ids.pop() ?? 0 })).status).toBe(204);
        await until(
          'each schedule says so',
          () => api.call(schedulesHttp.list, owner).then(({ body }) => body),
          (schedules) => schedules.every(({ problem }) => problem === reasonText('programme_set_aside')),
          60_000,
          200,
        );
      });
      expect(blockedMs).toBeLessThan(BLOCKED_MAX_MS);
      const kept = ids.pop() ?? 0;
      for (const id of ids) expect((await api.call(schedulesHttp.remove, owner, { id })).status).toBe(204);
      await programmeOf(api, school.device, 'the programme', ({ runs }) => runs.length > 1_000);
      expect(
        (
          await until(
            'no problem',
            () => api.call(schedulesHttp.read, owner, { id: kept }),
            ({ body }) => body.problem !== reasonText('programme_set_aside'),
          )
        ).status,
      ).toBe(200);
    },
  );
});

it.each([
  ['BYSETPOS', 'FREQ=YEARLY;BYMONTHDAY=1,2,3,4,5,6,7,8,9,10,11,12,13;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12;BYSETPOS=366'],
  ['BYWEEKNO', 'FREQ=YEARLY;INTERVAL=999;BYWEEKNO=53;BYDAY=MO;COUNT=5000'],
  ['an interval', 'FREQ=MINUTELY;INTERVAL=997;BYMONTH=2;BYMONTHDAY=29;BYHOUR=3;BYMINUTE=7;COUNT=5000'],
  ['a leap day', 'FREQ=DAILY;INTERVAL=997;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO'],
])('a rule with %s is decided without blocking others', async (_, rrule) => {
  const blockedMs = await longestBlockMs(async () => {
    const { status, body } = await api.call(
      schedulesHttp.create,
      owner,
      scheduleBody([school.main], { rrule, starts_at: '2001-01-01T08:00' }),
    );
    expect([201, 400, 422]).toContain(status);
    if (status === 201) await api.call(schedulesHttp.read, owner, { id: body.id });
  });
  expect(blockedMs).toBeLessThan(BLOCKED_MAX_MS);
});
