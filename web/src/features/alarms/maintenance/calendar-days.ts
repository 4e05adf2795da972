import type { MaintenanceSpan } from '@belfry/schemas/http/alarms/maintenance';
import { addDays, dateOf, timeOf, wallTime } from '../../../lib/local-time.ts';

export const CALENDAR_DAYS = 14;
/** More of one day are only counted. */
export const SPANS_SHOWN = 8;

/** A part of a span on one day, by the clock of the reader; null: from its midnight, or past its end. */
export type DayPart = { span: MaintenanceSpan; from: string | null; to: string | null };
export type CalendarDay = { date: string; parts: DayPart[]; more: number };

/**
 * The coming days with what is on each, the earliest first. What ends when it is done is on from its beginning until today.
 * @param zone of the reader
 */
export function daysOf(spans: readonly MaintenanceSpan[], now: number, zone: string | undefined): CalendarDay[] {
  const today = dateOf(wallTime(now, zone));
  const days = Array.from({ length: CALENDAR_DAYS }, (_day, index) => addDays(today, index));
  const locals = spans.map((span) => ({
    span,
    from: wallTime(Date.parse(span.starts_at), zone),
    to: span.ends_at === null ? null : wallTime(Date.parse(span.ends_at), zone),
  }));
  return days.map((date) => {
    const parts = locals
      .filter(
        ({ from, to }) =>
          dateOf(from) <= date && (to === null ? date <= today || dateOf(from) === date : to > `${date}T00:00`),
      )
      .map(({ span, from, to }) => ({
        span,
        from: dateOf(from) === date ? timeOf(from) : null,
        to: to !== null && dateOf(to) === date ? timeOf(to) : null,
      }))
      .toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''));
    return { date, parts: parts.slice(0, SPANS_SHOWN), more: Math.max(0, parts.length - SPANS_SHOWN) };
  });
}
