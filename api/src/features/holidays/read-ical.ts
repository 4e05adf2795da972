import {
  HOLIDAYS_MAX,
  UNREAD_EVENTS_MAX,
  type HolidayCalendar,
  type UnreadEvent,
  type UnreadReason,
} from '@belfry/schemas/http/holidays';
import { BudgetError, spend, type Spending } from '../../recurrence/expand.ts';
import { DAY_MS, dateText, toLocalMs } from '../../recurrence/local-time.ts';
import { RuleError } from '../../recurrence/rule.ts';
import { CalendarError, TOO_LONG } from './calendar-error.ts';
import { EventError, nameOf, readEvent, type CalendarEvent, type CalendarZones } from './ical-events.ts';
import { parseComponents, propertyOf, type Component } from './ical-lines.ts';
import { daysOf, occurrencesOf, outdated } from './ical-series.ts';
import { findZone, zoneName, zoneOf } from './ical-zones.ts';

type Day = HolidayCalendar['days'][number];
/** `utc_zone`: the zone in which instants were read as dates; null where the file has none. */
export type ReadCalendar = { days: Day[]; unread: UnreadEvent[]; utc_zone: string | null };

const YEARS_BEFORE = 1;
const YEARS_AFTER = 10;
const EVENTS_MAX = 5_000;
const EVENT_DAYS_MAX = 366;
/** Occurrences before their dates are joined: 1,000 days that a hundred events share. */
const OCCURRENCES_MAX = 100_000;
/** Processor time, looked at between two events; the caller ends the thread where one event alone takes too long. */
const READING_MAX_MS = 2_000;

type Input = { text: string; now: Date; zone: string };

/**
 * The days of an iCalendar file, by date. An event that cannot be read is named in `unread`, and the others count. It does not yield. Throws
 * CalendarError for a file that has too much.
 * @param zone that of the places, in which instants have their dates
 */
export function readCalendar({ text, now, zone }: Input): ReadCalendar {
  const spending = spend({ occurrences: OCCURRENCES_MAX, ms: READING_MAX_MS });
  try {
    return readAll(parseComponents(text), { now, zone, spending });
  } catch (error) {
    throw error instanceof BudgetError ? new CalendarError(TOO_LONG) : error;
  }
}

type Limits = { now: Date; zone: string; spending: Spending };

function readAll(root: Component, { now, zone, spending }: Limits): ReadCalendar {
  const unread: UnreadEvent[] = [];
  const note = (name: string | null, line: number, reason: UnreadReason): void => {
    const isKnown = unread.some((one) => one.line === line && one.reason === reason);
    if (unread.length < UNREAD_EVENTS_MAX && !isKnown) unread.push({ name: name ?? '', line, reason });
  };
  const calendars = [root, ...root.inner.filter(({ name }) => name === 'VCALENDAR')];
  const sources = calendars.flatMap((calendar) => eventsOf(calendar, { zone, spending }));
  if (sources.length > EVENTS_MAX) throw new CalendarError(`This calendar has more than ${EVENTS_MAX} events`);
  const events: CalendarEvent[] = [];
  let utcZone: string | null = null;
  for (const { source, zones, isCancelled } of sources) {
    const name = nameOf(source);
    spending.take(0);
    if (source.name !== 'VEVENT') note(name, source.line, 'kind');
    else if (!source.closed) note(name, source.line, 'not_closed');
    else
      withReason(
        (reason) => note(name, source.line, reason),
        () => {
          const event = readEvent(source, { zones, isCancelled }, (reason) => note(name, source.line, reason));
          if (event.start.kind === 'utc') utcZone ??= zones.instantsIn;
          events.push(event);
        },
      );
  }
  const days = joinDays(events, { now, spending, note });
  return { days, unread: unread.sort((a, b) => a.line - b.line), utc_zone: utcZone };
}

function withReason(note: (reason: UnreadReason) => void, read: () => void): void {
  try {
    read();
  } catch (error) {
    if (error instanceof RuleError) note('rule');
    else if (error instanceof EventError) note(error.reason);
    else throw error;
  }
}

