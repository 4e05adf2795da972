import type { Rule } from '../language.ts';
import { afterSpace, afterStop, beginsFree, endsFree, isDigits, isKind, textAt, wordsBefore } from '../tokens.ts';
import { caseAfter } from './ru-nouns.ts';
import { CASES, cardinal, type Case, type Gender } from './ru-numbers.ts';
import { ordinal, ordinalWritten } from './ru-ordinals.ts';
import { romanValue } from './roman.ts';

/** What has a place in an order: forms, with their cases; those with two or more depend on the word before. */
const PLACES: readonly [Gender, Record<string, Case[]>][] = [
  ...['этаж', 'класс', 'вагон', 'урок', 'подъезд', 'кабинет', 'зал', 'корпус', 'выход', 'ряд', 'терминал'].map(
    (stem): [Gender, Record<string, Case[]>] => [
      'm',
      { [stem]: ['n', 'a'], [`${stem}е`]: ['p'], [`${stem}у`]: ['d', 'p'], [`${stem}ом`]: ['i'], [`${stem}а`]: ['g'] },
    ],
  ),
  ['m', { путь: ['n', 'a'], пути: ['g', 'd', 'p'], путём: ['i'] }],
  ['m', { век: ['n', 'a'], века: ['g'], веке: ['p'], веку: ['d'], веком: ['i'] }],
  ...['платформ', 'касс', 'смен'].map((stem): [Gender, Record<string, Case[]>] => [
    'f',
    { [`${stem}а`]: ['n'], [`${stem}у`]: ['a'], [`${stem}е`]: ['d', 'p'], [`${stem}ой`]: ['i'], [`${stem}ы`]: ['g'] },
  ]),
  ['f', { линия: ['n'], линию: ['a'], линии: ['g', 'd', 'p'] }],
  ['n', { место: ['n', 'a'] }],
];
export const PLACE_FORMS = new Map(
  PLACES.flatMap(([gender, forms]) => Object.entries(forms).map(([form, cases]) => [form, { gender, cases }] as const)),
);

/** The case of a noun in a form, by the word before its numeral; в and на go with the prepositional as well. */
function placeCase(number: number, cases: readonly Case[], before: readonly string[]): Case | null {
  const [only] = cases;
  const demanded = caseAfter({ before });
  const location = ['в', 'во', 'на', 'при'].includes(before[0] ?? '');
  // Without из, до and the like, `2 этажа` counts them; `5 этажа` can only be the fifth.
  const counts = number % 10 >= 2 && number % 10 <= 4 && Math.floor(number / 10) % 10 !== 1 && number < 100;
  if (only === 'g' && cases.length === 1) return demanded === 'g' || !counts ? 'g' : null;
  if (cases.length === 1) return only ?? null;
  if (cases.includes('p') && location) return 'p';
  if (demanded !== null && cases.includes(demanded)) return demanded;
  // `3 пути` without a preposition counts them, and `5 платформе` is a dative.
  return cases.includes('g') ? null : (only ?? null);
}

/** `3 этаж`, `на 2 пути`, `XXI век`. */
const places: Rule = (tokens, at) => {
  const number = isDigits(tokens, at, 3) && !textAt(tokens, at).startsWith('0') ? Number(textAt(tokens, at)) : null;
  const value = number ?? (isKind(tokens, at, 'word') ? romanValue(textAt(tokens, at)) : null);
  const word = afterSpace(tokens, at + 1);
  if (value === null || word === at + 1 || !beginsFree(tokens, at) || !endsFree(tokens, word + 1)) return null;
  const form = textAt(tokens, word).toLowerCase();
  const place = PLACE_FORMS.get(form);
  // Centuries have Roman numerals only.
  if (!place || (number !== null && form.startsWith('век'))) return null;
  const nounCase = placeCase(number ?? 0, place.cases, wordsBefore(tokens, at));
  return nounCase && { spoken: ordinal(value, place.gender, nounCase), end: at + 1 };
};

/** `1-й`, `3-го`, `5-м`. */
const ordinals: Rule = (tokens, at) => {
  if (!isDigits(tokens, at, 4) || textAt(tokens, at + 1) !== '-' || !isKind(tokens, at + 2, 'word')) return null;
  if (!beginsFree(tokens, at) || !endsFree(tokens, at + 3)) return null;
  const next = textAt(tokens, afterSpace(tokens, at + 3));
  const oblique = caseAfter({ before: wordsBefore(tokens, at, 1) }) !== null && /[ие]$/.test(next);
  const spoken = ordinalWritten(Number(textAt(tokens, at)), textAt(tokens, at + 2), oblique);
  return spoken === null ? null : { spoken, end: at + 3 };
};

