import { phrase, type Value } from '../numerals.ts';

const SMALL =
  'null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn'.split(
    ' ',
  );
const TENS = ' zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig'.split(' ');

/** The part of a longer word: ein, not eins. */
const joined = (number: number): string => (number === 1 ? 'ein' : (SMALL[number] ?? ''));

function belowHundred(number: number): string {
  if (number < 20) return SMALL[number] ?? '';
  const tens = TENS[Math.floor(number / 10)] ?? '';
  return number % 10 === 0 ? tens : `${joined(number % 10)}und${tens}`;
}

function belowMillion(number: number): string {
  const thousands = Math.floor(number / 1_000);
  const hundreds = Math.floor((number % 1_000) / 100);
  const rest = number % 100;
  const before = thousands === 0 ? '' : `${thousands === 1 ? '' : prefixOf(thousands)}tausend`;
  const hundred = hundreds === 0 ? '' : `${hundreds === 1 && before === '' ? '' : joined(hundreds)}hundert`;
  return `${before}${hundred}${rest === 0 ? '' : belowHundred(rest)}`;
}
/** A number before a part of the same word: einundzwanzig, hundertein. */
const prefixOf = (number: number): string => belowMillion(number).replace(/eins$/, 'ein');

const LARGE: readonly [number, string, string][] = [
  [1_000_000_000, 'eine Milliarde', 'Milliarden'],
  [1_000_000, 'eine Million', 'Millionen'],
];

/** A whole number in words, as in counting: 21 is einundzwanzig, 1 is eins. */
export function cardinal(number: number): string {
  if (number === 0) return 'null';
  let rest = number;
  const parts = LARGE.map(([size, one, many]) => {
    const count = Math.floor(rest / size);
    rest %= size;
    return count === 0 ? '' : count === 1 ? one : `${belowMillion(count)} ${many}`;
  });
  return phrase(...parts, rest === 0 ? '' : belowMillion(rest));
}

export const digitsOf = (digits: string): string =>
  digits
    .split('')
    .map((digit) => SMALL[Number(digit)])
    .join(' ');
export const decimal = ({ integer, fraction }: Value): string =>
  fraction === '' ? cardinal(integer) : `${cardinal(integer)} Komma ${digitsOf(fraction)}`;

const STEMS: Record<string, string> = { eins: 'erst', drei: 'dritt', sieben: 'siebt', acht: 'acht' };

/** The stem of an ordinal, without its ending: zweiundzwanzigst-. */
export function ordinalStem(number: number): string {
  const words = cardinal(number);
  const rest = number % 100;
  if (rest === 0 || rest >= 20) return `${words}st`;
  const last = SMALL[rest] ?? '';
  return words.slice(0, words.length - last.length) + (STEMS[last] ?? `${last}t`);
}

/** 1998 is neunzehnhundertachtundneunzig. */
export function year(number: number): string {
  if (number < 1_100 || number >= 2_000) return cardinal(number);
  return `${belowHundred(Math.floor(number / 100))}hundert${number % 100 === 0 ? '' : belowHundred(number % 100)}`;
}
