import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import ical from 'ical-generator';
import { expansions, orTooMuch } from '../../recurrence/expansions.ts';
import { DAY_MS, MINUTE_MS, toLocal } from '../../recurrence/local-time.ts';
import { recurrenceOf, type Holidays } from '../../recurrence/recurrence-of.ts';
import { runIdOf } from '../../recurrence/run-id.ts';
import type { Listed } from '../../recurrence/works.ts';
import { NO_ZONE } from './schedule-view.ts';
import type { ScheduleRow } from './schedules.repository.ts';

const DAYS_BEFORE = 7;
const DAYS_AHEAD = 60;
const PER_SCHEDULE = 500;
/** The maximum number of events: writing 100,000 takes two seconds of the processor. */
const EVENTS_MAX = 20_000;
/** Events that are written before it yields to the event loop. */
const EVENTS_AT_ONCE = 500;
const END = 'END:VCALENDAR';

/**
 * The iCalendar file of the schedules of an owner, the first events where there are too many: each in the first zone of its places. Throws
 * unprocessable for rules that cannot be expanded in time.
 */
export async function feedFile(
  ownerId: number,
  rows: readonly ScheduleRow[],
  holidays: Holidays,
  now: number,
): Promise<AsyncIterable<string>> {
  const items = rows.map((row) => {
    const zone = row.time_zone ?? NO_ZONE;
    const from = toLocal(now, zone) - DAYS_BEFORE * DAY_MS;
    const to = from + (DAYS_BEFORE + DAYS_AHEAD) * DAY_MS;
    const lengthMs = (row.duration_minutes ?? 1) * MINUTE_MS;
    return { recurrence: recurrenceOf(row, holidays), lengthMs, zone, from, to };
  });
  const events = await orTooMuch(expansions.list(ownerId, { items, max: EVENTS_MAX, maxEach: PER_SCHEDULE }));
  return write(rows, events);
}

async function* write(rows: readonly ScheduleRow[], events: readonly Listed[]): AsyncGenerator<string> {
  yield calendarOf(rows, []).replace(END, '');
  for (let at = 0; at < events.length; at += EVENTS_AT_ONCE) {
    const text = calendarOf(rows, events.slice(at, at + EVENTS_AT_ONCE));
    yield text.slice(text.indexOf('BEGIN:VEVENT'), text.lastIndexOf(END));
    await yieldToEventLoop();
  }
  yield END;
}

function calendarOf(rows: readonly ScheduleRow[], events: readonly Listed[]): string {
  const calendar = ical({ name: 'Belfry', prodId: '//Belfry//Schedules//EN' });
  for (const { index, local, at, until } of events) {
    const row = rows[index];
    if (!row) continue;
    const [start, end] = [new Date(at), new Date(until)];
    calendar.createEvent({ id: runIdOf(row.id, local), start, end, summary: row.name });
  }
  return calendar.toString();
}
