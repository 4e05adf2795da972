/** @module-tag full */
import { playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { dayProgrammeHttp } from '@belfry/schemas/http/schedules/day-programme';
import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import { feedHttp } from '@belfry/schemas/http/schedules/feed';
import { holidaysHttp } from '@belfry/schemas/http/holidays';
import { programmeHttp } from '@belfry/schemas/http/schedules/programme';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { dateIn, scheduleBody } from '../../support/programmes.ts';
import { addMember, type Chain, createChain, endMember } from '../../support/chain.ts';
import { until } from '../../support/until.ts';

let api: TestApi;
let chain: Chain;
let station: number;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  chain = await createChain(api);
  const body = { name: 'Radio', url: 'https://radio.test/stream' };
  station = (await api.call(stationsHttp.create, chain.owner, body)).body.id;
});

const WINDOW = { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '18:00', playlist_id: null, volume: null };
const save = (user: TestUser, company_id: number, windows: object[] = [{ ...WINDOW, station_id: station }]) =>
  api.call(dayProgrammeHttp.change, user, { company_id, windows });
const read = (user: TestUser, company_id: number) => api.call(dayProgrammeHttp.read, user, { company_id });
/** A schedule in silence on a day of 2040. */
async function plan(user: TestUser, name: string, node: number): Promise<void> {
  const body = { ...scheduleBody([node], { name, starts_at: '2040-01-02T08:00', rrule: null }) };
  expect((await api.call(schedulesHttp.create, user, body)).status).toBe(201);
}