const YEAR_FORMS: Record<string, Case> = { год: 'n', года: 'g', году: 'd', годом: 'i' };
const YEAR_NOUNS: Record<Case, string> = { n: 'год', a: 'год', g: 'года', d: 'году', i: 'годом', p: 'году' };

/** `в 2026 году`, `2026 г.`: the year as an ordinal. */
const years: Rule = (tokens, at) => {
  const word = afterSpace(tokens, at + 1);
  if (!isDigits(tokens, at, 4, 4) || !/^(1|20|21)/.test(textAt(tokens, at)) || !beginsFree(tokens, at)) return null;
  const written = textAt(tokens, word).toLowerCase();
  const before = wordsBefore(tokens, at, 1);
  const isIn = before[0] === 'в' || before[0] === 'во';
  const year = Number(textAt(tokens, at));
  if (written === 'г' && textAt(tokens, word + 1) === '.') {
    const nounCase = isIn ? 'p' : (caseAfter({ before }) ?? 'g');
    return {
      spoken: `${ordinal(year, 'm', nounCase)} ${YEAR_NOUNS[nounCase]}`,
      end: afterStop(tokens, word + 1),
    };
  }
  const form = YEAR_FORMS[written];
  if (form === undefined || !endsFree(tokens, word + 1)) return null;
  return { spoken: ordinal(year, 'm', form === 'd' && isIn ? 'p' : form), end: at + 1 };
};

/** The nouns of addresses: nominative, genitive, dative, accusative, instrumental, prepositional. */
const ADDRESS: Record<string, string> = {
  ул: 'улица улицы улице улицу улицей улице',
  пр: 'проспект проспекта проспекту проспект проспектом проспекте',
  просп: 'проспект проспекта проспекту проспект проспектом проспекте',
  пл: 'площадь площади площади площадь площадью площади',
  пер: 'переулок переулка переулку переулок переулком переулке',
  наб: 'набережная набережной набережной набережную набережной набережной',
  бул: 'бульвар бульвара бульвару бульвар бульваром бульваре',
  г: 'город города городу город городом городе',
  ст: 'станция станции станции станцию станцией станции',
  пос: 'посёлок посёлка посёлку посёлок посёлком посёлке',
};

/** `на ул. Мира`: the noun in the case of its preposition. A place is more often where something is than where it leads to. */
const addresses: Rule = (tokens, at) => {
  const forms = isKind(tokens, at, 'word') ? ADDRESS[textAt(tokens, at).toLowerCase()] : undefined;
  const name = textAt(tokens, afterSpace(tokens, at + 2));
  if (forms === undefined || textAt(tokens, at + 1) !== '.' || !/^[\p{Lu}«"]/u.test(name)) return null;
  const [before = ''] = wordsBefore(tokens, at, 1);
  const location = ['в', 'во', 'на', 'при'].includes(before) && !/[ую]$/.test(name);
  const nounCase = location ? 'p' : before === 'по' ? 'd' : (caseAfter({ before: [before] }) ?? 'n');
  const spoken = forms.split(' ')[CASES.indexOf(nounCase)] ?? '';
  const capital = /^\p{Lu}/u.test(textAt(tokens, at));
  return {
    spoken: `${capital ? spoken.charAt(0).toUpperCase() + spoken.slice(1) : spoken}${isKind(tokens, at + 2, 'space') ? '' : ' '}`,
    end: at + 2,
  };
};

/** `с 9 до 21`: both numbers are in the genitive, whatever they count. */
export const fromTo: Rule = (tokens, at) => {
  const word = afterSpace(tokens, at + 1);
  const last = afterSpace(tokens, word + 1);
  if (!isDigits(tokens, at, 4) || !isDigits(tokens, last, 4) || textAt(tokens, word) !== 'до') return null;
  const [before = ''] = wordsBefore(tokens, at, 1);
  if (!['с', 'со', 'от'].includes(before) || !beginsFree(tokens, at) || !endsFree(tokens, last + 1)) return null;
  const [from, to] = [at, last].map((index) => cardinal(Number(textAt(tokens, index)), 'm', 'g'));
  return { spoken: `${from} до ${to}`, end: last + 1 };
};

export const russianRules: readonly Rule[] = [ordinals, years, places, addresses];
