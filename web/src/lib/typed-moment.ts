import { plain, readTime, withoutMarks } from '@belfry/schemas/domain/typed-time';
import { dateLocale } from './browser-habits.ts';
import { dateOf, isLocalDate, timeOf, writeTime } from './local-time.ts';

type Part = 'day' | 'month' | 'year';
/** How dates are written in digits: the order of the parts, what stands between them, and one formatter. */
type Writing = { order: Part[]; separator: string; format: Intl.DateTimeFormat };

const writings = new Map<string, Writing>();

function writingOf(locale: string): Writing {
  const region = dateLocale(locale);
  const cached = writings.get(region);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat(region, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
    calendar: 'gregory',
    numberingSystem: 'latn',
  });
  const parts = format.formatToParts(0);
  const order = parts.map(({ type }) => type).filter((type) => type === 'day' || type === 'month' || type === 'year');
  const writing = { order, separator: parts.find(({ type }) => type === 'literal')?.value ?? '.', format };
  writings.set(region, writing);
  return writing;
}

/** `21.11.2026` in German, for `2026-11-21`. A text that is no date stays as it is. */
export const writeDate = (date: string, locale: string): string =>
  isLocalDate(date) ? writingOf(locale).format.format(new Date(`${date}T00:00Z`)) : date;

/** `21.11.2026, 08:00` in German, for `2026-11-21T08:00`. */
export const writeMoment = (local: string, locale: string): string =>
  local === '' ? '' : `${writeDate(dateOf(local), locale)}, ${writeTime(timeOf(local), locale)}`;

/** `TT.MM.JJJJ`, with the letters of the language. */
export function dateExample(locale: string, letters: Record<Part, string>): string {
  const { order, separator } = writingOf(locale);
  return order.map((part) => letters[part]).join(separator);
}

const DIGITS = /^(\d{1,4})\s*([-./, ])\s*(\d{1,2})(?:\s*\2\s*(\d{1,4})?)?$/;

/**
 * A typed date as `2026-11-21`; null for another text. Points are always before the month and the year, slashes are read as the language writes them, and a
 * year that comes first has four digits.
 * @param done false while somebody types: the year must be whole then. Afterwards it may have two digits, or be left out: it is this year
 */
export function readDate(typed: string, locale: string, done: boolean): string | null {
  const [, first = '', separator, second = '', third] = DIGITS.exec(plain(withoutMarks(typed)).trim()) ?? [];
  if (separator === undefined) return null;
  if (first.length === 4) return dateFrom(first, second, third ?? '');
  const { order } = writingOf(locale);
  const monthFirst = separator !== '.' && order.indexOf('month') < order.indexOf('day');
  const [month, day] = monthFirst ? [first, second] : [second, first];
  if (third?.length === 4) return dateFrom(third, month, day);
  if (!done || third?.length === 1 || third?.length === 3) return null;
  const year = String(new Date().getFullYear());
  return dateFrom(third === undefined ? year : `${year.slice(0, 2)}${third}`, month, day);
}

function dateFrom(year: string, month: string, day: string): string | null {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isLocalDate(date) ? date : null;
}

/** A typed time as `HH:MM`; null for another text. @param done false while somebody types: `083` may become 08:30 */
export function readClock(typed: string, done: boolean): string | null {
  const text = plain(withoutMarks(typed)).trim();
  if (/^\d{1,3}$/.test(text) && !done) return null;
  return readTime(/^\d{1,2}$/.test(text) ? `${text}:00` : text)?.slice(0, 'HH:MM'.length) ?? null;
}

/** A typed date and time as `2026-11-21T08:00`; null for another text. @param time of a date that is typed alone, once it is `done` */
export function readMoment(typed: string, locale: string, done: boolean, time: string): string | null {
  const text = plain(withoutMarks(typed)).trim();
  const [, day = text, clock] = /^([\d./-]+(?:\. \d{4})?)(?:T|,?\s+|,)(.*)$/i.exec(text) ?? [];
  const date = readDate(day, locale, done);
  const at = clock === undefined || clock === '' ? (done ? time : null) : readClock(clock, done);
  return date === null || at === null ? null : `${date}T${at}`;
}
