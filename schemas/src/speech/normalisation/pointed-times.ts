import { readUnit } from './amounts.ts';
import type { ClockTime, Language } from './language.ts';
import { afterDash, afterSpace, endsFree, isDigits, isKind, textAt, wordsBefore, type Token } from './tokens.ts';

export type TimeReading = { time: ClockTime; end: number };

/** Tokens of a sentence in which another time tells what a number is. */
const NEAR = 16;

const LISTED_MAX = 5;
/** `9.30 each` and `9.30 million` are no times in any language. */
const COUNTED = new Set(
  'each per apiece million billion thousand out times percent pro je mal tausend millionen mio за из млн тыс штука par million millions por cada millón millones par katru milj tūkst'.split(
    ' ',
  ),
);

/** `9.30` as hour and minute, whatever it stands for; null for what is none. What stands behind is not checked. */
export function pointAt(tokens: readonly Token[], at: number): TimeReading | null {
  if (!isDigits(tokens, at, 2) || textAt(tokens, at + 1) !== '.' || !isDigits(tokens, at + 2, 2, 2)) return null;
  const [hour, minute] = [Number(textAt(tokens, at)), Number(textAt(tokens, at + 2))];
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return null;
  return { time: { hour, minute, suffix: null, announced: false }, end: at + 3 };
}

/** A time that is written with a point and without a word for hours; null for a number, a date, a room or a version. */
export function pointedTime(language: Language, tokens: readonly Token[], at: number): TimeReading | null {
  const first = pointAt(tokens, at);
  if (!first || isMeasured(language, tokens, first.end)) return null;
  const { start, isPeriod } = listStart(language, tokens, at);
  const before = wordsBefore(tokens, start, 2);
  if (before.some((word) => language.clocks.point.never.test(word))) return null;
  const second = secondOf(language, tokens, first.end);
  if (second) return isMeasured(language, tokens, second.end) || !endsFree(tokens, second.end) ? null : first;
  if (!endsFree(tokens, first.end)) return null;
  return isPeriod || isAnnounced(language, tokens, start) ? first : null;
}

/** Whether a day and a month with a point behind, as `17.05.`, can only be a time at the end of a sentence. */
export function isSurelyTime(language: Language, tokens: readonly Token[], at: number): boolean {
  const { start, isPeriod } = listStart(language, tokens, at);
  if (isPeriod) return pointAt(tokens, start)?.time.minute === 0 || Number(textAt(tokens, start + 2)) > 12;
  if (language.clocks.point.only.has(wordsBefore(tokens, start, 1)[0] ?? '')) return true;
  return isNearTime(tokens, start);
}

/** `8.30 un beidzas 9.10.`: what stands shortly before in the sentence can only be a time, so that this is one. */
function isNearTime(tokens: readonly Token[], at: number): boolean {
  for (let index = at - 2; index > at - NEAR && index >= 0; index -= 1) {
    if (textAt(tokens, index) === '.' && isKind(tokens, index + 1, 'space')) return false;
    const near = pointAt(tokens, index);
    if (near && textAt(tokens, near.end) !== '.') return near.time.minute === 0 || near.time.minute > 12;
  }
  return false;
}

/** The other end of a period that begins here. */
function secondOf({ clocks }: Language, tokens: readonly Token[], end: number): TimeReading | null {
  const dash = afterDash(tokens, end);
  if (dash !== null) return pointAt(tokens, dash);
  const word = afterSpace(tokens, end);
  if (word === end || textAt(tokens, word) !== clocks.range.to) return null;
  return pointAt(tokens, afterSpace(tokens, word + 1));
}

/** Whether the words before say that it is a time, or in languages with a decimal comma, that it can be nothing else. */
function isAnnounced({ clocks, numbers }: Language, tokens: readonly Token[], at: number): boolean {
  const [word = ''] = wordsBefore(tokens, at, 1);
  if (clocks.point.only.has(word) || clocks.point.before.has(word) || beginsLine(tokens, at)) return true;
  const minute = pointAt(tokens, at)?.time.minute ?? 0;
  // `17.05` may be a day and a month as well.
  return numbers.decimal === ',' && (minute === 0 || minute > 12 || isNearTime(tokens, at));
}

/** Whether what stands behind says that a number counts something: a unit, a currency, or a word as `each`. */
function isMeasured(language: Language, tokens: readonly Token[], end: number): boolean {
  const next = afterSpace(tokens, end);
  if (next > end && COUNTED.has(textAt(tokens, next).toLowerCase())) return true;
  if (language.clocks.suffixes.includes(textAt(tokens, next).toLowerCase()))
    return /^hours?$/i.test(textAt(tokens, next));
  return readUnit(language, tokens, end) !== null;
}

/** Where the first time of a list or a period begins: the 9 of `at 9.30, 10.15 and 11.00`, and of `9.30 to 10.15`. */
function listStart({ clocks, rangeLinks }: Language, tokens: readonly Token[], at: number) {
  let start = at;
  let isPeriod = false;
  for (let count = 0; count < LISTED_MAX && isKind(tokens, start - 1, 'space'); count += 1) {
    const link = textAt(tokens, start - 2).toLowerCase();
    const isTo = link === clocks.range.to;
    if (!(link === ',' || isTo || rangeLinks.includes(link))) break;
    const last = link === ',' ? start - 3 : start - 4;
    if ((link !== ',' && !isKind(tokens, start - 3, 'space')) || pointAt(tokens, last - 2)?.end !== last + 1) break;
    start = last - 2;
    isPeriod ||= isTo;
  }
  return { start, isPeriod };
}

const ENDS: ReadonlySet<string> = new Set(['.', '!', '?', '•', '|', ':', ';']);
/** Whether a text, a line or a sentence begins here, with a word behind the number: `9.30 Assembly`. */
function beginsLine(tokens: readonly Token[], at: number): boolean {
  const isBegin =
    at === 0 ||
    textAt(tokens, at - 1).includes('\n') ||
    (isKind(tokens, at - 1, 'space') && ENDS.has(textAt(tokens, at - 2)));
  const word = afterSpace(tokens, at + 3);
  const next =
    textAt(tokens, word) === '–' || textAt(tokens, word) === '-' || textAt(tokens, word) === ':'
      ? afterSpace(tokens, word + 1)
      : word;
  return isBegin && isKind(tokens, next, 'word');
}
