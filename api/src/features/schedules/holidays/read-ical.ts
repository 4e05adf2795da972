import { HOLIDAYS_MAX, type HolidayCalendar } from '@belfry/schemas/http/schedules/holidays';
import ical, { type VEvent } from 'node-ical';
import { threadTimeMs } from '../../../lib/map-yielding.ts';
import { CalendarError, TOO_LONG } from './calendar-error.ts';
type Day = HolidayCalendar['days'][number];
export type ReadCalendar = { days: Day[]; skipped: string[] };

/** Holidays that recur are stored for so many years before and after this one. */
const YEARS_BEFORE = 1;
const YEARS_AFTER = 10;
const EVENTS_MAX = 5_000;
const EVENT_DAYS_MAX = 366;
const NAME_MAX = 80;
const SKIPPED_MAX = 100;
/** Of the processor, looked at between two events; who calls it ends the thread where one event alone takes too long. */
const READING_MAX_MS = 2_000;

/**
 * The days of an iCalendar file, by date. Each event is read alone, because one that is malformed would discard the file; it
 * is named in `skipped`. It does not yield. Throws CalendarError for a file that has too much.
 */
export function readCalendar(text: string, now: Date): ReadCalendar {
  const events = splitEvents(text);
  if (events.length > EVENTS_MAX) throw new CalendarError(`This calendar has more than ${EVENTS_MAX} events`);
  const days = new Map<string, string>();
  const skipped: string[] = [];
  const began = threadTimeMs();
  for (const source of events) {
    const found = readEvent(source, now);
    if (found.length === 0 && skipped.length < SKIPPED_MAX) skipped.push(nameOf(source));
    for (const { date, name } of found) if (!days.has(date)) days.set(date, name);
    if (days.size > HOLIDAYS_MAX) throw new CalendarError(`This calendar has more than ${HOLIDAYS_MAX} days`);
    if (threadTimeMs() - began > READING_MAX_MS) throw new CalendarError(TOO_LONG);
  }
  const list = [...days].map(([date, name]) => ({ date, name }));
  return { days: list.sort((a, b) => (a.date < b.date ? -1 : 1)), skipped };
}

function readEvent(source: string, now: Date): Day[] {
  try {
    const parsed = ical.sync.parseICS(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${source}\r\nEND:VCALENDAR`);
    const event = Object.values(parsed).find((part): part is VEvent => part?.type === 'VEVENT');
    return event ? daysOf(event, now) : [];
  } catch {
    return [];
  }
}

function daysOf(event: VEvent, now: Date): Day[] {
  const name = textOf(event.summary).slice(0, NAME_MAX) || 'Holiday';
  const year = now.getFullYear();
  const instances = event.rrule
    ? ical.expandRecurringEvent(event, {
        from: new Date(year - YEARS_BEFORE, 0, 1),
        to: new Date(year + YEARS_AFTER, 11, 31),
      })
    : [{ start: event.start, end: event.end }];
  return instances.flatMap(({ start, end }) => datesOf(start, end).map((date) => ({ date, name })));
}

/** The library makes local midnights of dates without a time. The end of an event is exclusive. */
function datesOf(start: Date, end: Date | undefined): string[] {
  if (Number.isNaN(start.getTime())) return [];
  const dates: string[] = [];
  const last = end?.getTime() ?? 0;
  const day = new Date(start.getFullYear(), start.getMonth(), start.getDate());
  do {
    dates.push(localDate(day));
    day.setDate(day.getDate() + 1);
  } while (dates.length < EVENT_DAYS_MAX && day.getTime() < last);
  return dates;
}

/** A property with parameters, such as a language, is an object. */
const textOf = (summary: VEvent['summary'] | undefined): string =>
  typeof summary === 'string' ? summary : (summary?.val ?? '');

const two = (value: number): string => String(value).padStart(2, '0');
const localDate = (day: Date): string => `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;

const nameOf = (source: string): string =>
  /^SUMMARY[^:\r\n]*:([^\r\n]*)/m.exec(source)?.[1]?.slice(0, NAME_MAX) ?? 'An event without a name';

/** The texts of the events of an iCalendar file, in one pass. One that is not closed is left out. */
function splitEvents(text: string): string[] {
  const events: string[] = [];
  let open: string[] | null = null;
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line === 'BEGIN:VEVENT') open = [];
    open?.push(line);
    if (line !== 'END:VEVENT' || !open) continue;
    events.push(open.join('\r\n'));
    open = null;
  }
  return events;
}
