import { phrase } from '../numerals.ts';
import { CASES, cardinal, type Case, type Gender } from './ru-numbers.ts';

/** The masculine nominative without its ending; those of third and of hard endings are below. */
const STEMS: Record<number, string> = {
  0: 'нулев',
  1: 'перв',
  2: 'втор',
  3: 'трет',
  4: 'четвёрт',
  5: 'пят',
  6: 'шест',
  7: 'седьм',
  8: 'восьм',
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
  40: 'сороков',
  50: 'пятидесят',
  60: 'шестидесят',
  70: 'семидесят',
  80: 'восьмидесят',
  90: 'девяност',
  100: 'сот',
  200: 'двухсот',
  300: 'трёхсот',
  400: 'четырёхсот',
  500: 'пятисот',
  600: 'шестисот',
  700: 'семисот',
  800: 'восьмисот',
  900: 'девятисот',
  1_000: 'тысячн',
  2_000: 'двухтысячн',
};
const STRESSED = new Set([0, 2, 6, 7, 8, 40]);

const ENDINGS: Record<Gender, string> = {
  m: 'ый ого ому ый ым ом',
  f: 'ая ой ой ую ой ой',
  n: 'ое ого ому ое ым ом',
};
const THIRD: Record<Gender, string> = {
  m: 'третий третьего третьему третий третьим третьем',
  f: 'третья третьей третьей третью третьей третьей',
  n: 'третье третьего третьему третье третьим третьем',
};

function single(number: number, gender: Gender, nounCase: Case): string {
  const index = CASES.indexOf(nounCase);
  if (number === 3) return THIRD[gender].split(' ')[index] ?? '';
  const ending = ENDINGS[gender].split(' ')[index] ?? '';
  const stressed = STRESSED.has(number) && ending === 'ый' ? 'ой' : ending;
  return `${STEMS[number] ?? ''}${stressed}`;
}

/** The place in an order, 0 to 2,999: only the last word declines. */
export function ordinal(number: number, gender: Gender = 'm', nounCase: Case = 'n'): string {
  const last = lastPart(number);
  const before = number - last;
  return phrase(before === 0 ? '' : cardinal(before), single(last, gender, nounCase));
}

/** What is spoken as the last word: 6 of 2026, 12 of 112, 1,000 of 1,000. */
function lastPart(number: number): number {
  if (number % 100 <= 20 && number % 100 > 0) return number % 100;
  if (number % 10 > 0) return number % 10;
  if (number % 100 > 0) return number % 100;
  return number % 1_000 > 0 ? number % 1_000 : number;
}

/** The endings that are written behind a figure, as the 3-го of третьего, with what they may be. */
const WRITTEN: Record<string, readonly (readonly [Gender, Case])[]> = {
  й: [
    ['m', 'n'],
    ['f', 'p'],
  ],
  ый: [['m', 'n']],
  ий: [['m', 'n']],
  ой: [
    ['m', 'n'],
    ['f', 'g'],
  ],
  я: [['f', 'n']],
  ая: [['f', 'n']],
  е: [['n', 'n']],
  ое: [['n', 'n']],
  го: [['m', 'g']],
  ого: [['m', 'g']],
  му: [['m', 'd']],
  ому: [['m', 'd']],
  ю: [['f', 'a']],
  ую: [['f', 'a']],
  м: [['m', 'p']],
  ом: [['m', 'p']],
  ым: [['m', 'i']],
};

/** An ordinal by the ending behind its figure; null for what is no such ending. @param oblique whether a word before it demands another case than the nominative */
export function ordinalWritten(number: number, ending: string, oblique: boolean): string | null {
  const choices = WRITTEN[ending.toLowerCase()];
  if (!choices || number > 2_999) return null;
  const [gender, nounCase] = (oblique ? choices.at(-1) : choices[0]) ?? ['m', 'n'];
  return ordinal(number, gender, nounCase);
}
