import type { UnreadReason } from '@belfry/schemas/http/holidays';
import { DAY_MS, type LocalMs } from '../../recurrence/local-time.ts';
import { RuleError } from '../../recurrence/rule.ts';
import { propertiesOf, propertyOf, textOf, type Component, type Property } from './ical-lines.ts';
import { readRule, type EventRule } from './ical-rule.ts';
import { dateOfMidnight, dayOf, readDuration, readMoment, type Moment } from './ical-times.ts';
import type { Zone } from './ical-times.ts';

export type CalendarZones = { find(tzid: string): Zone | null; ofInstants: Zone; ofWriter: Zone };

/** When an event is added to a series or taken out of it; `lengthMs` is null where it lasts as long as the others. */
type Added = { moment: Moment; lengthMs: number | null };

export type CalendarEvent = {
  uid: string | null;
  sequence: number;
  name: string | null;
  line: number;
  isCancelled: boolean;
  start: Moment;
  lengthMs: number;
  zones: CalendarZones;
  rules: { rule: EventRule; isExcluding: boolean }[];
  added: Added[];
  removed: Moment[];
  replaces: { moment: Moment; range: 'one' | 'after' | 'before' } | null;
};

export class EventError extends Error {
  readonly reason: UnreadReason;

  constructor(reason: UnreadReason) {
    super(reason);
    this.reason = reason;
  }
}

const ALL_DAY = ['X-MICROSOFT-CDO-ALLDAYEVENT', 'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT', 'X-FUNAMBOL-ALLDAY'];
const NAME_MAX = 80;

export function nameOf(source: Component): string | null {
  const summary = propertyOf(source, 'SUMMARY');
  return (summary && Array.from(textOf(summary)).slice(0, NAME_MAX).join('')) || null;
}

/**
 * Reads a VEVENT. What is read without a part of it is told to `note`. Throws EventError for one that cannot be read.
 * @param isCancelled whether the whole calendar is
 */
export function readEvent(
  source: Component,
  { zones, isCancelled }: { zones: CalendarZones; isCancelled: boolean },
  note: (reason: UnreadReason) => void,
): CalendarEvent {
  const recurrenceId = propertyOf(source, 'RECURRENCE-ID');
  const replaced = recurrenceId && momentsOf(recurrenceId, zones)[0]?.moment;
  if (recurrenceId && !replaced) throw new EventError('recurrence_id');
  const begin = propertyOf(source, 'DTSTART');
  // What only cancels or renames a date of a series may leave out when it is.
  const written = begin ? momentsOf(begin, zones)[0]?.moment : replaced;
  if (!written) throw new EventError('start');
  const isAllDay = ALL_DAY.some((flag) => /^(?:TRUE|1)$/i.test(propertyOf(source, flag)?.value ?? ''));
  const start: Moment = isAllDay ? { kind: 'date', at: wholeDay(written, zones) } : written;
  const listed = (name: string): Added[] =>
    propertiesOf(source, name).flatMap((property) => {
      const moments = momentsOf(property, zones);
      if (moments.includes(undefined)) note('dates');
      return moments.filter((moment) => moment !== undefined);
    });
  const range = recurrenceId?.params.get('RANGE')?.toUpperCase();
  return {
    uid: propertyOf(source, 'UID')?.value || null,
    sequence: Number(propertyOf(source, 'SEQUENCE')?.value) || 0,
    name: nameOf(source),
    line: source.line,
    isCancelled: isCancelled || /^CANCELL?ED$/i.test(propertyOf(source, 'STATUS')?.value ?? ''),
    start,
    lengthMs: lengthOf(source, start, { zones, note }),
    zones,
    rules: [...rulesOf(source, 'RRULE'), ...rulesOf(source, 'EXRULE')],
    added: listed('RDATE'),
    removed: listed('EXDATE').map(({ moment }) => moment),
    replaces: replaced
      ? { moment: replaced, range: range === 'THISANDFUTURE' ? 'after' : range === 'THISANDPRIOR' ? 'before' : 'one' }
      : null,
  };
}

const wholeDay = (moment: Moment, zones: CalendarZones): LocalMs =>
  moment.kind === 'utc' ? dateOfMidnight(moment.at, zones.ofWriter) : dayOf(moment.at);

function rulesOf(source: Component, name: 'RRULE' | 'EXRULE'): CalendarEvent['rules'] {
  try {
    return propertiesOf(source, name).map(({ value }) => ({ rule: readRule(value), isExcluding: name === 'EXRULE' }));
  } catch (error) {
    if (error instanceof RuleError) throw new EventError('rule');
    throw error;
  }
}

/** The times of a property, which may be a list, or periods with an end of their own; undefined for each that cannot be read. */
function momentsOf({ value, params }: Property, zones: CalendarZones): (Added | undefined)[] {
  const tzid = params.get('TZID');
  const zone = tzid === undefined ? null : zones.find(tzid);
  const isDate = params.get('VALUE')?.toUpperCase() === 'DATE';
  const read = (text: string): Moment | undefined => {
    const moment = readMoment(text, zone);
    if (moment && isDate) return { kind: 'date', at: dayOf(moment.at) };
    // An instant with a zone was written there.
    return moment?.kind === 'utc' && zone ? { kind: 'wall', at: zone.toWall(moment.at), zone } : moment;
  };
  return value
    .split(',')
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const [begin = '', end] = text.split('/');
      const moment = read(begin);
      if (!moment || end === undefined) return moment && { moment, lengthMs: null };
      const until = read(end);
      const lengthMs = until ? spanOf(moment, until, zones) : readDuration(end);
      return lengthMs === undefined ? undefined : { moment, lengthMs };
    });
}

type Reading = { zones: CalendarZones; note: (reason: UnreadReason) => void };

/** An end that cannot be read, or is before the start, counts as none. */
function lengthOf(source: Component, start: Moment, { zones, note }: Reading): number {
  const none = start.kind === 'date' ? DAY_MS : 0;
  const [end, duration] = [propertyOf(source, 'DTEND'), propertyOf(source, 'DURATION')];
  const until = end && momentsOf(end, zones)[0]?.moment;
  const lengthMs = until ? spanOf(start, until, zones) : duration && readDuration(duration.value);
  if (lengthMs === undefined && (end ?? duration)) note('end');
  if (lengthMs !== undefined && lengthMs < 0) note('end');
  return Math.max(lengthMs ?? none, none);
}

function spanOf(start: Moment, end: Moment, zones: CalendarZones): number {
  if (start.kind !== 'date' || end.kind === 'date') return onClockOf(start, end, zones) - start.at;
  return (end.kind === 'utc' ? zones.ofInstants.toWall(end.at) : end.at) - start.at;
}

/** A moment as the number that the start of a series would have if it were then. */
export function onClockOf(start: Moment, moment: Moment, zones: CalendarZones): number {
  switch (start.kind) {
    case 'date':
      return moment.kind === 'utc' ? dateOfMidnight(moment.at, zones.ofWriter) : dayOf(moment.at);
    case 'wall':
      if (moment.kind === 'date') return moment.at;
      if (moment.kind === 'utc') return (start.zone ?? zones.ofInstants).toWall(moment.at);
      return start.zone && moment.zone && start.zone !== moment.zone
        ? start.zone.toWall(moment.zone.toInstant(moment.at))
        : moment.at;
    case 'utc':
      if (moment.kind === 'utc') return moment.at;
      return ((moment.kind === 'wall' ? moment.zone : null) ?? zones.ofInstants).toInstant(moment.at);
  }
}
