import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import ical from 'ical-generator';
import { occurrencesBetween } from './recurrence/expand.ts';
import { DAY_MS, MINUTE_MS, toInstant, toLocal } from './recurrence/local-time.ts';
import { mapYielding } from './recurrence/map-yielding.ts';
import { runIdOf } from './recurrence/run-id.ts';
import { NO_ZONE, recurrenceOf, type Holidays } from './schedule-view.ts';
import type { ScheduleRow } from './schedules.table.ts';

const DAYS_BEFORE = 7;
const DAYS_AHEAD = 60;
const PER_SCHEDULE = 500;
/** The maximum number of events: writing 100,000 takes two seconds of the processor. */
const EVENTS_MAX = 20_000;
/** Events that are written before it yields to the event loop. */
const EVENTS_AT_ONCE = 500;
const END = 'END:VCALENDAR';

type CalendarEvent = { id: string; start: Date; end: Date; summary: string };

/** The iCalendar file of schedules, the first events where there are too many: each in the first zone of its places. */
export async function* feedFile(rows: readonly ScheduleRow[], holidays: Holidays, now: number): AsyncGenerator<string> {
  const events = (await mapYielding(rows, (row) => eventsOf(row, holidays, now))).flat();
  events.sort((a, b) => a.start.getTime() - b.start.getTime());
  yield calendarOf([]).replace(END, '');
  for (let at = 0; at < Math.min(events.length, EVENTS_MAX); at += EVENTS_AT_ONCE) {
    const text = calendarOf(events.slice(at, Math.min(at + EVENTS_AT_ONCE, EVENTS_MAX)));
    yield text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf(END));
    await yieldToEventLoop();
  }
  yield END;
}

function eventsOf(row: ScheduleRow, holidays: Holidays, now: number): CalendarEvent[] {
  const zone = row.time_zone ?? NO_ZONE;
  const from = toLocal(now, zone) - DAYS_BEFORE * DAY_MS;
  const to = from + (DAYS_BEFORE + DAYS_AHEAD) * DAY_MS;
  const lengthMs = (row.duration_minutes ?? 1) * MINUTE_MS;
  const times = occurrencesBetween(recurrenceOf(row, holidays), from, to, PER_SCHEDULE);
  return times.slice(0, PER_SCHEDULE).map((local) => ({
    id: runIdOf(row.id, local),
    start: new Date(toInstant(local, zone)),
    end: new Date(toInstant(local + lengthMs, zone)),
    summary: row.name,
  }));
}

function calendarOf(events: readonly CalendarEvent[]): string {
  const calendar = ical({ name: 'Belfry', prodId: '//Belfry//Schedules//EN' });
  for (const event of events) calendar.createEvent(event);
  return calendar.toString();
}
