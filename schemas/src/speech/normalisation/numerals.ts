import { endsFree, isDigits, isKind, textAt, type Token } from './tokens.ts';

/** A number as it is written: its whole part, and the digits behind the decimal sign. */
export type Value = { integer: number; fraction: string };
export type NumberFormat = {
  decimal: ',' | '.';
  /** The signs between groups of three digits, besides spaces. */
  group: string;
};
export type Numeral = { value: Value; end: number; grouped: boolean };

/** Longer numbers are read digit by digit by nobody, so they stay. */
const DIGITS_MAX = 12;
const GROUPS_MAX = 3;
const FRACTION_MAX = 6;
const GROUP_SPACE = /^[ \u00A0\u2009\u202F]$/;

/**
 * Reads a number that begins at a token: `5`, `2 500`, `1.250,75`. Null for what is none, as `007` and numbers of more than twelve digits.
 * What stands behind it is not checked.
 */
export function readNumeral(tokens: readonly Token[], at: number, format: NumberFormat): Numeral | null {
  const first = textAt(tokens, at);
  if (!isDigits(tokens, at, DIGITS_MAX) || (first.length > 1 && first.startsWith('0'))) return null;
  const { digits, end } =
    first.length <= 3 && first !== '0' ? readGroups(tokens, at, format) : { digits: first, end: at + 1 };
  const grouped = end > at + 1;
  const fraction =
    textAt(tokens, end) === format.decimal && isDigits(tokens, end + 1, FRACTION_MAX) ? textAt(tokens, end + 1) : '';
  return { value: { integer: Number(digits), fraction }, end: fraction === '' ? end : end + 2, grouped };
}

function readGroups(tokens: readonly Token[], at: number, { group }: NumberFormat): { digits: string; end: number } {
  const single = { digits: textAt(tokens, at), end: at + 1 };
  const sign = textAt(tokens, at + 1);
  if (sign === '' || !(sign === group || GROUP_SPACE.test(sign))) return single;
  let { digits, end } = single;
  for (
    let count = 0;
    count < GROUPS_MAX && textAt(tokens, end) === sign && isDigits(tokens, end + 1, 3, 3);
    count += 1
  ) {
    digits += textAt(tokens, end + 1);
    end += 2;
  }
  // `26 123 456 78` is a phone number, and `1 2 3` is counting.
  const goesOn = GROUP_SPACE.test(textAt(tokens, end)) && isKind(tokens, end + 1, 'digits');
  return goesOn || textAt(tokens, end) === '-' ? single : { digits, end };
}

/** Reads a number that is not a part of something longer. */
export function readWholeNumeral(tokens: readonly Token[], at: number, format: NumberFormat): Numeral | null {
  const numeral = readNumeral(tokens, at, format);
  return numeral && endsFree(tokens, numeral.end) ? numeral : null;
}

/** The number in groups of three digits, from the units on: 2,500 is [500, 2]. */
export function groupsOfThree(number: number): number[] {
  const groups: number[] = [];
  for (let rest = number; rest > 0; rest = Math.floor(rest / 1_000)) groups.push(rest % 1_000);
  return groups;
}

/** Joins what is not empty with spaces. */
export const phrase = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ');
