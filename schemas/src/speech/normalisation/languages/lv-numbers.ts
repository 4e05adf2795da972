import { groupsOfThree, phrase, type Value } from '../numerals.ts';

/** Nominative, genitive, dative, accusative, locative. */
export const CASES = ['n', 'g', 'd', 'a', 'l'] as const;
export type Case = (typeof CASES)[number];
export type Gender = 'm' | 'f';

const STEMS = ' vien div tr četr piec seš septiņ astoņ deviņ'.split(' ');
const TEENS =
  'desmit vienpadsmit divpadsmit trīspadsmit četrpadsmit piecpadsmit sešpadsmit septiņpadsmit astoņpadsmit deviņpadsmit'.split(
    ' ',
  );
const TENS = ' desmit divdesmit trīsdesmit četrdesmit piecdesmit sešdesmit septiņdesmit astoņdesmit deviņdesmit'.split(
  ' ',
);
const ONE: Record<Gender, string> = { m: 's a am u ā', f: 'a as ai u ā' };
const MANY: Record<Gender, string> = { m: 'i u iem us os', f: 'as u ām as ās' };
const THREE: Record<Gender, string> = { m: 'trīs triju trim trīs trijos', f: 'trīs triju trim trīs trijās' };

const at = (forms: string, nounCase: Case): string => forms.split(' ')[CASES.indexOf(nounCase)] ?? '';

function digit(number: number, gender: Gender, nounCase: Case): string {
  if (number === 3) return at(THREE[gender], nounCase);
  return (STEMS[number] ?? '') + at(number === 1 ? ONE[gender] : MANY[gender], nounCase);
}

/** Divi simti, in other cases than the nominative divsimt. */
function hundredsIn(hundreds: number, nounCase: Case): string {
  if (nounCase !== 'n') return `${hundreds === 1 ? '' : hundreds === 3 ? 'trīs' : (STEMS[hundreds] ?? '')}simt`;
  return hundreds === 1 ? 'simts' : `${digit(hundreds, 'm', 'n')} simti`;
}

function belowThousand(number: number, gender: Gender, nounCase: Case): string {
  const rest = number % 100;
  const hundreds = Math.floor(number / 100);
  const hundred = hundreds === 0 ? '' : hundredsIn(hundreds, nounCase);
  if (rest >= 10 && rest < 20) return phrase(hundred, TEENS[rest - 10] ?? '');
  return phrase(hundred, TENS[Math.floor(rest / 10)] ?? '', rest % 10 === 0 ? '' : digit(rest % 10, gender, nounCase));
}

const SCALES = [
  ['', ''],
  ['tūkstotis tūkstoša tūkstotim tūkstoti tūkstotī', 'tūkstoši tūkstošu tūkstošiem tūkstošus tūkstošos'],
  ['miljons miljona miljonam miljonu miljonā', 'miljoni miljonu miljoniem miljonus miljonos'],
  ['miljards miljarda miljardam miljardu miljardā', 'miljardi miljardu miljardiem miljardus miljardos'],
] as const;
/** Whether a number is followed by a noun in the singular: 1, 21, but not 11. */
export const isSingular = (number: number): boolean => number % 10 === 1 && number % 100 !== 11;

/** A whole number in words; ten to nineteen and full tens do not decline. */
export function cardinal(number: number, gender: Gender = 'm', nounCase: Case = 'n'): string {
  if (number === 0) return 'nulle';
  const parts = groupsOfThree(number).map((group, index) => {
    if (group === 0 || index === 0) return belowThousand(group, gender, nounCase);
    const [one, many] = SCALES[index] ?? ['', ''];
    if (group === 1) return at(one, nounCase);
    return phrase(belowThousand(group, 'm', nounCase), at(isSingular(group) ? one : many, nounCase));
  });
  return phrase(...parts.reverse());
}

export const digitsOf = (digits: string): string =>
  digits
    .split('')
    .map((each) => cardinal(Number(each)))
    .join(' ');
export const decimal = ({ integer, fraction }: Value, gender: Gender = 'm', nounCase: Case = 'n'): string =>
  fraction === '' ? cardinal(integer, gender, nounCase) : `${cardinal(integer)} komats ${digitsOf(fraction)}`;

/** The hour with pulksten, which is plural: pulksten deviņos, divdesmitos, divdesmit vienos. */
export function hour(number: number, nounCase: 'n' | 'd' | 'l'): string {
  if (nounCase === 'n') return cardinal(number, 'm', 'n');
  const ending = nounCase === 'd' ? 'iem' : 'os';
  const last = number % 10;
  if (number >= 10 && (number < 20 || last === 0)) return `${cardinal(number)}${ending}`;
  const tens = number > 20 ? `${TENS[Math.floor(number / 10)]} ` : '';
  return `${tens}${last === 3 ? 'trij' : (STEMS[last] ?? '')}${ending}`;
}

const ORDINALS = ' pirm otr treš ceturt piekt sest septīt astot devīt'.split(' ');
const ENDINGS: Record<Gender, string> = { m: 'ais ā ajam o ajā', f: 'ā ās ajai o ajā' };

/** The place in an order, 1 to 2,999: only the last word declines. */
export function ordinal(number: number, gender: Gender, nounCase: Case): string {
  const ending = at(ENDINGS[gender], nounCase);
  const rest = number % 100;
  if (rest === 0) {
    const hundreds = Math.floor(number / 100) % 10;
    if (hundreds === 0) return `${number === 1_000 ? '' : (STEMS[Math.floor(number / 1_000)] ?? '')}tūkstoš${ending}`;
    const thousands = number - hundreds * 100;
    return phrase(
      thousands === 0 ? '' : cardinal(thousands),
      `${hundreds === 1 ? '' : (STEMS[hundreds] ?? '')}simt${ending}`,
    );
  }
  const last = rest < 20 && rest >= 10 ? TEENS[rest - 10] : rest % 10 === 0 ? TENS[rest / 10] : ORDINALS[rest % 10];
  const tail = rest < 20 || rest % 10 === 0 ? rest : rest % 10;
  return phrase(
    number === tail ? '' : cardinal(number - tail).replace(/^tūkstotis/, 'tūkstoš'),
    `${last ?? ''}${ending}`,
  );
}