type Joining = {
  now: Date;
  spending: Spending;
  note: (name: string | null, line: number, reason: UnreadReason) => void;
};

function joinDays(events: readonly CalendarEvent[], { now, spending, note }: Joining): Day[] {
  const year = now.getUTCFullYear();
  const range = { from: toLocalMs(`${year - YEARS_BEFORE}-01-01`), to: toLocalMs(`${year + YEARS_AFTER + 1}-01-01`) };
  const days = new Map<string, string>();
  for (const all of groupsOf(events)) {
    const old = new Set(outdated(all));
    for (const event of old) if (!event.isCancelled) note(event.name, event.line, 'replaced');
    const group = all.filter((event) => !old.has(event));
    const [first] = group;
    if (!first) continue;
    const noteFirst = (reason: UnreadReason): void => note(first.name, first.line, reason);
    withReason(noteFirst, () => {
      const occurrences = occurrencesOf(group, { from: range.from - DAY_MS, to: range.to }, spending);
      if (occurrences.length === 0 && group.some((event) => !event.isCancelled && event.rules.length > 0))
        noteFirst('over');
      for (const occurrence of occurrences)
        withReason(
          (reason) => note(occurrence.event.name ?? first.name, occurrence.event.line, reason),
          () => {
            for (const day of daysOf(occurrence, EVENT_DAYS_MAX)) {
              const date = dateText(day);
              if (!days.has(date)) days.set(date, occurrence.event.name ?? first.name ?? 'Holiday');
            }
          },
        );
    });
    if (days.size > HOLIDAYS_MAX) throw new CalendarError(`This calendar has more than ${HOLIDAYS_MAX} days`);
  }
  return [...days].map(([date, name]) => ({ date, name })).sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** The events with the same UID; those without one are alone. */
function groupsOf(events: readonly CalendarEvent[]): CalendarEvent[][] {
  const groups = new Map<string, CalendarEvent[]>();
  const alone: CalendarEvent[][] = [];
  for (const event of events) {
    const group = event.uid === null ? undefined : groups.get(event.uid);
    if (group) group.push(event);
    else if (event.uid === null) alone.push([event]);
    else groups.set(event.uid, [event]);
  }
  return [...groups.values(), ...alone];
}

type Source = { source: Component; isCancelled: boolean; zones: CalendarZones & { instantsIn: string } };
const NO_EVENTS = new Set(['VCALENDAR', 'VTIMEZONE', 'VALARM']);

function eventsOf(calendar: Component, { zone, spending }: { zone: string; spending: Spending }): Source[] {
  const own = new Map<string, Component>();
  for (const one of calendar.inner) {
    const tzid = one.name === 'VTIMEZONE' && propertyOf(one, 'TZID')?.value.replaceAll(/^"|"$/g, '').toLowerCase();
    if (tzid) own.set(tzid, one);
  }
  const zoneByName = new Map<string, ReturnType<typeof findZone>>();
  const find: CalendarZones['find'] = (tzid) => {
    const cachedZone = zoneByName.get(tzid);
    if (cachedZone !== undefined) return cachedZone;
    const resolved = findZone(tzid, own, spending);
    zoneByName.set(tzid, resolved);
    return resolved;
  };
  // Google writes times in UTC with the zone of the calendar above them; UTC itself says nothing.
  const stated = zoneName(propertyOf(calendar, 'X-WR-TIMEZONE')?.value ?? '');
  const instantsIn = stated === null || /^(?:Etc\/)?(?:UTC|GMT|UCT|Zulu)$/i.test(stated) ? zone : stated;
  const ofInstants = zoneOf(instantsIn);
  const [only, ...others] = own.keys();
  const ofWriter = (instantsIn === zone && only !== undefined && others.length === 0 ? find(only) : null) ?? ofInstants;
  const zones = { find, ofInstants, ofWriter, instantsIn };
  const isCancelled = /^CANCEL$/i.test(propertyOf(calendar, 'METHOD')?.value ?? '');
  return calendar.inner
    .filter(({ name }) => name.startsWith('V') && !NO_EVENTS.has(name))
    .map((source) => ({ source, isCancelled, zones }));
}
