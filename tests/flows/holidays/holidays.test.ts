import { beforeEach, describe, expect, it } from 'vitest';
import type { TestApi } from '../../support/api.ts';
import { createCompany, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import { holidaysHttp } from '@belfry/schemas/http/holidays';
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
    expect(body.unread).toEqual([{ name: 'Broken', line: 9, reason: 'start' }]);
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

  it('has the dates that instants have at most places of its owner, or in a zone that is chosen', async () => {
    const text = FILE.replace('DTSTART;VALUE=DATE:20401224', 'DTSTART:20401224T233000Z').replace(/DTEND.*\r\n/, '');
    const daysIn = async (time_zone?: string) => {
      const { body } = await api.call(holidaysHttp.upload, owner, { name: 'School', body: text, time_zone });
      return [body.calendar.days.map(({ date }) => date).join(' '), body.utc_zone];
    };
    for (const time_zone of ['Asia/Tokyo', 'America/New_York', 'America/New_York'])
      await createCompany(api, { user_id: owner.id, time_zone });
    expect(await daysIn()).toEqual(['2040-12-24', 'America/New_York']);
    expect(await daysIn('Asia/Tokyo')).toEqual(['2040-12-25', 'Asia/Tokyo']);
    expect(await api.call(holidaysHttp.upload, owner, { name: 'x', body: text, time_zone: 'Moon' })).toMatchObject({
      status: 400,
    });
  });

  it('is read in the encoding in which it was saved', async () => {
    const text = FILE.replace('Christmas', 'Noël');
    const saved = async (body: Uint8Array) => {
      const answer = await api.call(holidaysHttp.upload, owner, { name: 'School' }, { body });
      return [answer.body.calendar.days[0]?.name, answer.body.encoding];
    };
    expect(await saved(Buffer.from(text))).toEqual(['Noël', 'utf-8']);
    expect(await saved(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toEqual(['Noël', 'utf-16le']);
    expect(await saved(Buffer.from(text, 'latin1'))).toEqual(['Noël', 'windows-1252']);
  });

  it('is refused with what it is instead', async () => {
    expect((await upload('<!DOCTYPE html><html></html>')).body.error).toMatch(
      'This is a web page or XML, not an iCalendar file. Download',
    );
    const broken = await upload(FILE.replace('20401224', 'X').replace('DTEND;VALUE=DATE:20401227', 'SEQUENCE:1'));
    expect(broken.body.error).toMatch(
      'no days of an iCalendar: “Christmas” (line 3) has no date that exists; “Broken”',
    );
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
    const rule = 'RRULE:FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30';
    const event = ['BEGIN:VEVENT', 'UID:1', 'DTSTART:20200101T000000Z', rule, 'END:VEVENT', ''].join('\r\n');
    const endless = upload(event.repeat(500));
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
