import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createAdmin, createUser, type TestUser } from '../../support/factories.ts';
import { bellsOf } from '../../support/bells.ts';
import { flow } from '../../support/flow.ts';
import { until } from '../../support/until.ts';
import { passwordsHttp } from '@belfry/schemas/http/accounts/passwords';
import { feedHttp } from '@belfry/schemas/http/schedules/feed';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { playlistsHttp, stationsHttp } from '@belfry/schemas/http/library/audio';
import { dayProgrammeHttp } from '@belfry/schemas/http/schedules/day-programme';
import { createSchool, dateIn, programmeOf, settled, type School, scheduleBody } from '../../support/programmes.ts';
import { userKeysHttp } from '@belfry/schemas/http/users/keys';

let api: TestApi;
let owner: TestUser;
let school: School;
let station: number;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  owner = await createUser(api);
  school = await createSchool(api, owner);
  station = await createStation('Radio 1');
});

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const createStation = async (name: string): Promise<number> => {
  const body = { name, url: 'https://radio.test/stream' };
  return (await api.call(stationsHttp.create, owner, { ...body })).body.id;
};
const window = (overrides: object = {}) => ({
  days: EVERY_DAY,
  from: '08:00',
  to: '18:00',
  playlist_id: null,
  station_id: station,
  ...overrides,
});
const save = (node: number, windows: object[], { key } = owner) =>
  api.call(dayProgrammeHttp.change, { key }, { company_id: node, windows });
const read = async (node: number) => (await api.call(dayProgrammeHttp.read, owner, { company_id: node })).body;

describe('a day programme', () => {
  it('is inherited from the nearest node above that has one, and reaches its devices', async () => {
    expect(await read(school.node)).toEqual({ company_id: school.node, source_company_id: null, windows: [] });
    expect((await save(school.main, [window()])).status).toBe(200);
    expect(await read(school.node)).toMatchObject({ source_company_id: school.main, windows: [{ from: '08:00' }] });
    const { music } = await programmeOf(api, school.device, 'the music', (p) => p.music.length >= 7);
    expect(music[0]).toMatchObject({ kind: 'station', name: 'Radio 1', url: 'https://radio.test/stream' });
    await save(school.node, [window({ from: '22:00', to: '02:00' })]);
    expect(await read(school.node)).toMatchObject({ source_company_id: school.node, windows: [{ from: '22:00' }] });
    await programmeOf(api, school.device, 'the music at night', (p) => {
      const [first] = p.music;
      return first !== undefined && Date.parse(first.until) - Date.parse(first.from) === 4 * 3_600_000;
    });
    await save(school.node, []);
    expect(await read(school.node)).toMatchObject({ source_company_id: school.main });
  });

  it('is refused with windows that overlap, and with sounds and nodes of another user', async () => {
    const stranger = await createUser(api);
    expect(await save(school.main, [window(), window({ days: [7], from: '17:00', to: '19:00' })])).toMatchObject({
      status: 400,
      body: { details: [{ path: 'windows' }] },
    });
    expect((await save(school.main, [window({ station_id: null, playlist_id: 987_654 })])).status).toBe(404);
    expect((await save(school.main, [window()], stranger)).status).toBe(404);
    const theirs = await createSchool(api, stranger);
    expect((await save(theirs.main, [window()], stranger)).status).toBe(404);
  });
});

