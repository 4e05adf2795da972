import type { Spending } from '../../recurrence/expand.ts';
import { DAY_MS, type LocalMs } from '../../recurrence/local-time.ts';
import { EventError, onClockOf, type CalendarEvent } from './ical-events.ts';
import { expandRule } from './ical-rule.ts';
import { dayOf, readMoment } from './ical-times.ts';

/** An occurrence: `at` is on the clock of its event. */
type Occurrence = { at: number; lengthMs: number; event: CalendarEvent };
type Range = { from: LocalMs; to: LocalMs };

/**
 * The occurrences of the events that share a UID: a series, or several, without those that are cancelled, excepted or replaced. Throws BudgetError.
 * @param range of rules; what is listed by its date counts whenever it is
 */
export function occurrencesOf(events: readonly CalendarEvent[], range: Range, spending: Spending): Occurrence[] {
  const series = events.filter((event) => event.replaces === null || hasRules(event));
  const changes = events.filter(({ replaces }) => replaces !== null);
  const used = new Set<CalendarEvent>();
  const kept = series
    .filter(({ isCancelled }) => !isCancelled)
    .flatMap((event) => {
      const all = expand(event, range, spending);
      return event.replaces === null && changes.length > 0 ? changed(event, { changes, used, all }) : all;
    });
  // What replaces an occurrence that is nowhere, as in the copy of one date of a series, is an event of its own.
  const isEnded = events.some(({ replaces, isCancelled }) => replaces === null && isCancelled);
  const alone = changes.filter((event) => !used.has(event) && !event.isCancelled && !hasRules(event));
  return isEnded ? kept : [...kept, ...alone.map(single)];
}

/** A change of the rest of a series with rules of its own is a series from there on. */
const hasRules = ({ rules, replaces }: CalendarEvent): boolean => rules.length > 0 && replaces?.range !== 'one';

const single = (event: CalendarEvent): Occurrence => ({ at: event.start.at, lengthMs: event.lengthMs, event });

/** Events of which a newer version with the same UID is in the list; see RFC 5545, 3.8.7.4. */
export function outdated(events: readonly CalendarEvent[]): CalendarEvent[] {
  const idOf = ({ replaces }: CalendarEvent): number => replaces?.moment.at ?? NaN;
  const newest = new Map<number, number>();
  for (const event of events) newest.set(idOf(event), Math.max(event.sequence, newest.get(idOf(event)) ?? 0));
  return events.filter((event) => event.sequence < (newest.get(idOf(event)) ?? 0));
}

function expand(event: CalendarEvent, range: Range, spending: Spending): Occurrence[] {
  const { start, lengthMs, rules, added, removed, zones } = event;
  const listed = new Map<number, number>();
  const including = rules.filter(({ isExcluding }) => !isExcluding);
  if (including.length === 0) listed.set(start.at, lengthMs);
  const timesOf = ({ rule }: (typeof rules)[number]): number[] =>
    expandRule({ rule, start: start.at, until: lastOf(event, rule.until) }, range, spending);
  for (const each of including) for (const at of timesOf(each)) listed.set(at, lengthMs);
  for (const one of added) listed.set(onClockOf(start, one.moment, zones), one.lengthMs ?? lengthMs);
  for (const each of rules) if (each.isExcluding) for (const at of timesOf(each)) listed.delete(at);
  const dates = new Set<LocalMs>();
  for (const moment of removed) {
    const at = onClockOf(start, moment, zones);
    // One that is at no time of the series means its date.
    if (moment.kind === 'date' || !listed.delete(at)) dates.add(moment.kind === 'date' ? moment.at : dateAt(event, at));
  }
  return [...listed]
    .map(([at, length]) => ({ at, lengthMs: length, event }))
    .filter(({ at }) => !dates.has(dateAt(event, at)))
    .sort((a, b) => a.at - b.at);
}

function lastOf(event: CalendarEvent, until: string | null): number | null {
  if (until === null) return null;
  const { start, zones } = event;
  const moment = readMoment(until, start.kind === 'wall' ? start.zone : null);
  if (!moment) throw new EventError('rule');
  if (moment.kind !== 'date' || start.kind === 'date') return onClockOf(start, moment, zones);
  return onClockOf(start, { kind: 'wall', at: moment.at + DAY_MS, zone: null }, zones) - 1;
}

type Changing = { changes: readonly CalendarEvent[]; used: Set<CalendarEvent>; all: readonly Occurrence[] };

function changed(series: CalendarEvent, { changes, used, all }: Changing): Occurrence[] {
  const { start, zones } = series;
  const placed = changes.flatMap((event) =>
    event.replaces ? [{ event, range: event.replaces.range, at: onClockOf(start, event.replaces.moment, zones) }] : [],
  );
  const times = new Set(all.map(({ at }) => at));
  const byTime = new Map<number, CalendarEvent>();
  const byDate = new Map<LocalMs, CalendarEvent>();
  for (const { event, range, at } of placed) {
    if (range !== 'one') continue;
    if (times.has(at)) byTime.set(at, event);
    else byDate.set(dateAt(series, at), event);
  }
  const ranges = placed.filter(({ range }) => range !== 'one').toSorted((a, b) => b.at - a.at);
  return all.flatMap((occurrence) => {
    const { at } = occurrence;
    const one = byTime.get(at) ?? byDate.get(dateAt(series, at));
    if (one) {
      if (used.has(one)) return byTime.has(at) ? [] : [occurrence];
      used.add(one);
      return one.isCancelled ? [] : [single(one)];
    }
    const change =
      ranges.find((each) => each.range === 'after' && each.at <= at) ??
      ranges.findLast((each) => each.range === 'before' && each.at >= at);
    if (!change) return [occurrence];
    used.add(change.event);
    if (change.event.isCancelled || hasRules(change.event)) return [];
    const shift =
      change.event.start.at - onClockOf(change.event.start, change.event.replaces?.moment ?? series.start, zones);
    const asOfChange = onClockOf(change.event.start, { ...series.start, at }, zones);
    return [{ at: asOfChange + shift, lengthMs: change.event.lengthMs, event: change.event }];
  });
}

const dateAt = ({ start, zones }: CalendarEvent, at: number): LocalMs =>
  dayOf(start.kind === 'utc' ? zones.ofInstants.toWall(at) : at);

/** The days that an occurrence touches, of which its end is the first that it does not. Throws EventError for more than `max`. */
export function daysOf({ at, lengthMs, event: { start, zones } }: Occurrence, max: number): LocalMs[] {
  const wallOf = (time: number): LocalMs => (start.kind === 'utc' ? zones.ofInstants.toWall(time) : time);
  const first = dayOf(wallOf(at));
  const last = Math.max(first, wallOf(at + lengthMs) - 1);
  const count = Math.floor((last - first) / DAY_MS) + 1;
  if (count > max) throw new EventError('length');
  return Array.from({ length: count }, (_, day) => first + day * DAY_MS);
}
