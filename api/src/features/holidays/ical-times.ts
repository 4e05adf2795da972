import { DAY_MS, MINUTE_MS, type LocalMs } from '../../recurrence/local-time.ts';

/** The wall clock of a zone; instants are milliseconds since 1970. A time in a gap is shifted by it, of a double hour it is the first. */
export type Zone = { toWall(instant: number): LocalMs; toInstant(wall: LocalMs): number };

/** A value of iCalendar: a date, a wall clock (in a zone that nobody knows: null), or an instant. All are milliseconds since 1970. */
export type Moment =
  | { kind: 'date'; at: LocalMs }
  | { kind: 'wall'; at: LocalMs; zone: Zone | null }
  | { kind: 'utc'; at: number };

const MOMENT =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * Reads `20270504`, `20270504T080000`, with `Z`, without seconds, and as ISO 8601 writes it. undefined for a date that does not exist.
 * @param zone that of a wall clock
 */
export function readMoment(text: string, zone: Zone | null): Moment | undefined {
  const match = MOMENT.exec(text.trim());
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '0', suffix] = match;
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day));
  const exists = Number(year) >= 1000 && new Date(date).toISOString().startsWith(`${year}-${month}-${day}`);
  if (!exists) return undefined;
  if (hour === undefined) return { kind: 'date', at: date };
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return undefined;
  // A leap second is that before it.
  const at = date + (Number(hour) * 60 + Number(minute)) * MINUTE_MS + Math.min(Number(second), 59) * 1_000;
  if (suffix === undefined) return { kind: 'wall', at, zone };
  return { kind: 'utc', at: at - offsetOf(suffix) };
}

function offsetOf(suffix: string): number {
  if (/z/i.test(suffix)) return 0;
  const minutes = Number(suffix.slice(1, 3)) * 60 + Number(suffix.slice(-2));
  return (suffix.startsWith('-') ? -1 : 1) * minutes * MINUTE_MS;
}

const DURATION = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i;

/** `P1D`, `PT90M` or `P2W` in milliseconds, of which a day has 24 hours; undefined for what is none. A negative one is 0. */
export function readDuration(text: string): number | undefined {
  const match = DURATION.exec(text.trim());
  if (!match) return undefined;
  const [, sign, ...counts] = match;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = counts.map((count) => Number(count ?? 0));
  if (sign === '-') return 0;
  return (weeks * 7 + days) * DAY_MS + (hours * 60 + minutes) * MINUTE_MS + seconds * 1_000;
}

export const dayOf = (at: LocalMs): LocalMs => Math.floor(at / DAY_MS) * DAY_MS;

const HOUR_MS = 60 * MINUTE_MS;
/** All zones are ahead of UTC by whole quarters of an hour, from -12 to +14 hours. */
const QUARTER_MS = 15 * MINUTE_MS;

/**
 * The date that a program has written as an instant, which is its midnight, or the second before the next one, in the zone of the writer: of
 * all zones there is one such date, except between 10:00 and 12:00 UTC, where the given zone decides.
 */
export function dateOfMidnight(instant: number, zone: Zone): LocalMs {
  const wall = zone.toWall(instant);
  if (wall % DAY_MS === 0 || (wall + 1_000) % DAY_MS === 0) return dayOf(wall);
  const isLastSecond = (instant + 1_000) % QUARTER_MS === 0;
  const midnight = isLastSecond ? instant + 1_000 : instant;
  const hours = (midnight - dayOf(midnight)) / HOUR_MS;
  if (midnight % QUARTER_MS !== 0 || (hours >= 10 && hours <= 12)) return dayOf(wall);
  return dayOf(midnight) + (hours > 12 ? DAY_MS : 0) - (isLastSecond ? DAY_MS : 0);
}
