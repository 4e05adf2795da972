import type { Context, Language, Unit } from './language.ts';
import { phrase, readNumeral, type Numeral, type Value } from './numerals.ts';
import {
  afterSpace,
  afterStop,
  endsFree,
  firstTokens,
  isDash,
  isDigits,
  isKind,
  textAt,
  type Token,
} from './tokens.ts';

/** A value with its unit; the sign is the word for it, empty without one. */
export type Amount = { value: Value; unit: Unit; sign: string; end: number };
export type Signed = { value: Value; sign: string; end: number; grouped: boolean };
type Measured = { value: Value; unit: Unit; end: number };

/** More digits are no numbers. */
const SIGNED_DIGITS_MAX = 12;
const SCALED_MAX = 1e12;
/** `$1.5 million`: the scale is a word already, which belongs to the amount. */
const SCALES = new Set(['thousand', 'million', 'billion', 'trillion']);

/** An amount that begins at a token: `12,50 €`, `€12.50`, `-5 °C`. Null for what is none. */
export function readAmount(language: Language, tokens: readonly Token[], at: number): Amount | null {
  const priced = readPrice(language, tokens, at);
  if (priced) return endsFree(tokens, priced.end) ? priced : null;
  const start = behindSign(tokens, at);
  if (!isKind(tokens, start, 'digits')) return null;
  const measured = readMeasured(language, tokens, start);
  return measured && { ...measured, sign: start === at ? '' : signAt(language, tokens, at) };
}

/** An amount with its sign, and its hundredths as a noun of their own where it is money. */
export function spokenAmount(language: Language, { value, unit, sign }: Amount, context: Context): string {
  const part = language.hundredths.get(unit.key);
  const cents = Number(value.fraction.padEnd(2, '0'));
  if (part === undefined || value.fraction.length > 2 || cents === 0) {
    const whole = part !== undefined && cents === 0 ? { ...value, fraction: '' } : value;
    return phrase(sign, language.amount(whole, unit, context));
  }
  const small = language.amount({ integer: cents, fraction: '' }, { key: part, written: null }, context);
  if (value.integer === 0) return phrase(sign, small);
  const whole = language.amount({ ...value, fraction: '' }, { ...unit, written: null }, context);
  return phrase(sign, whole, language.moneyLink, small);
}

/** A number with or without a sign before it, without its unit. */
export function readSigned(language: Language, tokens: readonly Token[], at: number): Signed | null {
  const start = behindSign(tokens, at);
  const numeral = readNumeral(tokens, start, language.numbers);
  return numeral && { ...numeral, sign: start === at ? '' : signAt(language, tokens, at) };
}

function behindSign(tokens: readonly Token[], at: number): number {
  const isSigned = (isDash(tokens, at) || textAt(tokens, at) === '+') && isDigits(tokens, at + 1, SIGNED_DIGITS_MAX);
  return isSigned ? at + 1 : at;
}

const signAt = (language: Language, tokens: readonly Token[], at: number): string =>
  textAt(tokens, at) === '+' ? language.plus : language.minus;

/** A currency before its amount: `€12.50`. What stands behind is not checked, but that it is no scale. */
export function readPrice(language: Language, tokens: readonly Token[], at: number): Amount | null {
  const isCurrency = isKind(tokens, at, 'sign') || /^[A-Z]{3}$/.test(textAt(tokens, at));
  const unit = isCurrency ? unitOf(language.units, textAt(tokens, at)) : undefined;
  if (unit === undefined || unit.isNoun || !language.hundredths.has(unit.key)) return null;
  const numeral = readNumber(language, tokens, afterSpace(tokens, at + 1));
  if (!numeral || SCALES.has(textAt(tokens, afterSpace(tokens, numeral.end)).toLowerCase())) return null;
  return { value: numeral.value, unit: { key: unit.key, written: null }, sign: '', end: numeral.end };
}

