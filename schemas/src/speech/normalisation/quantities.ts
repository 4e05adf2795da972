import { readSpan } from './amount-ranges.ts';
import { readAmount, spokenAmount } from './amounts.ts';
import type { Language, Reading, Rule } from './language.ts';
import { phrase, readNumeral } from './numerals.ts';
import {
  afterDash,
  afterSpace,
  beginsFree,
  endsFree,
  isDigits,
  isKind,
  textAt,
  wordsBefore,
  type Token,
} from './tokens.ts';

/** Amounts of money and other units, and ranges of them: `12,50 €`, `5 мин`, `5–10 %`; and long or decimal numbers without a unit. */
export const quantities =
  (language: Language): Rule =>
  (tokens, at) => {
    if (!mayBegin(tokens, at) || !beginsFree(tokens, at)) return null;
    const span = readSpan(language, tokens, at);
    if (span) return span;
    const single = readAmount(language, tokens, at);
    if (single) return { spoken: spokenAmount(language, single, { before: wordsBefore(tokens, at) }), end: single.end };
    if (!isKind(tokens, at, 'digits')) return null;
    return readPlainRange(language, tokens, at) ?? readPlain(language, tokens, at);
  };

/** Amounts begin with a digit, a sign, or the code of a currency. */
const mayBegin = (tokens: readonly Token[], at: number): boolean =>
  !isKind(tokens, at, 'word') || /^[A-Z]{3}$/.test(textAt(tokens, at));

/** `10–12`, upwards and with an en dash only: others are codes and scores. */
function readPlainRange(language: Language, tokens: readonly Token[], at: number): Reading | null {
  const dash = at + 1;
  const last = afterDash(tokens, dash);
  if (language.plainRange === undefined || textAt(tokens, afterSpace(tokens, dash)) !== '–' || last === null)
    return null;
  if (!isDigits(tokens, at, 3) || !isDigits(tokens, last, 3) || !endsFree(tokens, last + 1)) return null;
  const [from, to] = [at, last].map((index) => readNumeral(tokens, index, language.numbers));
  if (!from || !to || from.grouped || to.end !== last + 1 || from.value.integer >= to.value.integer) return null;
  return { spoken: phrase(language.number(from.value), language.plainRange, language.number(to.value)), end: to.end };
}

/** A number in groups or with decimals; others are spoken well by every voice, and stay. */
function readPlain(language: Language, tokens: readonly Token[], at: number): Reading | null {
  const numeral = readNumeral(tokens, at, language.numbers);
  if (!numeral || !endsFree(tokens, numeral.end)) return null;
  if (!numeral.grouped && numeral.value.fraction === '') return null;
  return { spoken: language.number(numeral.value), end: numeral.end };
}
