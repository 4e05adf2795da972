import { Temporal } from 'temporal-polyfill';

/**
 * Wall-clock times without a zone are numbers here: milliseconds since 1970 as if they were UTC. So they can be compared and
 * added, and the expansion of a rule is the same for all zones.
 */
export type LocalMs = number;

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** Parses `2026-11-23T08:00` or `2026-11-23`. NaN for a date that does not exist. */
export const toLocalMs = (text: string): LocalMs => Date.parse(text.length === 10 ? text : `${text}Z`);
/** Formats a time: `2026-11-23T08:00:00`. */
export const localText = (local: LocalMs): string => new Date(local).toISOString().slice(0, 19);
/** Formats a date: `2026-11-23`. */
export const dateText = (local: LocalMs): string => new Date(local).toISOString().slice(0, 10);

/**
 * The instant of a wall-clock time in a zone (IANA name or offset), in milliseconds since 1970. A time in the gap of a spring
 * change is shifted by the gap; of a time that an autumn change repeats, it is the first.
 */
export const toInstant = (local: LocalMs, zone: string): number =>
  Temporal.PlainDateTime.from(localText(local)).toZonedDateTime(zone).epochMilliseconds;

/** The wall-clock time of an instant in a zone. */
export const toLocal = (instant: number, zone: string): LocalMs =>
  toLocalMs(
    Temporal.Instant.fromEpochMilliseconds(instant)
      .toZonedDateTimeISO(zone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'second' }),
  );