/** A number; where a unit stands beside it, its signs may be those of another country: `2,5 km`, `€1.000,50` in English. */
function readNumber(language: Language, tokens: readonly Token[], at: number): Numeral | null {
  const numeral = readNumeral(tokens, at, language.numbers);
  const other = language.numbers.decimal === '.' ? ',' : '.';
  if (!numeral || textAt(tokens, numeral.end) !== other || !isDigits(tokens, numeral.end + 1, 2)) return numeral;
  const fraction = textAt(tokens, numeral.end + 1);
  const end = numeral.end + 2;
  const { value } = numeral;
  if (value.fraction === '') return { ...numeral, value: { ...value, fraction }, end };
  if (value.fraction.length !== 3 || value.integer === 0 || value.integer > 999) return null;
  return { value: { integer: value.integer * 1_000 + Number(value.fraction), fraction }, end, grouped: true };
}

/** `05` and `00`, which are numbers where a unit follows. */
function readPadded(tokens: readonly Token[], at: number): Numeral | null {
  if (!/^0\d$/.test(textAt(tokens, at))) return null;
  return { value: { integer: Number(textAt(tokens, at)), fraction: '' }, end: at + 1, grouped: false };
}

function readMeasured(language: Language, tokens: readonly Token[], at: number): Measured | null {
  const numeral = readNumber(language, tokens, at) ?? readPadded(tokens, at);
  if (!numeral) return null;
  const scaled = readScaled(language, tokens, numeral);
  const unitReading = readUnit(language, tokens, scaled.end);
  if (unitReading) return { value: scaled.value, ...unitReading };
  const plain = scaled === numeral ? null : readUnit(language, tokens, numeral.end);
  return plain && { value: numeral.value, ...plain };
}

/** `2 Mio.` and `1,1 млн` are two million and one million one hundred thousand of what follows. */
function readScaled({ scales }: Language, tokens: readonly Token[], numeral: Numeral): Numeral {
  const word = afterSpace(tokens, numeral.end);
  const scale = word === numeral.end ? undefined : scales?.get(textAt(tokens, word).toLowerCase());
  if (scale === undefined) return numeral;
  const { integer, fraction } = numeral.value;
  const value = Math.round(Number(`${integer}.${fraction === '' ? '0' : fraction}`) * scale);
  if (value >= SCALED_MAX) return numeral;
  const end = textAt(tokens, word + 1) === '.' ? word + 2 : word + 1;
  return { value: { integer: value, fraction: '' }, end, grouped: true };
}

const beginnings = new WeakMap<Language['units'], ReadonlySet<string>>();
/** The first tokens of all units, so that most words need no further look. */
function beginningsOf(units: Language['units']): ReadonlySet<string> {
  const firsts = beginnings.get(units) ?? firstTokens(units.keys());
  beginnings.set(units, firsts);
  return firsts;
}

/** A single capital letter is no unit in small letters: 5G is no weight. */
const LONE_CAPITAL = /^\p{Lu}$/u;
function unitOf(units: Language['units'], text: string): { key: string; isNoun: boolean } | undefined {
  return units.get(text) ?? (LONE_CAPITAL.test(text) ? undefined : units.get(text.toLowerCase()));
}

/** A unit behind a number, with one space between or none. */
export function readUnit(
  { units }: Pick<Language, 'units'>,
  tokens: readonly Token[],
  at: number,
): { unit: Unit; end: number } | null {
  const start = afterSpace(tokens, at);
  const first = textAt(tokens, start);
  if (!(beginningsOf(units).has(first) || beginningsOf(units).has(first.toLowerCase()))) return null;
  // `кв. м` and `km / h` are longer than others that begin like them.
  for (const count of [4, 3, 2, 1]) {
    const end = start + count;
    if (end > tokens.length || isKind(tokens, end, 'digits')) continue;
    if (!isKind(tokens, end - 1, 'sign') && !endsFree(tokens, end)) continue;
    const text = tokens
      .slice(start, end)
      .map((token) => token.text)
      .join('');
    const entry = unitOf(units, text);
    if (entry === undefined) continue;
    const unit = { key: entry.key, written: entry.isNoun ? text : null };
    return { unit, end: entry.isNoun || isKind(tokens, end - 1, 'sign') ? end : afterStop(tokens, end) };
  }
  return null;
}
