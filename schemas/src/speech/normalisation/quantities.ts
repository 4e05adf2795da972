import type { Context, Language, Reading, Rule, Unit } from './language.ts';
import { phrase, readNumeral, type Numeral, type Value } from './numerals.ts';
import {
  afterDash,
  afterSpace,
  afterStop,
  beginsFree,
  endsFree,
  firstTokens,
  isDash,
  isDigits,
  isKind,
  textAt,
  wordsBefore,
  type Token,
} from './tokens.ts';

/** `$1.5 million` stays, since every voice reads it. */
const SCALES = new Set(['thousand', 'million', 'billion', 'trillion']);

type Measured = { value: Value; unit: Unit; end: number };

/** Amounts of money and other units, and ranges of them: `12,50 €`, `5 мин`, `5–10 %`; and long or decimal numbers without a unit. */
export const quantities =
  (language: Language): Rule =>
  (tokens, at) => {
    if (!beginsFree(tokens, at)) return null;
    const context = { before: wordsBefore(tokens, at) };
    const isSigned = (isDash(tokens, at) || textAt(tokens, at) === '+') && isDigits(tokens, at + 1, 12);
    const start = isSigned ? at + 1 : at;
    const sign = textAt(tokens, at) === '+' ? language.plus : language.minus;
    const priced = readPrice(language, tokens, at);
    if (priced && SCALES.has(textAt(tokens, afterSpace(tokens, priced.end)).toLowerCase())) {
      return {
        spoken: tokens
          .slice(at, priced.end)
          .map(({ text }) => text)
          .join(''),
        end: priced.end,
      };
    }
    if (priced) return { spoken: spokenAmount(language, priced, context), end: priced.end };
    if (!isKind(tokens, start, 'digits')) return null;
    const measured = readMeasured(language, tokens, start);
    if (measured) {
      const spoken = spokenAmount(language, measured, context);
      return { spoken: phrase(isSigned ? sign : '', spoken), end: measured.end };
    }
    if (isSigned) return null;
    return readRange(language, tokens, at, context) ?? readPlain(language, tokens, at);
  };

function spokenAmount(language: Language, { value, unit }: Measured, context: Context): string {
  const part = language.hundredths.get(unit.key);
  const cents = Number(value.fraction.padEnd(2, '0'));
  if (part === undefined || value.fraction.length > 2 || cents === 0) {
    const whole = part !== undefined && cents === 0 ? { ...value, fraction: '' } : value;
    return language.amount(whole, unit, context);
  }
  const small = language.amount({ integer: cents, fraction: '' }, { key: part, written: null }, context);
  if (value.integer === 0) return small;
  const whole = language.amount({ ...value, fraction: '' }, { ...unit, written: null }, context);
  return phrase(whole, language.moneyLink, small);
}

/** A currency before its amount: `€12.50`. */
function readPrice(language: Language, tokens: readonly Token[], at: number): Measured | null {
  const unit = isKind(tokens, at, 'sign') ? language.units.get(textAt(tokens, at)) : undefined;
  if (unit === undefined || !language.hundredths.has(unit.key)) return null;
  const numeral = readNumber(language, tokens, afterSpace(tokens, at + 1));
  if (!numeral || !endsFree(tokens, numeral.end)) return null;
  return { value: numeral.value, unit: { key: unit.key, written: null }, end: numeral.end };
}

/** A number; where a unit follows it, its decimal sign may be that of another country. */
function readNumber(language: Language, tokens: readonly Token[], at: number): Numeral | null {
  const numeral = readNumeral(tokens, at, language.numbers);
  const other = language.numbers.decimal === '.' ? ',' : '.';
  if (!numeral || textAt(tokens, numeral.end) !== other || !isDigits(tokens, numeral.end + 1, 2)) return numeral;
  return { ...numeral, value: { ...numeral.value, fraction: textAt(tokens, numeral.end + 1) }, end: numeral.end + 2 };
}

/** `05` and `00`, which are numbers where a unit follows. */
function readPadded(tokens: readonly Token[], at: number): Numeral | null {
  if (!/^0\d$/.test(textAt(tokens, at))) return null;
  return { value: { integer: Number(textAt(tokens, at)), fraction: '' }, end: at + 1, grouped: false };
}

function readMeasured(language: Language, tokens: readonly Token[], at: number): Measured | null {
  const numeral = readNumber(language, tokens, at) ?? readPadded(tokens, at);
  const found = numeral && readUnit(language, tokens, numeral.end);
  return found && numeral && { value: numeral.value, ...found };
}

const beginnings = new WeakMap<Language['units'], ReadonlySet<string>>();
/** The first tokens of all units, so that most words need no further look. */
function beginningsOf(units: Language['units']): ReadonlySet<string> {
  const known = beginnings.get(units) ?? firstTokens(units.keys());
  beginnings.set(units, known);
  return known;
}

/** A unit behind a number, with one space between or none. */
function readUnit({ units }: Language, tokens: readonly Token[], at: number): { unit: Unit; end: number } | null {
  const start = afterSpace(tokens, at);
  const first = textAt(tokens, start);
  if (!(beginningsOf(units).has(first) || beginningsOf(units).has(first.toLowerCase()))) return null;
  // `кв. м` and `km / h` are longer than others that begin like them.
  for (const count of [4, 3, 2, 1]) {
    const text = tokens
      .slice(start, start + count)
      .map((token) => token.text)
      .join('');
    const known = units.get(text) ?? units.get(text.toLowerCase());
    const end = start + count;
    if (known && !isKind(tokens, end, 'digits') && !(isKind(tokens, end - 1, 'word') && !endsFree(tokens, end))) {
      const unit = { key: known.key, written: known.isNoun ? text : null };
      return { unit, end: known.isNoun || isKind(tokens, end - 1, 'sign') ? end : afterStop(tokens, end) };
    }
  }
  return null;
}

/** `5–10 мин` as a whole, or the 5 of `от 5 до 10 минут`. */
function readRange(language: Language, tokens: readonly Token[], at: number, context: Context): Reading | null {
  const first = readNumeral(tokens, at, language.numbers);
  if (!first) return null;
  const dash = afterDash(tokens, first.end);
  const word = afterSpace(tokens, first.end);
  const isLinked = word > first.end && language.rangeLinks.includes(textAt(tokens, word).toLowerCase());
  const next = dash ?? (isLinked ? afterSpace(tokens, word + 1) : null);
  const second = next === null ? null : readMeasured(language, tokens, next);
  if (!second) return null;
  const from = language.counted(first.value, second.unit, context);
  if (dash === null) return { spoken: from, end: first.end };
  const { between } = language;
  const link = context.before.at(0) === between.before ? between.link : (language.rangeLinks[0] ?? '');
  const to = language.amount(second.value, second.unit, context);
  return { spoken: link === '-' ? `${from}-${to}` : phrase(from, link, to), end: second.end };
}

/** A number in groups or with decimals; others are spoken well by every voice, and stay. */
function readPlain(language: Language, tokens: readonly Token[], at: number): Reading | null {
  const numeral = readNumeral(tokens, at, language.numbers);
  if (!numeral || !endsFree(tokens, numeral.end)) return null;
  if (!numeral.grouped && numeral.value.fraction === '') return null;
  return { spoken: language.number(numeral.value), end: numeral.end };
}
