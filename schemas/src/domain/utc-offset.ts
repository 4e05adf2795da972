import { z } from 'zod';

/** Minutes east of UTC: from Baker Island to Kiribati. */
export const UTC_OFFSET_MIN = -720;
export const UTC_OFFSET_MAX = 840;

/** Longer than every IANA name of a time zone. */
export const TIME_ZONE_MAX = 64;

const TEXT = /^([+-])(\d{2}):(\d{2})$/;

/** `+05:30` → 330; null for anything else. */
export function parseUtcOffset(text: string): number | null {
  const [, sign, hours, minutes] = TEXT.exec(text) ?? [];
  if (hours === undefined || Number(minutes) > 59) return null;
  const total = Number(hours) * 60 + Number(minutes);
  return sign === '-' && total > 0 ? -total : total;
}

/** 330 → `+05:30`. */
export function formatUtcOffset(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Minutes as a number or a string of digits, or `+HH:MM`; parsed to minutes. */
export const utcOffsetSchema = z
  .union([z.number(), z.string().max(10)])
  .transform((value) => (typeof value === 'number' ? value : (parseUtcOffset(value) ?? toNumber(value))))
  .pipe(z.int('The offset must be whole minutes from -720 to 840').min(UTC_OFFSET_MIN).max(UTC_OFFSET_MAX));

const toNumber = (text: string): number => (/^-?\d{1,4}$/.test(text) ? Number(text) : Number.NaN);

/** Formatters by zone, which take a quarter of a millisecond to make. */
const formatters = new Map<string, Intl.DateTimeFormat>();
/** There are about 600 names, but Intl accepts each in every mixture of capital and small letters. */
const FORMATTERS_MAX = 1_000;

/** Formats the offset of a time zone. Throws RangeError for an unknown zone. */
function offsetFormatter(timeZone: string): Intl.DateTimeFormat {
  const existing = formatters.get(timeZone);
  if (existing) return existing;
  const formatter = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  if (formatters.size < FORMATTERS_MAX) formatters.set(timeZone, formatter);
  return formatter;
}

/** The offset of a time zone at an instant, in minutes. Throws RangeError for an unknown zone. */
export function offsetOfZone(timeZone: string, at: Date): number {
  const parts = offsetFormatter(timeZone).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return parseUtcOffset(name.replace('GMT', '').slice(0, 6)) ?? 0;
}

/** Whether Intl knows a time zone by this name; an offset is not a zone, although Intl accepts it. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return offsetFormatter(name).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Whether this is an IANA name that Intl knows, or an offset such as `+03:00` that exists somewhere. */
export function isZoneName(name: string): boolean {
  const offset = parseUtcOffset(name);
  return offset === null ? isTimeZone(name) : offset >= UTC_OFFSET_MIN && offset <= UTC_OFFSET_MAX;
}
