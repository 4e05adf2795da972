import type { CalendarDate, Context, Language, Reading, Rule } from './language.ts';
import { phrase } from './numerals.ts';
import { isSurelyTime } from './pointed-times.ts';
import {
  afterDash,
  afterSpace,
  afterStop,
  beginsFree,
  endsFree,
  isDigits,
  isKind,
  textAt,
  wordsBeforeComma,
  type Token,
} from './tokens.ts';

type Dates = Language['dates'];
type DateReading = { date: CalendarDate; end: number };

const isDay = (day: number): boolean => day >= 1 && day <= 31;
const isMonth = (month: number): boolean => month >= 1 && month <= 12;

/** Dates: `1 декабря`, `22. November 2026`, `November 22nd`, `22.11.2026`, `2026-11-22`, and the first day of `1–5 мая`. */
export const calendarDates =
  (language: Language): Rule =>
  (tokens, at) => {
    if (!beginsFree(tokens, at)) return null;
    if (language.dates.short === true && isShort(tokens, at) && isSurelyTime(language, tokens, at)) return null;
    const named = readNamed(language.dates, tokens, at) ?? readFigures(language.dates, tokens, at);
    if (!named) return firstDay(language, tokens, at);
    const context = { before: wordsBeforeComma(tokens, at) };
    const dash = afterDash(tokens, named.end);
    const until =
      dash === null ? null : (readNamed(language.dates, tokens, dash) ?? readFigures(language.dates, tokens, dash));
    if (until && endsFree(tokens, until.end)) return period(language, named.date, until, context);
    return endsFree(tokens, named.end) ? { spoken: language.date(named.date, context), end: named.end } : null;
  };

/** Two whole dates with a dash between: `27.11.2026–3.12.2026`, `28 ноября – 3 декабря`. */
function period(language: Language, first: CalendarDate, last: DateReading, { before }: Context): Reading {
  const { from, to } = language.dates.range;
  const begins = from === '' || before.at(0) === from ? '' : from;
  const since = language.date(first, from === '' ? { before } : { before: [from] });
  return { spoken: phrase(begins, since, to, language.date(last.date, { before: [to] })), end: last.end };
}

function readNamed(dates: Dates, tokens: readonly Token[], at: number): DateReading | null {
  if (dates.nameFirst && isKind(tokens, at, 'word')) return readMonthFirst(dates, tokens, at);
  if (!isDigits(tokens, at, 2) || !isDay(Number(textAt(tokens, at)))) return null;
  const word = monthAt(dates, tokens, behindDay(dates, tokens, at));
  if (word === null) return null;
  const written = textAt(tokens, word);
  const month = dates.months.get(written.toLowerCase()) ?? 0;
  const { year, end } = readYear(dates, tokens, word + 1);
  return { date: { day: Number(textAt(tokens, at)), month, year, written }, end };
}

/** Behind a day with its stop, or its ending: `22.`, `22nd`, `1er`. */
function behindDay({ fillers }: Dates, tokens: readonly Token[], at: number): number {
  const next = textAt(tokens, at + 1).toLowerCase();
  if (next === '.' || (isKind(tokens, at + 1, 'word') && fillers.includes(next))) return at + 2;
  return at + 1;
}

/** The month behind a space and at most one word, as `of`. */
function monthAt(dates: Dates, tokens: readonly Token[], at: number): number | null {
  const first = afterSpace(tokens, at);
  if (first === at) return null;
  if (dates.months.has(textAt(tokens, first).toLowerCase())) return first;
  if (!dates.fillers.includes(textAt(tokens, first).toLowerCase())) return null;
  const second = afterSpace(tokens, first + 1);
  return dates.months.has(textAt(tokens, second).toLowerCase()) ? second : null;
}

function readMonthFirst(dates: Dates, tokens: readonly Token[], at: number): DateReading | null {
  const written = textAt(tokens, at);
  const month = dates.months.get(written.toLowerCase());
  const start = afterSpace(tokens, at + 1);
  if (month === undefined || start === at + 1 || !isDigits(tokens, start, 2)) return null;
  const day = Number(textAt(tokens, start));
  if (!isDay(day)) return null;
  const behind = textAt(tokens, start + 1) === '.' ? start + 1 : behindDay(dates, tokens, start);
  const { year, end } = readYear(dates, tokens, behind);
  return { date: { day, month, year, written }, end };
}

/** The year behind a month, and the word for it. */
function readYear(dates: Dates, tokens: readonly Token[], at: number): { year: number | null; end: number } {
  let start = afterSpace(tokens, textAt(tokens, at) === ',' ? at + 1 : at);
  if (dates.fillers.includes(textAt(tokens, start).toLowerCase())) start = afterSpace(tokens, start + 1);
  if (!isYear(tokens, start)) return { year: null, end: at };
  return { year: Number(textAt(tokens, start)), end: behindYear(dates, tokens, start + 1) };
}

const isYearFigure = (tokens: readonly Token[], at: number): boolean =>
  isDigits(tokens, at, 4, 4) && /^(1|20|21)/.test(textAt(tokens, at));
const isYear = (tokens: readonly Token[], at: number): boolean => isYearFigure(tokens, at) && endsFree(tokens, at + 1);

