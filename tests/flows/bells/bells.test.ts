import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { bellsHttp } from '@belfry/schemas/http/bells/bells';
import { holidaysHttp } from '@belfry/schemas/http/holidays';
import { BELLS_MAX, timetablesHttp } from '@belfry/schemas/http/bells/timetables';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { bell, type Bells, bellsOf, everyDay, localOf } from '../../support/bells.ts';
import { createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMessage } from '../../support/library.ts';
import { createSchool, dateIn, fetchProgramme, programmeOf, settled, type School } from '../../support/programmes.ts';

let api: TestApi;
let owner: TestUser;
let school: School;
let bells: Bells;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  owner = await createUser(api);
  school = await createSchool(api, owner);
  bells = bellsOf(api, owner);
});

describe('bells of a place', () => {
  it('ring at the times of the timetable of the day: painted before holidays before the week', async () => {
    const normal = await bells.timetable('Normal day', ['08:00', '08:45:30']);
    const exam = await bells.timetable('Exam', ['09:00']);
    const file = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//T//EN\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART;VALUE=DATE:${dateIn(2).replaceAll('-', '')}\r\nDTEND;VALUE=DATE:${dateIn(4).replaceAll('-', '')}\r\nSUMMARY:Autumn\r\nEND:VEVENT\r\nEND:VCALENDAR`;
    const { body: uploaded } = await api.call(
      holidaysHttp.upload,
      owner,
      { name: 'Holidays', body: file },
      { headers: { 'content-type': 'text/calendar' } },
    );
    expect(
      (await bells.week(school.main, everyDay(normal.id), { holiday_calendar_id: uploaded.calendar.id })).status,
    ).toBe(200);
    expect(
      (await bells.paint(school.main, dateIn(3), dateIn(3), { type: 'timetable', timetable_id: exam.id })).body,
    ).toEqual({
      painted: 1,
    });
    const { runs } = await programmeOf(api, school.device, 'the bells', (p) =>
      p.runs.some(({ title }) => title === 'Exam'),
    );
    const on = (date: string) => runs.map(({ at }) => localOf(at)).filter((at) => at.startsWith(date));
    expect(on(dateIn(1))).toEqual([`${dateIn(1)} 08:00:00`, `${dateIn(1)} 08:45:30`]);
    expect(on(dateIn(2))).toEqual([]);
    expect(on(dateIn(3))).toEqual([`${dateIn(3)} 09:00:00`]);
    expect(on(dateIn(4))).toHaveLength(2);
    expect(new Set(runs.map(({ run_id }) => run_id)).size).toBe(runs.length);
    expect(runs[0]).toMatchObject({
      kind: 'speech',
      schedule_id: -normal.id,
      title: 'Normal day',
      priority: 'scheduled',
    });
    const { days, next_change } = await bells.read(school.node);
    expect(days[3]).toEqual({
      date: dateIn(3),
      timetable_id: exam.id,
      origin: 'painted',
      source_company_id: school.main,
    });
    expect(days[2]).toMatchObject({ timetable_id: null, origin: 'holiday' });
    expect(next_change).toEqual({ date: dateIn(2), timetable_id: null });
  });

  it('are those of the node above until it has its own, and again after that', async () => {
    const [above, own] = [await bells.timetable('District', ['07:00']), await bells.timetable('School', ['07:30'])];
    await bells.week(school.main, everyDay(above.id));
    expect(await bells.read(school.node)).toMatchObject({
      week_source_company_id: school.main,
      week: { weekdays: everyDay(above.id) },
    });
    await programmeOf(api, school.device, 'the bells above', ({ runs }) =>
      runs.some(({ title }) => title === 'District'),
    );
    await bells.week(school.node, everyDay(own.id));
    await programmeOf(
      api,
      school.device,
      'its own bells',
      ({ runs }) => runs.length > 0 && runs.every(({ title }) => title === 'School'),
    );
    await api.call(bellsHttp.week, owner, { company_id: school.node, week: null });
    await programmeOf(
      api,
      school.device,
      'the bells above again',
      ({ runs }) => runs.length > 0 && runs.every(({ title }) => title === 'District'),
    );
  });

  it('say a message, and a new bell reaches only the places that use the timetable', async () => {
    const message = await createMessage(api, owner, { chime: 'bell' });
    const spoken = await bells.timetable('Spoken', [], {
      bells: [bell('08:00', { label: 'Lesson 1', sound: { type: 'message', message_id: message.id } })],
    });
    const other = await createSchool(api, owner);
    const others = await bells.timetable('Other', ['10:00']);
    await bells.week(school.main, everyDay(spoken.id));
    await bells.week(other.main, everyDay(others.id));
    const programme = await programmeOf(api, school.device, 'the message', ({ runs }) => runs.length >= 6);
    expect(programme.runs[0]).toMatchObject({ title: 'Spoken: Lesson 1', items: [{}, {}] });
    await settled(api);
    const before = (await fetchProgramme(api, other.device)).body.version;
    const added = [...spoken.bells, bell('09:00')];
    const changed = await api.call(timetablesHttp.change, owner, { id: spoken.id, bells: added, revision: 1 });
    expect(changed.body).toMatchObject({ revision: 2, places: 1 });
    await programmeOf(api, school.device, 'the new bell', ({ runs }) => runs.length >= 12);
    await settled(api);
    expect((await fetchProgramme(api, other.device)).body.version).toBe(before);
    expect(
      (await api.call(timetablesHttp.change, owner, { id: spoken.id, name: 'X', revision: 1 })).body,
    ).toMatchObject({ code: 'edit_conflict' });
    expect(await api.call(messagesHttp.remove, owner, { id: message.id })).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('Timetable Spoken') },
    });
  });

  it('are copied to another place with what is painted from today on', async () => {
    const [normal, exam] = [await bells.timetable('Normal', ['08:00']), await bells.timetable('Exam', ['09:00'])];
    const other = await createSchool(api, owner);
    await bells.week(school.main, everyDay(normal.id));
    await bells.paint(school.main, dateIn(-5), dateIn(-5), { type: 'no_bells' });
    await bells.paint(school.main, dateIn(5), dateIn(6), { type: 'timetable', timetable_id: exam.id });
    await bells.paint(other.main, dateIn(9), dateIn(9), { type: 'no_bells' });
    expect(
      (await api.call(bellsHttp.copy, owner, { company_id: other.main, from_company_id: school.main })).body,
    ).toEqual({ painted: 2 });
    const { days, week_source_company_id } = await bells.read(other.main);
    expect(week_source_company_id).toBe(other.main);
    expect(
      days.filter(({ origin }) => origin === 'painted').map(({ date, timetable_id }) => [date, timetable_id]),
    ).toEqual([
      [dateIn(5), exam.id],
      [dateIn(6), exam.id],
    ]);
    const stranger = await createUser(api);
    const theirs = await createSchool(api, stranger);
    expect(
      (await api.call(bellsHttp.copy, owner, { company_id: other.main, from_company_id: theirs.main })).status,
    ).toBe(404);
  });

  it('are refused beyond their limits, with sounds of others, and twice at one time', async () => {
    const stranger = await createUser(api);
    const theirs = await createMessage(api, stranger);
    const create = (body: object) =>
      api.call(timetablesHttp.create, owner, { name: 'T', colour: 'red', bells: [], ...body });
    expect(
      (await create({ bells: [bell('08:00', { sound: { type: 'message', message_id: theirs.id } })] })).status,
    ).toBe(404);
    expect(await create({ bells: [bell('08:00'), bell('08:00:00')] })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'bells' }] },
    });
    const times = Array.from({ length: BELLS_MAX + 1 }, (_, n) =>
      bell(`0${Math.floor(n / 60)}:${String(n % 60).padStart(2, '0')}`),
    );
    expect((await create({ bells: times })).status).toBe(400);
    expect((await create({ bells: [bell('24:00')] })).status).toBe(400);
    const own = await bells.timetable('Own', ['08:00']);
    expect((await bells.week(school.main, everyDay(987_654))).status).toBe(404);
    expect((await bells.paint(school.main, dateIn(3), dateIn(2), { type: 'clear' })).status).toBe(400);
    expect(
      await bells.paint(school.main, dateIn(0), dateIn(799), { type: 'timetable', timetable_id: own.id }),
    ).toMatchObject({ body: { painted: 800 } });
    expect(await bells.paint(school.main, dateIn(800), dateIn(800), { type: 'no_bells' })).toMatchObject({
      status: 422,
    });
    expect(await api.call(timetablesHttp.remove, owner, { id: own.id })).toMatchObject({ status: 409 });
    expect((await bells.paint(school.main, dateIn(-1), dateIn(798), { type: 'clear' })).body).toEqual({ painted: 1 });
  });
});

