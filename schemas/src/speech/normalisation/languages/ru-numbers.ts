import { groupsOfThree, phrase, type Value } from '../numerals.ts';

/** Nominative, genitive, dative, accusative (of things), instrumental, prepositional. */
export const CASES = ['n', 'g', 'd', 'a', 'i', 'p'] as const;
export type Case = (typeof CASES)[number];
export type Gender = 'm' | 'f' | 'n';

const at = (forms: string, nounCase: Case): string => forms.split(' ')[CASES.indexOf(nounCase)] ?? '';

const ONE: Record<Gender, string> = {
  m: 'один одного одному один одним одном',
  f: 'одна одной одной одну одной одной',
  n: 'одно одного одному одно одним одном',
};
const SMALL: Record<number, string> = {
  0: 'ноль ноля нолю ноль нолём ноле',
  2: 'два двух двум два двумя двух',
  3: 'три трёх трём три тремя трёх',
  4: 'четыре четырёх четырём четыре четырьмя четырёх',
  8: 'восемь восьми восьми восемь восемью восьми',
  40: 'сорок сорока сорока сорок сорока сорока',
  90: 'девяносто девяноста девяноста девяносто девяноста девяноста',
  100: 'сто ста ста сто ста ста',
  200: 'двести двухсот двумстам двести двумястами двухстах',
  300: 'триста трёхсот трёмстам триста тремястами трёхстах',
  400: 'четыреста четырёхсот четырёмстам четыреста четырьмястами четырёхстах',
};
/** Numerals that end with a soft sign, without it. */
const SOFT: Record<number, string> = {
  5: 'пят',
  6: 'шест',
  7: 'сем',
  9: 'девят',
  10: 'десят',
  11: 'одиннадцат',
  12: 'двенадцат',
  13: 'тринадцат',
  14: 'четырнадцат',
  15: 'пятнадцат',
  16: 'шестнадцат',
  17: 'семнадцат',
  18: 'восемнадцат',
  19: 'девятнадцат',
  20: 'двадцат',
  30: 'тридцат',
};
const ENDINGS: Record<Case, string> = { n: 'ь', g: 'и', d: 'и', a: 'ь', i: 'ью', p: 'и' };

/** A number that is one word: 0 to 20, tens and hundreds. */
function single(number: number, gender: Gender, nounCase: Case): string {
  if (number === 1) return at(ONE[gender], nounCase);
  if (number === 2 && gender === 'f' && (nounCase === 'n' || nounCase === 'a')) return 'две';
  const forms = SMALL[number];
  if (forms !== undefined) return at(forms, nounCase);
  const soft = SOFT[number];
  if (soft !== undefined) return soft + ENDINGS[nounCase];
  const direct = nounCase === 'n' || nounCase === 'a';
  // Fifty to eighty, and the hundreds from five on, decline in both their parts.
  if (number < 100) return single(number / 10, 'm', nounCase) + (direct ? 'десят' : single(10, 'm', nounCase));
  const hundreds: Record<Case, string> = { n: 'сот', a: 'сот', g: 'сот', d: 'стам', i: 'стами', p: 'стах' };
  return single(number / 100, 'm', nounCase) + hundreds[nounCase];
}

function belowThousand(number: number, gender: Gender, nounCase: Case): string {
  const rest = number % 100;
  const words = number >= 100 ? [single(number - rest, gender, nounCase)] : [];
  if (rest > 20 && rest % 10 > 0)
    words.push(single(rest - (rest % 10), gender, nounCase), single(rest % 10, gender, nounCase));
  else if (rest > 0) words.push(single(rest, gender, nounCase));
  return words.join(' ');
}

export type Noun = { gender: Gender; one: Record<Case, string>; many: Record<Case, string> };
/** A noun by its stem and endings, in the order of the cases; `many` begins with the nominative, too. */
export function noun(gender: Gender, stem: string, one: string, many: string): Noun {
  const decline = (endings: string): Record<Case, string> => {
    const form = (nounCase: Case): string => stem + at(endings, nounCase).replace('-', '');
    return { n: form('n'), g: form('g'), d: form('d'), a: form('a'), i: form('i'), p: form('p') };
  };
  return { gender, one: decline(one), many: decline(many) };
}

/** The form of a noun that is counted by a number in a case: две минуты, двух минут. */
export function nounFor({ one, many }: Noun, number: number, nounCase: Case): string {
  const isTeen = Math.floor(number / 10) % 10 === 1;
  const last = isTeen ? 0 : number % 10;
  if (last === 1) return one[nounCase];
  if (nounCase !== 'n' && nounCase !== 'a') return many[nounCase];
  return last >= 2 && last <= 4 ? one.g : many.g;
}

const SCALES: readonly (Noun | null)[] = [
  null,
  noun('f', 'тысяч', 'а и е у ей е', 'и - ам и ами ах'),
  noun('m', 'миллион', '- а у - ом е', 'ы ов ам ы ами ах'),
  noun('m', 'миллиард', '- а у - ом е', 'ы ов ам ы ами ах'),
];

export function cardinal(number: number, gender: Gender = 'm', nounCase: Case = 'n'): string {
  if (number === 0) return single(0, gender, nounCase);
  const parts = groupsOfThree(number).map((group, index) => {
    const scale = SCALES[index];
    if (group === 0 || !scale) return belowThousand(group, gender, nounCase);
    const scaled = nounFor(scale, group, nounCase);
    // A thousand alone is тысяча, not одна тысяча.
    return group === 1 ? scaled : phrase(belowThousand(group, scale.gender, nounCase), scaled);
  });
  return phrase(...parts.reverse());
}

const PARTS = ['', 'десят', 'сот', 'тысячн'];

/** A number with decimals: ноль целых пять десятых; with more than three of them, digit by digit. */
export function decimal({ integer, fraction }: Value, nounCase: Case = 'n'): string {
  if (fraction === '') return cardinal(integer, 'm', nounCase);
  const part = PARTS[fraction.length];
  if (part === undefined)
    return `${cardinal(integer)} запятая ${fraction
      .split('')
      .map((digit) => cardinal(Number(digit)))
      .join(' ')}`;
  const ones = (number: number): boolean => number % 10 === 1 && number % 100 !== 11;
  const endings = (number: number): string =>
    ones(number) ? at('ая ой ой ую ой ой', nounCase) : at('ых ых ым ых ыми ых', nounCase);
  const tail = Number(fraction);
  const whole = phrase(cardinal(integer, 'f', nounCase), `цел${endings(integer)}`);
  return phrase(whole, cardinal(tail, 'f', nounCase), `${part}${endings(tail)}`);
}
