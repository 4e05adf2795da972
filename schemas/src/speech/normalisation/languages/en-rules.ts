import type { Rule } from '../language.ts';
import { phrase, readNumeral } from '../numerals.ts';
import { afterSpace, beginsFree, endsFree, isDigits, isKind, textAt, wordsBefore } from '../tokens.ts';
import { NOUNS, UNITS } from './en-nouns.ts';
import { decimal, ordinal, year } from './en-numbers.ts';
import { monthsOf } from './nouns.ts';

export const MONTH_NAMES = monthsOf(
  'january/jan, february/feb, march, april/apr, may, june, july, august/aug, september/sept, october/oct, november/nov, december/dec',
);

const ORDINAL_ENDINGS = new Set(['st', 'nd', 'rd', 'th']);
const BEFORE_YEAR = new Set([
  'in',
  'since',
  'until',
  'year',
  'from',
  'by',
  'of',
  'summer',
  'winter',
  'spring',
  'autumn',
  'season',
]);

const ordinals: Rule = (tokens, at) => {
  if (!isDigits(tokens, at, 6) || !beginsFree(tokens, at) || !endsFree(tokens, at + 2)) return null;
  if (!ORDINAL_ENDINGS.has(textAt(tokens, at + 1).toLowerCase())) return null;
  if (MONTH_NAMES.has(textAt(tokens, afterSpace(tokens, at + 2)).toLowerCase())) return null;
  if (textAt(tokens, afterSpace(tokens, at + 2)).toLowerCase() === 'of') {
    const month = afterSpace(tokens, afterSpace(tokens, at + 2) + 1);
    if (MONTH_NAMES.has(textAt(tokens, month).toLowerCase())) return null;
  }
  return Number(textAt(tokens, at)) === 0 ? null : { spoken: ordinal(Number(textAt(tokens, at))), end: at + 2 };
};

const years: Rule = (tokens, at) => {
  const [before = ''] = wordsBefore(tokens, at, 1);
  const isYear = isDigits(tokens, at, 4, 4) && /^(1[0-9]|20)/.test(textAt(tokens, at));
  if (!isYear || !(BEFORE_YEAR.has(before) || MONTH_NAMES.has(before)) || !endsFree(tokens, at + 1)) return null;
  // A year is followed by no noun that it counts.
  const next = textAt(tokens, afterSpace(tokens, at + 1));
  return UNITS.has(next.toLowerCase()) || isKind(tokens, afterSpace(tokens, at + 1), 'digits')
    ? null
    : { spoken: year(Number(textAt(tokens, at))), end: at + 1 };
};

/** `1990s` are the nineteen nineties. */
const decades: Rule = (tokens, at) => {
  const isDecade = isDigits(tokens, at, 4, 4) && /^(1[1-9]|20)\d0$/.test(textAt(tokens, at));
  if (!isDecade || textAt(tokens, at + 1) !== 's' || !beginsFree(tokens, at) || !endsFree(tokens, at + 2)) return null;
  return { spoken: `${year(Number(textAt(tokens, at))).replace(/y$/, 'ie')}s`, end: at + 2 };
};

const SCALES: Record<string, string> = { k: 'thousand', m: 'million', bn: 'billion' };
const SCALE_WORDS = new Set(['thousand', 'million', 'billion', 'trillion']);
/** `$1.5 million` and `£5m`: the scale is spoken before the currency. */
const largePrices: Rule = (tokens, at) => {
  const unit = isKind(tokens, at, 'sign') ? UNITS.get(textAt(tokens, at)) : undefined;
  const numeral = unit && beginsFree(tokens, at) ? readNumeral(tokens, at + 1, { decimal: '.', group: ',' }) : null;
  if (!unit || !numeral || ['percent', 'degree'].includes(unit.key)) return null;
  const word = afterSpace(tokens, numeral.end);
  const text = textAt(tokens, word).toLowerCase();
  const scale = SCALE_WORDS.has(text) ? text : word === numeral.end ? SCALES[text] : undefined;
  if (scale === undefined || !endsFree(tokens, word + 1)) return null;
  const many = NOUNS[unit.key]?.split(' ')[1] ?? '';
  return { spoken: phrase(decimal(numeral.value), scale, many), end: word + 1 };
};

export const englishRules: readonly Rule[] = [ordinals, years, decades, largePrices];
