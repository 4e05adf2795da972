import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { bellsHttp } from '@belfry/schemas/http/bells/bells';
import { calendarHttp } from '@belfry/schemas/http/schedules/dry-run';
import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { BELL_CHIME, type Bells, bellsOf, everyDay, localOf } from '../../support/bells.ts';
import { findAudit } from '../../support/audit.ts';
import { createDevice, createUser, type TestDevice, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { createMessage } from '../../support/library.ts';
import { createSchool, dateIn, programmeOf, type School } from '../../support/programmes.ts';

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

const heardAt = async (at: string) =>
  (await api.call(calendarHttp.dryRun, owner, { company_id: school.node, at })).body.heard;

describe('a place', () => {
  let hall: TestDevice;
  beforeEach(async () => {
    hall = await createDevice(api, { user_id: owner.id, company_id: school.main });
  });

  it('is silent until a time, with a row of the audit, and rings again when that ends', async () => {
    const daily = await bells.timetable(
      'All day',
      Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:30`),
    );
    await bells.week(school.main, everyDay(daily.id));
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
    expect(await bells.read(school.node)).toMatchObject({
      silence: { local: `${until}:00`, source_company_id: school.main },
    });
    expect(await heardAt(`${dateIn(1)}T08:30`)).toMatchObject([{ plays: false, reason_code: 'silenced' }]);
    expect(await heardAt(`${dateIn(3)}T08:30`)).toMatchObject([
      { name: 'All day', plays: true, reason_code: 'begins' },
    ]);
    await programmeOf(api, hall, 'the silence of the gym', (p) => p.runs.some(({ kind }) => kind === 'silence'));
    expect((await api.call(bellsHttp.silence, owner, { company_id: school.main, until: null })).status).toBe(200);
    expect((await bells.read(school.node)).silence).toBeNull();
    await programmeOf(api, school.device, 'bells tomorrow', (p) =>
      p.runs.some(({ kind, at }) => kind === 'speech' && localOf(at).startsWith(dateIn(1))),
    );
    for (const refused of [`${dateIn(-1)}T12:00`, `${dateIn(9)}T12:00`])
      expect((await api.call(bellsHttp.silence, owner, { company_id: school.main, until: refused })).status).toBe(400);
  });

  it('skips one bell there and below, as devices and the calendar know, and rings it again', async () => {
    const daily = await bells.timetable('Normal day', ['08:00', '08:45']);
    await bells.week(school.main, everyDay(daily.id));
    const at = `${dateIn(2)}T08:45`;
    const skip = (fields: object = {}, company_id = school.main) =>
      api.call(bellsHttp.skip, owner, { company_id, at, skipped: true, ...fields });
    const rungOn = async (what: string, count: number) =>
      programmeOf(
        api,
        school.device,
        what,
        ({ runs }) => runs.length > 2 && runs.filter((run) => localOf(run.at).startsWith(dateIn(2))).length === count,
      );
    const day = { from: dateIn(2), to: dateIn(3) };
    const listed = async (query: object = {}) =>
      (await api.call(calendarHttp.calendar, owner, { ...day, ...query })).body.map(
        ({ at: local, skipped, company_ids }) => `${local.slice(11)} ${skipped} ${company_ids.join()}`,
      );
    await rungOn('the bells', 2);
    expect(await listed()).toEqual([`08:00:00 false ${school.main}`, `08:45:00 false ${school.main}`]);
    expect((await listed({ company_id: school.node }))[0]).toBe(`08:00:00 false ${school.node}`);
    expect((await skip()).status).toBe(200);
    expect(await findAudit(api.db, 'bells.skip', school.main)).toMatchObject([
      { after: { at: `${at}:00`, skipped: true } },
    ]);
    await rungOn('the skip', 1);
    expect(await heardAt(at)).toEqual([]);
    expect((await listed({ company_id: school.node }))[1]).toBe(`08:45:00 true ${school.main}`);
    expect((await skip({ skipped: false })).status).toBe(200);
    await rungOn('the bell again', 2);
    expect((await skip({}, school.node)).status).toBe(200);
    // It rings elsewhere.
    expect((await listed())[1]).toBe(`08:45:00 false ${school.main}`);
  });

  it('rings one bell at another time of its day, there and below, until it rings as usual', async () => {
    const daily = await bells.timetable('Normal day', ['08:00', '08:45']);
    await bells.week(school.main, everyDay(daily.id));
    const at = `${dateIn(2)}T08:45`;
    const move = (fields: object = {}, company_id = school.main) =>
      api.call(bellsHttp.skip, owner, { company_id, at, skipped: false, ...fields });
    const ringing = (what: string, times: string[]) =>
      programmeOf(api, school.device, what, ({ runs }) => {
        const day = runs.map((run) => localOf(run.at)).filter((local) => local.startsWith(dateIn(2)));
        return day.map((local) => local.slice(11)).join() === times.join();
      });
    const listed = async () =>
      (await api.call(calendarHttp.calendar, owner, { from: dateIn(2), to: dateIn(3) })).body.map(
        ({ at: local, skipped, moved_from }) => `${local.slice(11)} ${skipped} ${moved_from?.slice(11) ?? ''}`,
      );
    expect((await move({ moved_to: `${dateIn(2)}T07:30` })).status).toBe(200);
    await ringing('the bell that moved', ['07:30:00', '08:00:00']);
    expect(await listed()).toEqual(['07:30:00 false 08:45:00', '08:00:00 false ']);
    expect((await heardAt(`${dateIn(2)}T07:30`)).map(({ name }) => name)).toEqual(['Normal day']);
    // Below, the nearest node decides; what is left out above stays left out.
    expect((await move({ moved_to: `${dateIn(2)}T09:15` }, school.node)).status).toBe(200);
    await ringing('the bell that moved below', ['08:00:00', '09:15:00']);
    expect((await move({ skipped: true })).status).toBe(200);
    await ringing('the bell that is left out above', ['08:00:00']);
    expect((await move()).status).toBe(200);
    expect((await move({}, school.node)).status).toBe(200);
    await ringing('the bell as usual', ['08:00:00', '08:45:00']);
    for (const moved_to of [`${dateIn(3)}T08:45`, at]) expect((await move({ moved_to })).status).toBe(400);
  });

  it('skips bells of the coming year only, and 200 at most', async () => {
    const skip = (at: string) => api.call(bellsHttp.skip, owner, { company_id: school.main, at, skipped: true });
    for (const refused of [`${dateIn(-1)}T08:00`, `${dateIn(368)}T08:00`])
      expect((await skip(refused)).status).toBe(400);
    expect((await skip(`${dateIn(2)}T08:00`)).status).toBe(200);
    const many = Array.from({ length: 200 }, (_, n) => `${dateIn(3 + n)}T08:00:00`);
    await api.db.updateTable('bell_places').set({ skipped: many }).where('company_id', '=', school.main).execute();
    expect(await skip(`${dateIn(2)}T09:00`)).toMatchObject({ status: 422 });
    const over = ['2020-01-01T08:00:00', ...many.slice(1)];
    await api.db.updateTable('bell_places').set({ skipped: over }).where('company_id', '=', school.main).execute();
    expect((await skip(`${dateIn(2)}T09:00`)).status).toBe(200);
  });

  it('rings a chime or a message now, with a row of the audit', async () => {
    const message = await createMessage(api, owner);
    const rung = await api.call(bellsHttp.ring, owner, { company_id: school.main, sound: BELL_CHIME });
    expect(rung).toMatchObject({ status: 202, body: { devices: 2, offline: 2 } });
    expect(await findAudit(api.db, 'announcement.start', rung.body.run_id)).toMatchObject([
      { details: { title: 'Bell' } },
    ]);
    expect((await api.call(announcementsHttp.run, owner, { run_id: rung.body.run_id })).body).toMatchObject({
      title: 'Bell',
      devices: 2,
      receipt: { title: 'Bell', untyped: 'bell' },
      may_say_again: false,
    });
    const targets = { nodes: [school.main] };
    const typed = await api.call(sayHttp.say, owner, { text: 'Bell', targets });
    expect((await api.call(announcementsHttp.run, owner, { run_id: typed.body.run_id })).body).toMatchObject({
      receipt: { title: 'Bell', untyped: null },
      may_say_again: true,
    });
    const sound = { type: 'message', message_id: message.id };
    expect((await api.call(bellsHttp.ring, owner, { company_id: school.node, sound })).body).toMatchObject({
      devices: 1,
    });
  });
});
