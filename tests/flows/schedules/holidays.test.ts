import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { holidaysHttp } from '@belfry/schemas/http/schedules/holidays';
import { scheduleBody } from '../../support/programmes.ts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';

const FILE = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'BEGIN:VEVENT',
  'UID:1',
  'DTSTART;VALUE=DATE:20401224',
  'DTEND;VALUE=DATE:20401227',
  'SUMMARY:Christmas',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:2',
  'DTSTART;VALUE=DATE:nonsense',
  'SUMMARY:Broken',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\r\n');

let api: TestApi;
let owner: TestUser;
let node: number;
flow.beforeAll(({ lentApi }) => {
  api = lentApi;
});
beforeEach(async () => {
  owner = await createUser(api);
  node = (await createCompany(api, { user_id: owner.id })).company_id;
});

const upload = (text: string, name = 'School', type = 'text/calendar') =>
  api.call(holidaysHttp.upload, owner, { name, body: text }, { headers: { 'content-type': type } });
const remove = (id: number, { key } = owner) => api.call(holidaysHttp.remove, { key }, { id });

describe('a holiday calendar', () => {
  it('has the days of an iCalendar file and names the events that could not be read', async () => {
    const { status, body } = await upload(FILE);
    expect(status).toBe(201);
    expect(body.skipped).toEqual(['Broken']);
    expect(body.calendar.days.map(({ date }) => date)).toEqual(['2040-12-24', '2040-12-25', '2040-12-26']);
    expect((await api.call(holidaysHttp.list, owner)).body).toEqual([body.calendar]);
  });

  it('keeps a schedule from happening on its days until it is deleted', async () => {
    const { id } = (await upload(FILE)).body.calendar;
    const daily = { starts_at: '2040-12-24T08:00', rrule: 'FREQ=DAILY', holiday_calendar_id: id };
    const schedule = (await api.call(schedulesHttp.create, owner, scheduleBody([node], daily))).body;
    expect(schedule.next_at).toMatch(/^2040-12-27/);
    expect((await remove(id)).status).toBe(204);
    expect((await api.call(schedulesHttp.read, owner, { id: schedule.id })).body).toMatchObject({
      holiday_calendar_id: null,
    });
    expect((await api.call(schedulesHttp.read, owner, { id: schedule.id })).body.next_at).toMatch(/^2040-12-24/);
  });

  it('of another user does not exist', async () => {
    const { id } = (await upload(FILE)).body.calendar;
    const stranger = await createUser(api);
    expect((await remove(id, stranger)).status).toBe(404);
    const body = scheduleBody([node], { holiday_calendar_id: id });
    expect((await api.call(schedulesHttp.create, stranger, body)).status).toBe(404);
  });

  it('is refused without days, and as another type', async () => {
    expect((await upload('BEGIN:VCALENDAR')).status).toBe(422);
    expect((await upload(FILE, 'School', 'text/plain')).status).toBe(415);
    expect((await upload('x'.repeat(1_100_000))).status).toBe(413);
  });

  it('is refused with the reason where a megabyte of it is events without end', { tags: ['full'] }, async () => {
    const events = 'BEGIN:VEVENT\nEND:VEVENT\n'.repeat(43_000);
    expect(await upload(events)).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching('more than 5000 events') },
    });
    const upTo = (end: number) => Array.from({ length: end }, (_, at) => at).join(',');
    const rule = `RRULE:FREQ=DAILY;BYSECOND=${upTo(60)};BYMINUTE=${upTo(60)};BYHOUR=${upTo(24)}`;
    const endless = upload(['BEGIN:VEVENT', 'UID:1', 'DTSTART:20200101T000000Z', rule, 'END:VEVENT'].join('\r\n'));
    // Other calls are answered meanwhile.
    const first = await Promise.race([endless, api.call(holidaysHttp.list, owner)]);
    expect(first.status).toBe(200);
    expect(await endless).toMatchObject({
      status: 422,
      body: { error: expect.stringMatching('takes too long to read') },
    });
  });

  it('is refused with the reason where it has too many days', { tags: ['full'] }, async () => {
    const daily = FILE.replaceAll('2040', '2026').replace('SUMMARY:Christmas', 'RRULE:FREQ=DAILY');
    expect(await upload(daily)).toMatchObject({
      status: 422,
      body: { error: 'This calendar has more than 1000 days' },
    });
  });
});