describe('a timetable', () => {
  it('is not used by a place that had it on days that are over, and may be deleted', async () => {
    const old = await bells.timetable('Last year', ['08:00']);
    const painted = { type: 'timetable', timetable_id: old.id };
    expect((await bells.paint(school.main, dateIn(-9), dateIn(-2), painted)).body).toEqual({ painted: 8 });
    const listed = async () => (await api.call(timetablesHttp.list, owner)).body.find(({ id }) => id === old.id);
    expect(await listed()).toMatchObject({ places: 0 });
    await bells.paint(school.main, dateIn(0), dateIn(0), painted);
    expect(await listed()).toMatchObject({ places: 1 });
    expect(await api.call(timetablesHttp.remove, owner, { id: old.id })).toMatchObject({ status: 409 });
    await bells.paint(school.main, dateIn(0), dateIn(0), { type: 'clear' });
    expect((await api.call(timetablesHttp.remove, owner, { id: old.id })).status).toBe(204);
  });
});

describe('an organisation', () => {
  it('has 50 timetables at most', async () => {
    await api.db
      .insertInto('bell_timetables')
      .values(Array.from({ length: 50 }, (_, n) => ({ user_id: owner.id, name: `T${n}`, colour: 'blue', bells: '[]' })))
      .execute();
    const refused = await api.call(timetablesHttp.create, owner, { name: 'One more', colour: 'red', bells: [] });
    expect(refused).toMatchObject({ status: 422, body: { error: 'There can be 50 timetables at most' } });
  });

  it('has so many places and bells that a week rings 350,000 times at most', async () => {
    await sql`
      with added as (
        insert into companies (parent_company_id, main_company_id, level, user_id, type, name)
        select ${school.main}, ${school.main}, 1, ${owner.id}, 'Element', 'School ' || n from generate_series(1, 501) n
        returning company_id)
      insert into bell_places (company_id) select company_id from added`.execute(api.db);
    const times = Array.from(
      { length: BELLS_MAX },
      (_, n) => `${String(8 + Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`,
    );
    const full = times.map((at) => bell(at));
    const refused = await api.call(timetablesHttp.create, owner, { name: 'Full', colour: 'red', bells: full });
    expect(refused).toMatchObject({ status: 422, body: { error: expect.stringContaining('350,700 times a week') } });
    expect(
      (await api.call(timetablesHttp.create, owner, { name: 'Less', colour: 'red', bells: full.slice(1) })).status,
    ).toBe(201);
  });
});
