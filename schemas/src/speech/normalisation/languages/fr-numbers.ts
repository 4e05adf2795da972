import { phrase, type Value } from '../numerals.ts';

export type Gender = 'm' | 'f';
const SMALL =
  'zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf'.split(
    ' ',
  );
const TENS = ' dix vingt trente quarante cinquante soixante soixante quatre-vingt quatre-vingt'.split(' ');

/** `isLast`: nothing of the number follows, so that quatre-vingts and cents have their s. */
function belowHundred(number: number, gender: Gender, isLast: boolean): string {
  if (number === 1 && gender === 'f') return 'une';
  if (number < 20) return SMALL[number] ?? '';
  const tens = Math.floor(number / 10);
  const base = TENS[tens] ?? '';
  const rest = tens === 7 || tens === 9 ? (number % 10) + 10 : number % 10;
  if (rest === 0) return tens === 8 && isLast ? `${base}s` : base;
  const word = rest === 1 && gender === 'f' ? 'une' : (SMALL[rest] ?? '');
  return (rest === 1 || rest === 11) && tens < 8 ? `${base} et ${word}` : `${base}-${word}`;
}

function belowThousand(number: number, gender: Gender, isLast: boolean): string {
  const hundreds = Math.floor(number / 100);
  const rest = number % 100;
  const cent = rest === 0 && hundreds > 1 && isLast ? 'cents' : 'cent';
  return phrase(
    hundreds === 0 ? '' : phrase(hundreds === 1 ? '' : (SMALL[hundreds] ?? ''), cent),
    rest === 0 ? '' : belowHundred(rest, gender, isLast),
  );
}

/** A whole number in words: 21 is vingt et un, before minutes vingt et une. */
export function cardinal(number: number, gender: Gender = 'm'): string {
  if (number === 0) return 'zéro';
  const large = (
    [
      [1_000_000_000, 'milliard'],
      [1_000_000, 'million'],
    ] as const
  ).map(([size, name]) => {
    const count = Math.floor(number / size) % 1_000;
    return count === 0 ? '' : `${belowThousand(count, 'm', true)} ${name}${count > 1 ? 's' : ''}`;
  });
  const thousands = Math.floor(number / 1_000) % 1_000;
  const mille = thousands === 0 ? '' : phrase(thousands === 1 ? '' : belowThousand(thousands, 'm', false), 'mille');
  const rest = number % 1_000;
  return phrase(...large, mille, rest === 0 ? '' : belowThousand(rest, gender, true));
}

/** A number with decimals: deux virgule cinq, deux virgule zéro cinq. */
export function decimal({ integer, fraction }: Value, gender: Gender = 'm'): string {
  if (fraction === '') return cardinal(integer, gender);
  return `${cardinal(integer)} virgule ${groupOf(fraction)}`;
}

/** Digits as they are read in groups: zéro six, vingt-trois; longer ones one after another. */
export function groupOf(digits: string): string {
  const rest = digits.replace(/^0+/, '');
  if (rest.length > 3)
    return digits
      .split('')
      .map((digit) => SMALL[Number(digit)])
      .join(' ');
  const zeros = Array.from({ length: digits.length - rest.length }, () => 'zéro');
  return phrase(...zeros, rest === '' ? '' : cardinal(Number(rest)));
}

/** 1 is premier or première, 21 vingt et unième. */
export function ordinal(number: number, gender: Gender = 'm'): string {
  if (number === 1) return gender === 'f' ? 'première' : 'premier';
  const words = cardinal(number).replace(/(quatre-vingt|cent)s$/, '$1');
  if (words.endsWith('cinq')) return `${words}uième`;
  if (words.endsWith('neuf')) return `${words.slice(0, -1)}vième`;
  return `${words.replace(/e$/, '')}ième`;
}
