import { groupsOfThree, phrase, type Value } from '../numerals.ts';

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ' ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES = ['', 'thousand', 'million', 'billion'];

function belowHundred(number: number): string {
  if (number < 20) return SMALL[number] ?? '';
  const tens = TENS[Math.floor(number / 10)] ?? '';
  return number % 10 === 0 ? tens : `${tens}-${SMALL[number % 10]}`;
}

function belowThousand(number: number): string {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  if (hundreds === 0) return belowHundred(rest);
  return phrase(`${SMALL[hundreds]} hundred`, rest === 0 ? '' : `and ${belowHundred(rest)}`);
}

/** A whole number in words: 2,105 is “two thousand one hundred and five”. */
export function cardinal(number: number): string {
  if (number === 0) return 'zero';
  const groups = groupsOfThree(number);
  const parts = groups.map((group, scale) => {
    if (group === 0) return '';
    const needsAnd = scale === 0 && group < 100 && groups.length > 1;
    return phrase(needsAnd ? 'and' : '', belowThousand(group), SCALES[scale] ?? '');
  });
  return phrase(...parts.reverse());
}

export const digitsOf = (digits: string): string =>
  digits
    .split('')
    .map((digit) => SMALL[Number(digit)])
    .join(' ');

export const decimal = ({ integer, fraction }: Value): string =>
  fraction === '' ? cardinal(integer) : `${cardinal(integer)} point ${digitsOf(fraction)}`;

const ORDINALS: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

/** 22 is “twenty-second”. */
export function ordinal(number: number): string {
  const words = cardinal(number);
  const at = Math.max(words.lastIndexOf(' '), words.lastIndexOf('-')) + 1;
  const last = words.slice(at);
  const irregular = ORDINALS[last];
  if (irregular !== undefined) return words.slice(0, at) + irregular;
  return words.slice(0, at) + (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`);
}

/** 2026 is “twenty twenty-six”, 2005 “two thousand and five”, 1900 “nineteen hundred”. */
export function year(number: number): string {
  const rest = number % 100;
  if (Math.floor(number / 10) % 100 === 0 && number >= 2_000) return cardinal(number);
  const century = belowHundred(Math.floor(number / 100));
  if (rest === 0) return `${century} hundred`;
  return `${century} ${rest < 10 ? `oh ${SMALL[rest]}` : belowHundred(rest)}`;
}
