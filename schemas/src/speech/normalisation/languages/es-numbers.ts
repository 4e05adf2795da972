import { phrase, type Value } from '../numerals.ts';

/** `u` is the numeral on its own: uno, but un euro and una hora. */
export type Form = 'm' | 'f' | 'u';
const SMALL =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  );
const TENS = '   treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const HUNDREDS = ' ciento doscient trescient cuatrocient quinient seiscient setecient ochocient novecient'.split(' ');
const ONES: Record<Form, readonly [string, string]> = {
  m: ['un', 'veintiún'],
  f: ['una', 'veintiuna'],
  u: ['uno', 'veintiuno'],
};

function belowHundred(number: number, form: Form): string {
  if (number === 1) return ONES[form][0];
  if (number === 21) return ONES[form][1];
  if (number < 30) return SMALL[number] ?? '';
  const tens = TENS[Math.floor(number / 10)] ?? '';
  return number % 10 === 0 ? tens : `${tens} y ${belowHundred(number % 10, form)}`;
}

function belowThousand(number: number, form: Form): string {
  if (number === 100) return 'cien';
  const hundreds = Math.floor(number / 100);
  const base = HUNDREDS[hundreds] ?? '';
  const word = hundreds < 2 ? base : `${base}${form === 'f' ? 'as' : 'os'}`;
  return phrase(word, number % 100 === 0 ? '' : belowHundred(number % 100, form));
}

/** A whole number in words: 21 is veintiuno, before euros veintiún, before hours veintiuna. */
export function cardinal(number: number, form: Form = 'u'): string {
  if (number === 0) return 'cero';
  const millions = Math.floor(number / 1_000_000);
  const million = millions === 0 ? '' : phrase(cardinal(millions, 'm'), millions === 1 ? 'millón' : 'millones');
  const thousands = Math.floor(number / 1_000) % 1_000;
  const counted = form === 'f' ? 'f' : 'm';
  const mil = thousands === 0 ? '' : phrase(thousands === 1 ? '' : belowThousand(thousands, counted), 'mil');
  const rest = number % 1_000;
  return phrase(million, mil, rest === 0 ? '' : belowThousand(rest, form));
}

/** Digits as they are read in groups of two: cero cinco, veintitrés; longer ones one after another. */
export function groupOf(digits: string): string {
  if (digits.length > 2 || digits.startsWith('0'))
    return digits
      .split('')
      .map((digit) => SMALL[Number(digit)])
      .join(' ');
  return cardinal(Number(digits));
}

export const decimal = ({ integer, fraction }: Value, form: Form = 'u'): string =>
  fraction === '' ? cardinal(integer, form) : `${cardinal(integer)} coma ${groupOf(fraction)}`;

const ORDINALS =
  ' primer segund tercer cuart quint sext séptim octav noven décim undécim duodécim decimotercer decimocuart decimoquint decimosext decimoséptim decimoctav decimonoven vigésim'.split(
    ' ',
  );
/** 1 to 20, without the ending; undefined for others, which are said as cardinals. */
export const ordinalStem = (number: number): string | undefined => (number > 0 ? ORDINALS[number] : undefined);
