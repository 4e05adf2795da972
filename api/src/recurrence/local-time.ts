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

export const toLocal = (instant: number, zone: string): LocalMs =>
  toLocalMs(
    Temporal.Instant.fromEpochMilliseconds(instant)
      .toZonedDateTimeISO(zone)
      .toPlainDateTime()
      .toString({ smallestUnit: 'second' }),
  );

/**
 * Returns a faster `toInstant` for many times of one zone: on a day that begins and ends with the same offset, it is the offset of all
 * its times.
 */
export function createClock(zone: string): (local: LocalMs) => number {
  /** Days since 1970 → the offset in milliseconds; null where it changes within the day. */
  const offsets = new Map<number, number | null>();
  const offsetOf = (day: number): number | null => {
    const cached = offsets.get(day);
    if (cached !== undefined) return cached;
    const [begin, end] = [day * DAY_MS, (day + 1) * DAY_MS];
    const offset = begin - toInstant(begin, zone);
    const steady = end - toInstant(end, zone) === offset ? offset : null;
    offsets.set(day, steady);
    return steady;
  };
  return (local) => {
    const offset = offsetOf(Math.floor(local / DAY_MS));
    return offset === null ? toInstant(local, zone) : local - offset;
  };
}
