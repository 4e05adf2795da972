import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { bellsHttp } from '@belfry/schemas/http/schedules/bells';
import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import { timetablesHttp, type Timetable } from '@belfry/schemas/http/schedules/timetables';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { findAudit } from '../../support/audit.ts';
import { createDevice, createUser, type TestDevice, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMessage } from '../../support/library.ts';
import { createSchool, dateIn, programmeOf, type School } from '../../support/programmes.ts';

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

const chime = { type: 'chime', chime: 'bell' };
const bell = (at: string, overrides: object = {}) => ({ at, sound: chime, ...overrides });
async function timetable(name: string, times: string[], overrides: object = {}): Promise<Timetable> {
  const body = { name, colour: 'blue', bells: times.map((at) => bell(at)), ...overrides };
  const created = await api.call(timetablesHttp.create, owner, body);
  expect(created.status).toBe(201);
  return created.body;
}
const everyDay = (id: number | null) => Array.from({ length: 7 }, () => id);
const week = (company_id: number, weekdays: (number | null)[], overrides: object = {}) =>
  api.call(bellsHttp.week, owner, {
    company_id,
    week: { weekdays, holiday_calendar_id: null, holiday_timetable_id: null, ...overrides },
  });
const read = async (company_id: number, [from, to] = [dateIn(0), dateIn(30)]) =>
  (await api.call(bellsHttp.read, owner, { company_id, from, to })).body;
const heardAt = async (at: string) =>
  (await api.call(calendarHttp.dryRun, owner, { company_id: school.node, at })).body.heard;
const localOf = (at: string): string =>
  new Date(at).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short', timeStyle: 'medium' });

describe('a place', () => {
  let hall: TestDevice;
  beforeEach(async () => {
    hall = await createDevice(api, { user_id: owner.id, company_id: school.main });
  });

  it('is silent until a time, with a row of the audit, and rings again when that ends', async () => {
    const daily = await timetable(
      'All day',
      Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:30`),
    );
    await week(school.main, everyDay(daily.id));
    await programmeOf(api, school.device, 'the bells', ({ runs }) => runs.length > 100);
    const until = `${dateIn(2)}T12:00`;
    const silenced = await api.call(bellsHttp.silence, owner, { company_id: school.main, until });
    expect(silenced.status).toBe(200);
    expect(await findAudit(api.db, 'bells.silence', school.main)).toHaveLength(1);
    const { runs } = await programmeOf(api, school.device, 'the silence', (p) =>
      p.runs.some(({ kind }) => kind === 'silence'),
    );
    const silence = runs.find(({ kind }) => kind === 'silence') as { at: string; until: string };
    expect(localOf(silence.until)).toBe(`${dateIn(2)} 12:00:00`);
    const during = runs.filter(({ kind, at }) => kind === 'speech' && at >= silence.at && at < silence.until);
    expect(during).toEqual([]);
    expect(await read(school.node)).toMatchObject({
      silence: { local: `${until}:00`, source_company_id: school.main },
    });
    expect(await heardAt(`${dateIn(1)}T08:30`)).toMatchObject([{ plays: false, reason_code: 'silenced' }]);
    expect(await heardAt(`${dateIn(3)}T08:30`)).toMatchObject([
      { name: 'All day', plays: true, reason_code: 'begins' },
    ]);
    await programmeOf(api, hall, 'the silence of the gym', (p) => p.runs.some(({ kind }) => kind === 'silence'));
    expect((await api.call(bellsHttp.silence, owner, { company_id: school.main, until: null })).status).toBe(200);
    expect((await read(school.node)).silence).toBeNull();
    await programmeOf(api, school.device, 'bells tomorrow', (p) =>
      p.runs.some(({ kind, at }) => kind === 'speech' && localOf(at).startsWith(dateIn(1))),
    );
    for (const refused of [`${dateIn(-1)}T12:00`, `${dateIn(9)}T12:00`])
      expect((await api.call(bellsHttp.silence, owner, { company_id: school.main, until: refused })).status).toBe(400);
  });

  it('rings a chime or a message now, with a row of the audit', async () => {
    const message = await createMessage(api, owner);
    const rung = await api.call(bellsHttp.ring, owner, { company_id: school.main, sound: chime });
    expect(rung).toMatchObject({ status: 202, body: { devices: 2, offline: 2 } });
    expect(await findAudit(api.db, 'announcement.start', rung.body.run_id)).toMatchObject([
      { details: { title: 'Bell' } },
    ]);
    expect((await api.call(announcementsHttp.run, owner, { run_id: rung.body.run_id })).body).toMatchObject({
      title: 'Bell',
      devices: 2,
    });
    const sound = { type: 'message', message_id: message.id };
    expect((await api.call(bellsHttp.ring, owner, { company_id: school.node, sound })).body).toMatchObject({
      devices: 1,
    });
  });

  it('is changed by its owner, and not known to a stranger', async () => {
    const stranger = await createUser(api);
    const asked = { company_id: school.main };
    expect((await api.call(bellsHttp.read, stranger, { ...asked, from: dateIn(0), to: dateIn(1) })).status).toBe(404);
    expect((await api.call(bellsHttp.week, stranger, { ...asked, week: null })).status).toBe(404);
    expect((await api.call(bellsHttp.silence, stranger, { ...asked, until: null })).status).toBe(404);
    expect((await api.call(bellsHttp.ring, stranger, { ...asked, sound: chime })).status).toBe(404);
  });
});
