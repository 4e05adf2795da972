import type { Schedule } from '@belfry/schemas/http/schedules/schedules';
import { addDays, addMinutes, dateOf, daysBetween, minutesBetween, timeOf } from './local-time.ts';
import { partsOf, WEEKDAYS } from './repeat.ts';

/** Where an occurrence was dragged to. A duration of null stays as it is. */
export type Move = { from: string; to: string; duration_minutes: number | null };
type Moved = Pick<Schedule, 'starts_at' | 'rrule' | 'exceptions' | 'until_date' | 'duration_minutes'>;

/** The last day that every month has. */
const SAFE_DAY = 28;

/**
 * The changes of a schedule all of whose occurrences move as one of them did: the first one, the weekdays of its rule, its
 * exceptions and its last date. Null where the rule itself names what would have to change, such as an hour or "the last
 * Friday", so that it has to be edited.
 */
export function moveAll(schedule: Moved, { from, to, duration_minutes }: Move): Partial<Moved> | null {
  const days = daysBetween(from, to);
  const rrule = schedule.rrule === null ? null : movedRule(schedule.rrule, days, timeOf(from) !== timeOf(to));
  if (rrule === undefined) return null;
  return {
    starts_at: addMinutes(schedule.starts_at, minutesBetween(from, to)),
    ...(rrule !== schedule.rrule && { rrule }),
    ...(days !== 0 && {
      exceptions: schedule.exceptions.map((date) => addDays(date, days)),
      until_date: schedule.until_date && addDays(schedule.until_date, days),
    }),
    ...(duration_minutes !== null && { duration_minutes }),
  };
}

/** Undefined where it cannot be moved. */
function movedRule(rule: string, days: number, otherTime: boolean): string | undefined {
  const parts = partsOf(rule);
  const names = new Set(parts.map(([name]) => name));
  if (otherTime && (names.has('BYHOUR') || names.has('BYMINUTE'))) return undefined;
  if (days === 0) return rule;
  const moved: string[] = [];
  for (const [name, value] of parts) {
    const next = movedPart(name, value, days);
    if (next === null) return undefined;
    moved.push(`${name}=${next}`);
  }
  return moved.join(';');
}

function movedPart(name: string, value: string, days: number): string | null {
  if (name === 'BYDAY') {
    const at = value.split(',').map((code) => WEEKDAYS.findIndex((each) => each === code));
    if (at.includes(-1)) return null;
    return at
      .map((day) => (((day + days) % 7) + 7) % 7)
      .toSorted((a, b) => a - b)
      .map((day) => WEEKDAYS[day])
      .join(',');
  }
  if (name === 'BYMONTHDAY') {
    const day = Number(value) + days;
    return Number(value) > 0 && day >= 1 && day <= SAFE_DAY ? String(day) : null;
  }
  if (name === 'UNTIL')
    return addDays(value.replace(/^(\d{4})(\d{2})(\d{2}).*$/, '$1-$2-$3'), days).replaceAll('-', '');
  return ['FREQ', 'INTERVAL', 'COUNT', 'WKST'].includes(name) ? value : null;
}

/** The exceptions of a schedule of which one occurrence has become a schedule of its own. */
export const withoutDate = (exceptions: readonly string[], occurrence: string): string[] =>
  [...new Set([...exceptions, dateOf(occurrence)])].toSorted();