describe('what a day programme plays', () => {
  const playlistOf = async (name: string): Promise<number> =>
    (await api.call(playlistsHttp.create, owner, { name, audio_ids: [] })).body.id;

  it('is not deleted, and the answer names the day programme', async () => {
    const playlist = await playlistOf('Jazz');
    await save(school.node, [
      window({ to: '12:00' }),
      window({ from: '12:00', station_id: null, playlist_id: playlist }),
    ]);
    for (const { status, body } of [
      await api.call(stationsHttp.remove, owner, { id: station }),
      await api.call(playlistsHttp.remove, owner, { id: playlist }),
    ]) {
      expect([status, body.error]).toEqual([409, expect.stringContaining('“Day programme of Hall”')]);
    }
    await save(school.node, []);
    expect((await api.call(playlistsHttp.remove, owner, { id: playlist })).status).toBe(204);
  });

  it('is kept silent by a silence, also where an empty playlist with a higher priority is planned', async () => {
    const at = { starts_at: `${dateIn(1)}T08:00`, rrule: null };
    await api.call(schedulesHttp.create, owner, scheduleBody([school.main], { ...at, name: 'Exam', priority: 5 }));
    const action = { type: 'playlist', playlist_id: await playlistOf('Nothing') };
    const { body } = await api.call(
      schedulesHttp.create,
      owner,
      scheduleBody([school.main], { ...at, name: 'Break music', action, priority: 9 }),
    );
    const { runs } = await programmeOf(api, school.device, 'the silence', (p) => p.runs.length > 0);
    expect(runs.map(({ kind, title }) => [kind, title])).toEqual([['silence', 'Exam']]);
    await settled(api);
    const listed = await api.call(schedulesHttp.read, owner, { id: body.id });
    expect(listed.body.problem).toBe('The playlist is empty');
  });

  it('is not displaced by a window whose playlist is empty, which is listed with the reason', async () => {
    const empty = await playlistOf('Nothing');
    const silent = window({ station_id: null, playlist_id: empty });
    await save(school.main, [window({ from: '08:00', to: '10:00' })]);
    await save(school.node, [silent]);
    const { music } = await programmeOf(api, school.device, 'the inherited music', (p) => p.music.length > 0);
    expect(new Set(music.map((each) => each.kind))).toEqual(new Set(['station']));
    const problems = () => api.call(dayProgrammeHttp.problems, owner);
    const expected = {
      company_id: school.node,
      node: 'Hall',
      from: '08:00',
      to: '18:00',
      days: EVERY_DAY,
      name: 'Nothing',
    };
    expect((await problems()).body).toEqual([{ ...expected, problem: 'The playlist is empty' }]);
    const admin = await createAdmin(api);
    const problemsFor = (caller: TestUser) => api.call(dayProgrammeHttp.problems, caller, { user_id: owner.id });
    expect((await problemsFor(admin)).body).toHaveLength(1);
    expect((await problemsFor(await createUser(api))).status).toBe(403);

    const dryRun = await api.call(calendarHttp.dryRun, owner, { company_id: school.node, at: `${dateIn(1)}T09:00` });
    expect(dryRun.body.heard.map(({ name, plays, reason }) => [name, plays, reason])).toEqual([
      ['Radio 1', true, expect.any(String)],
      ['Nothing', false, 'The playlist is empty'],
    ]);
    await save(school.node, [silent, window({ from: '18:00', to: '20:00' })]);
    await programmeOf(api, school.device, 'its own music', ({ music: [first] }) => {
      return (
        first !== undefined &&
        Date.parse(first.until) - Date.parse(first.from) === 2 * 3_600_000 &&
        new Date(first.from).getUTCHours() > 12
      );
    });
    expect((await problems()).body).toHaveLength(1);
    await save(school.node, []);
    expect((await problems()).body).toEqual([]);
  });

  it('a schedule whose last place is deleted says so', async () => {
    const { body } = await api.call(
      schedulesHttp.create,
      owner,
      scheduleBody([school.node], { starts_at: `${dateIn(1)}T08:00` }),
    );
    await settled(api);
    const problem = async () => (await api.call(schedulesHttp.read, owner, { id: body.id })).body.problem;
    expect(await problem()).toBeNull();
    await api.db.updateTable('devices').set({ company_id: null }).where('user_id', '=', owner.id).execute();
    await until('it says so', problem, (text) => text === 'None of its places has a device');
  });
});