describe('the day programme of a node', () => {
  it('is changed by those who plan there, and read by those who see the node', async () => {
    const { owner, main, shop12, shop13, planner, viewer, technician, stranger } = chain;
    expect((await save(owner, main)).status).toBe(200);
    expect((await save(planner, shop12.hall)).status).toBe(200);
    for (const member of [viewer, technician]) {
      expect((await read(member, shop12.hall)).body.windows).toHaveLength(1);
      expect(await save(member, shop12.hall)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    expect((await read(viewer, shop12.company)).body.windows).toHaveLength(1);
    for (const node of [main, shop13.company, shop13.hall]) {
      expect((await save(planner, node)).status).toBe(404);
      expect((await read(planner, node)).status).toBe(404);
    }
    expect((await read(stranger, shop12.hall)).status).toBe(404);
    expect((await save(stranger, shop12.hall)).status).toBe(404);
  });

  it('has problems that name places of the member only', async () => {
    const { owner, shop12, shop13, viewer } = chain;
    const empty = (await api.call(playlistsHttp.create, owner, { name: 'Empty' })).body.id;
    const windows = [{ ...WINDOW, playlist_id: empty, station_id: null }];
    for (const node of [shop12.hall, shop13.hall]) expect((await save(owner, node, windows)).status).toBe(200);
    const problemsOf = async (user: TestUser) =>
      (await api.call(dayProgrammeHttp.problems, user)).body.map(({ company_id }) => company_id);
    expect(await problemsOf(owner)).toEqual([shop12.hall, shop13.hall]);
    expect(await problemsOf(viewer)).toEqual([shop12.hall]);
    expect(await problemsOf(chain.technician)).toEqual([]);
  });
});

describe('the calendar', () => {
  const week = { from: '2040-01-02', to: '2040-01-09' };
  const namesIn = async (user: TestUser, query: object = {}) =>
    (await api.call(calendarHttp.calendar, user, { ...week, ...query })).body.map(({ name }) => name).toSorted();

  it('of a member has what concerns their places, that of a node what is heard there', async () => {
    const { owner, main, shop12, shop13, viewer, technician, planner } = chain;
    await plan(owner, 'Chain', main);
    await plan(owner, 'Far', shop13.company);
    await plan(planner, 'Near', shop12.hall);
    expect(await namesIn(owner)).toEqual(['Chain', 'Far', 'Near']);
    expect(await namesIn(viewer)).toEqual(['Chain', 'Near']);
    expect(await namesIn(viewer, { user_id: owner.id })).toEqual(['Chain', 'Near']);
    expect(await namesIn(technician)).toEqual([]);
    expect(await namesIn(viewer, { company_id: shop12.company })).toEqual(['Chain', 'Near']);
    for (const call of [calendarHttp.calendar, calendarHttp.dryRun] as const)
      expect(
        (await api.call(call, technician, { ...week, at: '2040-01-02T10:00', company_id: shop12.company })).status,
      ).toBe(403);
    expect((await api.call(calendarHttp.calendar, viewer, { ...week, company_id: shop13.hall })).status).toBe(404);
    expect((await api.call(calendarHttp.calendar, viewer, { ...week, company_id: main })).status).toBe(404);
  });

  it('is tried at nodes of the member, with drafts that name places which they see', async () => {
    const { owner, main, shop12, shop13, viewer } = chain;
    await plan(owner, 'Chain', main);
    const at = '2040-01-02T08:00:00';
    const heard = (await api.call(calendarHttp.dryRun, viewer, { company_id: shop12.hall, at })).body.heard;
    expect(heard).toMatchObject([{ name: 'Chain' }]);
    expect((await api.call(calendarHttp.dryRun, viewer, { company_id: shop13.hall, at })).status).toBe(404);
    const draft = (nodes: number[]) => ({ company_id: shop12.hall, at, schedule: scheduleBody(nodes) });
    expect((await api.call(calendarHttp.dryRunDraft, viewer, draft([shop12.hall]))).status).toBe(200);
    expect((await api.call(calendarHttp.dryRunDraft, viewer, draft([shop13.hall]))).status).toBe(404);
  });

  it('as a link has what the member sees when it is read, so that it ends with the membership', async () => {
    const { owner, shop12, shop13 } = chain;
    const late = await createUser(api);
    const membership = await addMember(api.db, { company_id: shop12.company, user_id: late.id, role: 'viewer' });
    const body = (name: string, node: number) =>
      scheduleBody([node], { name, starts_at: `${dateIn(1)}T08:00`, rrule: null });
    await api.call(schedulesHttp.create, owner, body('Near', shop12.hall));
    await api.call(schedulesHttp.create, owner, body('Far', shop13.hall));
    const { path } = (await api.call(feedHttp.create, late)).body;
    const { body: file } = await api.get<string>(path);
    expect([file.includes('SUMMARY:Near'), file.includes('SUMMARY:Far')]).toEqual([true, false]);
    await endMember(api.db, membership);
    expect((await api.get<string>(path)).body).not.toContain('SUMMARY');
  });
});

describe('holiday calendars of an organisation', () => {
  const CALENDAR = ['BEGIN:VEVENT', 'UID:1', 'DTSTART;VALUE=DATE:20401224', 'SUMMARY:Eve', 'END:VEVENT'].join('\r\n');
  const upload = (user: TestUser, name: string) => api.call(holidaysHttp.upload, user, { name, body: CALENDAR });

  it('are read by members, added by those who plan, and deleted by who has made them', async () => {
    const { owner, planner, viewer, technician, head, neighbour } = chain;
    const school = (await upload(owner, 'School')).body.calendar;
    const mine = (await upload(planner, 'Town')).body.calendar;
    const namesOf = async (user: TestUser) => (await api.call(holidaysHttp.list, user)).body.map(({ name }) => name);
    for (const user of [owner, viewer, head]) expect(await namesOf(user)).toEqual(['School', 'Town']);
    expect(await namesOf(technician)).toEqual([]);
    expect((await api.call(holidaysHttp.remove, technician, { id: mine.id })).status).toBe(404);
    for (const user of [viewer, neighbour])
      expect((await api.call(holidaysHttp.remove, user, { id: mine.id })).status).toBe(403);
    expect((await api.call(holidaysHttp.remove, planner, { id: school.id })).status).toBe(403);
    expect((await api.call(holidaysHttp.remove, planner, { id: mine.id })).status).toBe(204);
    expect((await api.call(holidaysHttp.remove, head, { id: school.id })).status).toBe(204);
  });
});

describe('the programme of a device', () => {
  it('is read by members of its node whose role reads texts', async () => {
    const { owner, shop12, viewer, technician, neighbour } = chain;
    const body = scheduleBody([shop12.hall], { starts_at: `${dateIn(1)}T08:00`, rrule: null });
    expect((await api.call(schedulesHttp.create, owner, body)).status).toBe(201);
    const statusOf = async (user: TestUser) =>
      (await api.call(programmeHttp.read, user, { serial: shop12.serial })).status;
    await until(
      'it is compiled',
      () => statusOf(owner),
      (status) => status === 200,
    );
    expect([await statusOf(viewer), await statusOf(technician), await statusOf(neighbour)]).toEqual([200, 403, 404]);
  });
});
