import type { Language, Reading, Rule } from './language.ts';
import { pointAt, pointedTime, type TimeReading } from './pointed-times.ts';
import { phrase } from './numerals.ts';
import {
  afterDash,
  afterSpace,
  afterStop,
  beginsFree,
  endsFree,
  isDigits,
  isKind,
  textAt,
  wordsBefore,
  type Token,
} from './tokens.ts';

type Clocks = Language['clocks'];

/** Times of day: `9:05`, `9 Uhr`, `18h30`, `9:00–18:00`, and `9.30` where what stands beside it says so. */
export const clockTimes =
  (language: Language): Rule =>
  (tokens, at) => {
    const start = afterPrefix(language.clocks, tokens, at) ?? at;
    if (!isDigits(tokens, start, 4) || !beginsFree(tokens, at)) return null;
    const compact = readCompact(language, tokens, at);
    if (compact) return compact;
    const named = readTime(language.clocks, tokens, at);
    const pointed = named || start > at ? null : pointedTime(language, tokens, at);
    const first = named ?? pointed ?? readHour(language.clocks, tokens, at);
    if (!first) return null;
    const context = { before: wordsBefore(tokens, at) };
    const dash = afterDash(tokens, first.end);
    const second =
      dash === null
        ? readAnnounced(language.clocks, tokens, first)
        : (readTime(language.clocks, tokens, dash) ?? (pointed && pointAt(tokens, dash)));
    if (!second)
      return endsFree(tokens, first.end) ? { spoken: language.clock(first.time, context), end: first.end } : null;
    const { from, to } = language.clocks.range;
    const begins = from === '' || context.before.at(0) === from ? '' : from;
    const until = { before: [to] };
    const since = from === '' ? context : { before: [from] };
    const announced = first.time.announced || second.time.announced;
    const spoken = phrase(
      begins,
      language.clock({ ...first.time, announced }, since),
      to,
      language.clock({ ...second.time, announced }, until),
    );
    return { spoken, end: second.end };
  };

const FOUR = /^(?:[01]\d|2[0-4])[0-5]\d$/;
/** `0900 hrs`, and `at 0900`: four digits with a word for hours, or with a zero behind a word for times. */
function readCompact(language: Language, tokens: readonly Token[], at: number): Reading | null {
  const digits = textAt(tokens, at);
  if (!FOUR.test(digits) || digits > '2400') return null;
  const { suffix, end } = readSuffix(language.clocks, tokens, at + 1);
  const context = { before: wordsBefore(tokens, at) };
  const [word = ''] = context.before;
  const { only, before } = language.clocks.point;
  const isAnnounced = (only.has(word) || before.has(word)) && !DURATIONS.has(word);
  const isTime = digits.startsWith('0') ? suffix !== null || isAnnounced : suffix !== null && isAnnounced;
  if (!isTime || !endsFree(tokens, end)) return null;
  const time = { hour: Number(digits.slice(0, 2)), minute: Number(digits.slice(2)), suffix, announced: false };
  const military = suffix === null ? undefined : language.clocks.military?.(time);
  return { spoken: military ?? language.clock(time, context), end };
}
/** Words before a duration, which goes by hours as well. */
const DURATIONS: ReadonlySet<string> = new Set([
  'after',
  'nach',
  'seit',
  'после',
  'через',
  'pēc',
  'tras',
  'après',
  'about',
  'around',
]);

/** The hour alone behind an announced one: the 18 of `no plkst. 9 līdz 18`. */
function readAnnounced({ range }: Clocks, tokens: readonly Token[], { time, end }: TimeReading): TimeReading | null {
  const word = afterSpace(tokens, end);
  const start = afterSpace(tokens, word + 1);
  const hour = Number(textAt(tokens, start));
  const follows = time.announced && textAt(tokens, word) === range.to && isDigits(tokens, start, 2) && hour <= 24;
  if (!follows || !endsFree(tokens, start + 1)) return null;
  return { time: { hour, minute: 0, suffix: null, announced: true }, end: start + 1 };
}

/** Behind `plkst. ` before a time; null without it. */
function afterPrefix({ prefixes }: Clocks, tokens: readonly Token[], at: number): number | null {
  if (!isKind(tokens, at, 'word') || !prefixes.includes(textAt(tokens, at).toLowerCase())) return null;
  return afterSpace(tokens, textAt(tokens, at + 1) === '.' ? at + 2 : at + 1);
}

function readTime(clocks: Clocks, tokens: readonly Token[], at: number): TimeReading | null {
  const prefixed = afterPrefix(clocks, tokens, at);
  const start = prefixed ?? at;
  if (!isDigits(tokens, start, 2)) return null;
  const { minute, behind, needsWord } = readMinute(clocks, tokens, start + 1);
  const { suffix, end } = readSuffix(clocks, tokens, behind);
  const named = prefixed !== null || (suffix !== null && clocks.hourSuffixes.includes(suffix));
  if (needsWord && !named) return null;
  const hour = Number(textAt(tokens, start));
  if (hour > 24 || minute > 59 || (hour === 24 && minute > 0)) return null;
  return { time: { hour, minute, suffix, announced: prefixed !== null }, end };
}

/** The minutes behind an hour; without any, and behind a point, a word must say that it is a time. */
function readMinute({ letter }: Clocks, tokens: readonly Token[], at: number) {
  const sign = textAt(tokens, at);
  if ((sign === ':' || sign === '.') && isDigits(tokens, at + 1, 2, 2)) {
    return { minute: Number(textAt(tokens, at + 1)), behind: at + 2, needsWord: sign === '.' };
  }
  const mark = afterSpace(tokens, at);
  if (letter && textAt(tokens, mark).toLowerCase() === 'h') {
    const digits = afterSpace(tokens, mark + 1);
    return isDigits(tokens, digits, 2, 2)
      ? { minute: Number(textAt(tokens, digits)), behind: digits + 1, needsWord: false }
      : { minute: 0, behind: mark + 1, needsWord: false };
  }
  return { minute: 0, behind: at, needsWord: true };
}

/** An hour alone before a whole time: the 9 of `9–18 Uhr` and of `9 bis 18 Uhr`. */
function readHour(clocks: Clocks, tokens: readonly Token[], at: number): TimeReading | null {
  const word = afterSpace(tokens, at + 1);
  const linked = word > at + 1 && textAt(tokens, word) === clocks.range.to ? afterSpace(tokens, word + 1) : null;
  const next = afterDash(tokens, at + 1) ?? linked;
  const second = next === null || !isDigits(tokens, at, 2) ? null : readTime(clocks, tokens, next);
  const hour = Number(textAt(tokens, at));
  if (!second || second.time.suffix === null || hour > 24) return null;
  return { time: { hour, minute: 0, suffix: '', announced: false }, end: at + 1 };
}

function readSuffix(
  { suffixes }: Clocks,
  tokens: readonly Token[],
  at: number,
): { suffix: string | null; end: number } {
  const word = afterSpace(tokens, at);
  if (!isKind(tokens, word, 'word')) return { suffix: null, end: at };
  const text = textAt(tokens, word).toLowerCase();
  if (suffixes.includes(text)) return { suffix: text, end: afterStop(tokens, word + 1) };
  // The letters of `a.m.` are two words.
  const letters = `${text}${textAt(tokens, word + 2).toLowerCase()}`;
  if (textAt(tokens, word + 1) !== '.' || !suffixes.includes(letters)) return { suffix: null, end: at };
  return { suffix: letters, end: afterStop(tokens, word + 3) };
}