describe('the calendar', () => {
  const calendar = (query: object, { key } = owner) => api.call(calendarHttp.calendar, { key }, { ...query });

  it('has the occurrences in local time, those of a node with what is below it', async () => {
    const { id } = (
      await api.call(schedulesHttp.create, owner, scheduleBody([school.main], { starts_at: '2040-01-02T08:00' }))
    ).body;
    const only = { targets: { devices: [school.device.serial] }, starts_at: '2040-01-03T09:00', rrule: null };
    await api.call(schedulesHttp.create, owner, scheduleBody([], { ...only, name: 'Device', enabled: false }));
    const { body } = await calendar({ from: '2040-01-02', to: '2040-01-09' });
    expect(body).toHaveLength(6);
    expect(body[0]).toMatchObject({
      schedule_id: id,
      at: '2040-01-02T08:00:00',
      until: '2040-01-02T08:45:00',
      recurring: true,
    });
    expect(body.find(({ name }) => name === 'Device')).toMatchObject({ enabled: false, recurring: false });
    const below = await calendar({ from: '2040-01-02', to: '2040-01-09', company_id: school.node });
    expect(below.body).toEqual(body);
    await api.call(schedulesHttp.change, owner, { id, exceptions: ['2040-01-03'] });
    const skipped = (await calendar({ from: '2040-01-03', to: '2040-01-04', company_id: school.node })).body;
    expect(skipped.map(({ name, skipped: left }) => [name, left])).toEqual([
      [body[0]?.name, true],
      ['Device', false],
    ]);
  });

  it('has the music of day programmes, once for all places that play it at the same time', async () => {
    const windows = [window({ days: [1], to: '22:00' })];
    const other = await createSchool(api, owner);
    for (const node of [school.main, other.main]) expect((await save(node, windows)).status).toBe(200);
    // 2 January 2040 is a Monday.
    const days = { from: '2040-01-01', to: '2040-01-08' };
    const music = { name: 'Radio 1', type: 'day_programme', at: '2040-01-02T08:00:00', until: '2040-01-02T22:00:00' };
    const { body } = await calendar(days);
    expect(body).toMatchObject([music]);
    expect(body[0]?.company_ids.toSorted((a, b) => a - b)).toEqual([school.main, other.main]);
    expect((await calendar({ ...days, company_id: school.node })).body).toMatchObject([
      { ...music, company_ids: [school.main] },
    ]);
  });

  it('has the bells of timetables, once for all places that ring them together', async () => {
    const bells = bellsOf(api, owner);
    const normal = await bells.timetable('Normal day', ['08:00', '08:45']);
    await bells.week(school.main, [normal.id, null, null, null, null, null, null]);
    const rung = { name: 'Normal day', type: 'bells', schedule_id: -normal.id, enabled: true };
    const week = { from: '2040-01-02', to: '2040-01-09' };
    const expected = [
      { ...rung, at: '2040-01-02T08:00:00' },
      { ...rung, at: '2040-01-02T08:45:00' },
    ];
    expect((await calendar(week)).body).toMatchObject(expected);
    expect((await calendar({ ...week, company_id: school.node })).body).toMatchObject(expected);
    await bells.paint(school.node, '2040-01-02', '2040-01-02', { type: 'no_bells' });
    expect((await calendar({ ...week, company_id: school.node })).body).toEqual([]);
    await bells.week(school.main, [null, null, null, null, null, null, null]);
  });

  it('has 42 days at most, and nothing of other users', async () => {
    const stranger = await createUser(api);
    expect((await calendar({ from: '2040-01-01', to: '2040-03-01' })).status).toBe(400);
    expect((await calendar({ from: '2040-01-02', to: '2040-01-01' })).status).toBe(400);
    const query = { from: '2040-01-01', to: '2040-01-09', company_id: school.node };
    expect((await calendar(query, stranger)).status).toBe(404);
  });
});

describe('the iCalendar link', () => {
  it('shows the coming runs until it is replaced or ended', async () => {
    const once = { starts_at: `${dateIn(1)}T08:00`, rrule: null };
    await api.call(schedulesHttp.create, owner, scheduleBody([school.main], { ...once, name: 'Bells' }));
    await api.call(
      schedulesHttp.create,
      owner,
      scheduleBody([school.main], { ...once, name: 'Old bells', enabled: false }),
    );
    const state = () => api.call(feedHttp.read, owner);
    expect((await state()).body.created_at).toBeNull();
    const { path } = (await api.call(feedHttp.create, owner)).body;
    const file = await api.get<string>(path);
    expect(file.headers.get('content-type')).toContain('text/calendar');
    expect(file.body).toContain('SUMMARY:Bells');
    expect(file.body).not.toContain('Old bells');
    const second = (await api.call(feedHttp.create, owner)).body;
    expect((await api.get(path)).status).toBe(404);
    expect((await state()).body.created_at).not.toBeNull();
    expect((await api.call(feedHttp.remove, owner)).status).toBe(204);
    expect((await api.get(second.path)).status).toBe(404);
    expect((await api.call(feedHttp.calendar, null)).status).toBe(404);
  });

  it('is neither made nor ended by an administrator who works as the person', async () => {
    const { path } = (await api.call(feedHttp.create, owner)).body;
    const { key } = await createAdmin(api);
    const opened = await api.call(userKeysHttp.impersonate, { ...owner, key }, { user_id: owner.id });
    const calls = { key: opened.body.user_key };
    expect((await api.call(feedHttp.create, calls)).status).toBe(403);
    expect((await api.call(feedHttp.remove, calls)).status).toBe(403);
    expect((await api.get(path)).status).toBe(200);
  });

  it('ends with the password', async () => {
    const { path } = (await api.call(feedHttp.create, owner)).body;
    const body = { currentPassword: owner.password, newPassword: 'Changed-1' };
    expect((await api.call(passwordsHttp.change, owner, { ...body })).status).toBe(200);
    expect((await api.get(path)).status).toBe(404);
  });
});