function behindYear({ yearSuffixes }: Dates, tokens: readonly Token[], at: number): number {
  const word = afterSpace(tokens, at);
  return yearSuffixes.includes(textAt(tokens, word).toLowerCase()) ? afterStop(tokens, word + 1) : at;
}

/** `22.11.2026`, `22/11/2026` in the order of the language, and `2026-11-22`. */
function readFigures(dates: Dates, tokens: readonly Token[], at: number): DateReading | null {
  const sign = textAt(tokens, at + 1);
  if (dates.short === true && isShort(tokens, at)) {
    const [day, month] = [at, at + 2].map((index) => Number(textAt(tokens, index)));
    const isCalendarDay = day !== undefined && month !== undefined && isDay(day) && isMonth(month);
    return isCalendarDay ? { date: { day, month, year: null, written: null }, end: behindShort(tokens, at + 3) } : null;
  }
  if (!['.', '/', '-'].includes(sign) || textAt(tokens, at + 3) !== sign) return null;
  const figures = [at, at + 2, at + 4].map((index) =>
    isDigits(tokens, index, 4) ? Number(textAt(tokens, index)) : Number.NaN,
  );
  const [first = 0, second = 0, third = 0] = figures;
  if (sign === '-' && isYearFigure(tokens, at)) return asDate([third, second, first], at + 5);
  if (sign === '-' || !isYearFigure(tokens, at + 4)) return null;
  const end = behindYear(dates, tokens, at + 5);
  const dayFirst = [first, second, third] as const;
  const monthFirst = [second, first, third] as const;
  if (sign === '.') return asDate(dayFirst, end);
  // A figure above 12 can only be the day.
  const [usual, other] = dates.monthFirst ? [monthFirst, dayFirst] : [dayFirst, monthFirst];
  return asDate(usual, end) ?? asDate(other, end);
}

/** `27.11.`, whose second point ends no number. */
const isShort = (tokens: readonly Token[], at: number): boolean =>
  isDigits(tokens, at, 2) &&
  textAt(tokens, at + 1) === '.' &&
  isDigits(tokens, at + 2, 2) &&
  textAt(tokens, at + 3) === '.' &&
  !isKind(tokens, at + 4, 'digits');

/** The second point of a short date stays where it also ends the sentence. */
const behindShort = (tokens: readonly Token[], at: number): number =>
  textAt(tokens, at + 1) === '' || textAt(tokens, at + 1).includes('\n') ? at : at + 1;

function asDate([day, month, year]: readonly [number, number, number], end: number): DateReading | null {
  return isDay(day) && isMonth(month) ? { date: { day, month, year, written: null }, end } : null;
}

const isLink = ({ rangeLinks, dates }: Language, word: string): boolean =>
  word === dates.range.to || rangeLinks.includes(word);

/** The first day of a period, whose month stands behind the last one: the 1 of `1–5 мая` and of `с 1 по 5 мая`. */
function firstDay(language: Language, tokens: readonly Token[], at: number): Reading | null {
  const day = Number(textAt(tokens, at));
  if (!isDigits(tokens, at, 2) || !isDay(day)) return null;
  const { dates } = language;
  const behind = textAt(tokens, at + 1) === '.' ? at + 2 : at + 1;
  const dash = afterDash(tokens, behind);
  const word = afterSpace(tokens, behind);
  const linked =
    word > behind && isKind(tokens, word, 'word') && isLink(language, textAt(tokens, word).toLowerCase())
      ? afterSpace(tokens, word + 1)
      : null;
  const last = dash ?? linked;
  const until = last === null ? listedDate(language, tokens, behind) : readNamed(dates, tokens, last);
  if (!until || (last !== null && !isKind(tokens, last, 'digits'))) return null;
  const context = { before: wordsBeforeComma(tokens, at) };
  const first = { ...until.date, day };
  if (dash === null) return { spoken: language.day(first, context), end: behind };
  const { from, to } = dates.range;
  const begins = from === '' || context.before.at(0) === from ? '' : from;
  const since = language.day(first, from === '' ? context : { before: [from] });
  return { spoken: phrase(begins, since, to, language.date(until.date, { before: [to] })), end: until.end };
}

/** Days before the last one of a list: the 5 of `5, 6 и 7 мая` has the month of the 7. */
const LIST_MAX = 5;
function listedDate({ dates, rangeLinks }: Language, tokens: readonly Token[], at: number): DateReading | null {
  for (let next = at, count = 0; count < LIST_MAX; count += 1) {
    const hasComma = textAt(tokens, next) === ',';
    const word = hasComma ? next + 1 : afterSpace(tokens, next);
    const hasLink =
      !hasComma && isKind(tokens, word, 'word') && rangeLinks.includes(textAt(tokens, word).toLowerCase());
    const day = afterSpace(tokens, hasLink ? word + 1 : word);
    if (!(hasComma || hasLink) || day === next || !isDigits(tokens, day, 2)) return null;
    const named = readNamed(dates, tokens, day);
    if (named) return named;
    next = textAt(tokens, day + 1) === '.' ? day + 2 : day + 1;
  }
  return null;
}
