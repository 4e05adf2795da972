import { readAmount, readPrice, readSigned, spokenAmount, type Amount } from './amounts.ts';
import type { Context, Language, Reading } from './language.ts';
import { phrase } from './numerals.ts';
import { afterDash, afterSpace, endsFree, isDash, isKind, textAt, wordsBefore, type Token } from './tokens.ts';

/** Numbers before the last one of `5 x 10 x 20 cm`. */
const FACTORS_MAX = 3;
const TIMES: ReadonlySet<string> = new Set(['x', 'X', '×', 'х', 'Х']);

/** Several numbers with one unit: `5–10 мин`, `€5–10`, `5 x 10 cm`, and the 5 of `от 5 до 10 минут`. Null for what is none. */
export function readSpan(language: Language, tokens: readonly Token[], at: number): Reading | null {
  return readPrices(language, tokens, at) ?? readFactors(language, tokens, at) ?? readRange(language, tokens, at);
}

/** `€5–€10`, `$5-10`, `5 €–10 €`: both ends, where they have the same currency or unit. */
function readPrices(language: Language, tokens: readonly Token[], at: number): Reading | null {
  if (!hasDash(tokens, at)) return null;
  const first = readPrice(language, tokens, at) ?? readAmount(language, tokens, at);
  const dash = first && afterDash(tokens, first.end);
  if (!first || dash === null) return null;
  const isTight = dash === first.end + 1;
  const second =
    readAmount(language, tokens, dash) ?? (isTight ? bareSecond(language, tokens, dash, first.unit) : null);
  if (!second || second.unit.key !== first.unit.key) return null;
  const context = { before: wordsBefore(tokens, at) };
  const isWhole = first.value.fraction === '' && second.value.fraction === '';
  const from = isWhole
    ? phrase(first.sign, language.counted(first.value, second.unit, context))
    : spokenAmount(language, first, context);
  return { spoken: joined(language, from, spokenAmount(language, second, context), context), end: second.end };
}

/** The longest amount before a dash: a currency, a number in groups with decimals, and a unit of some tokens. */
const AMOUNT_TOKENS_MAX = 16;
/** Whether a dash follows soon, so that most amounts need no further look. */
function hasDash(tokens: readonly Token[], at: number): boolean {
  for (let index = at + 1; index < at + AMOUNT_TOKENS_MAX && index < tokens.length; index += 1)
    if (isDash(tokens, index)) return true;
  return false;
}

/** Whether the sign of a multiplication follows a number of three tokens at most. */
const hasTimes = (tokens: readonly Token[], at: number): boolean =>
  [1, 2, 3, 4].some((distance) => TIMES.has(textAt(tokens, at + distance)));

/** The 10 of `€5–10`. */
function bareSecond(language: Language, tokens: readonly Token[], at: number, unit: Amount['unit']): Amount | null {
  const second = readSigned(language, tokens, at);
  return second && second.sign === '' && endsFree(tokens, second.end) ? { ...second, unit } : null;
}

function readFactors(language: Language, tokens: readonly Token[], at: number): Reading | null {
  if (language.times === undefined || !isKind(tokens, at, 'digits') || !hasTimes(tokens, at)) return null;
  const factors: string[] = [];
  for (let next = at; factors.length <= FACTORS_MAX;) {
    const last = factors.length > 0 ? readAmount(language, tokens, next) : null;
    const context = { before: wordsBefore(tokens, at) };
    if (last) return { spoken: phrase(...factors, spokenAmount(language, last, context)), end: last.end };
    const factor = readSigned(language, tokens, next);
    const sign = factor ? afterSpace(tokens, factor.end) : next;
    if (!factor || factor.sign !== '' || !TIMES.has(textAt(tokens, sign))) return null;
    factors.push(phrase(language.number(factor.value), language.times));
    next = afterSpace(tokens, sign + 1);
  }
  return null;
}

/** `5–10 мин` as a whole, or the 5 of `от 5 до 10 минут`. */
function readRange(language: Language, tokens: readonly Token[], at: number): Reading | null {
  const first = readSigned(language, tokens, at);
  if (!first) return null;
  const dash = afterDash(tokens, first.end);
  const word = afterSpace(tokens, first.end);
  const isLinked =
    word > first.end &&
    isKind(tokens, word, 'word') &&
    language.rangeLinks.includes(textAt(tokens, word).toLowerCase());
  const next = dash ?? (isLinked ? afterSpace(tokens, word + 1) : null);
  const second = next === null ? null : readAmount(language, tokens, next);
  if (!second) return null;
  const context = { before: wordsBefore(tokens, at) };
  const from = phrase(first.sign, language.counted(first.value, second.unit, context));
  if (dash === null) return { spoken: from, end: first.end };
  return { spoken: joined(language, from, spokenAmount(language, second, context), context), end: second.end };
}

function joined(language: Language, from: string, to: string, { before }: Context): string {
  const { between } = language;
  const link = before.at(0) === between.before ? between.link : (language.rangeLinks[0] ?? '');
  // `минус пять-плюс десять` would be one word.
  return link === '-' && !from.includes(' ') && !to.startsWith(language.plus) && !to.startsWith(language.minus)
    ? `${from}-${to}`
    : phrase(from, link === '-' ? '–' : link, to);
}
