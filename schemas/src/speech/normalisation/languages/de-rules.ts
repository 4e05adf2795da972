import type { Rule } from '../language.ts';
import { afterSpace, beginsFree, endsFree, isDigits, isKind, textAt, wordsBefore } from '../tokens.ts';
import { ordinalStem, year } from './de-numbers.ts';
import { romanValue } from './roman.ts';

/** Nouns behind an ordinal with their gender, and what an abbreviation stands for. */
const PLACES: Record<string, readonly [string, string?]> = {
  stock: ['m'],
  etage: ['f'],
  og: ['n', 'Obergeschoss'],
  ug: ['n', 'Untergeschoss'],
  obergeschoss: ['n'],
  untergeschoss: ['n'],
  klasse: ['f'],
  platz: ['m'],
  mal: ['n'],
  aufruf: ['m'],
  tag: ['m'],
  jahrhundert: ['n'],
  advent: ['m'],
  stunde: ['f'],
  reihe: ['f'],
  wagen: ['m'],
  runde: ['f'],
  halbzeit: ['f'],
  geburtstag: ['m'],
  jubiläum: ['n'],
  stockwerk: ['n'],
  preis: ['m'],
  gang: ['m'],
  weltkrieg: ['m'],
  weihnachtstag: ['m'],
  weihnachtsfeiertag: ['m'],
};
const WITH_EN = new Set([
  'im',
  'am',
  'vom',
  'zum',
  'beim',
  'dem',
  'den',
  'des',
  'einem',
  'einen',
  'zur',
  'ins',
  'ihrem',
  'unserem',
  'unseren',
]);
const BARE: Record<string, string> = { m: 'er', f: 'e', n: 'es' };

function ending(gender: string, before: string): string {
  if (before === 'ins' || before === 'das' || before === 'die') return 'e';
  if (WITH_EN.has(before) || (before === 'der' && gender === 'f')) return 'en';
  if (before === 'der') return 'e';
  if (before === 'in' || before === 'ab' || before === 'aus') return gender === 'f' ? 'er' : 'em';
  return BARE[gender] ?? 'e';
}

/** `im 2. Stock`, `die 5. Klasse`. */
const ordinals: Rule = (tokens, at) => {
  const word = afterSpace(tokens, at + 2);
  const roman = isKind(tokens, at, 'word') ? romanValue(textAt(tokens, at)) : null;
  if (
    !(isDigits(tokens, at, 3) || roman) ||
    textAt(tokens, at + 1) !== '.' ||
    word === at + 2 ||
    !beginsFree(tokens, at)
  )
    return null;
  const place = PLACES[textAt(tokens, word).toLowerCase()];
  if (!place || !/^\p{Lu}/u.test(textAt(tokens, word)) || !endsFree(tokens, word + 1)) return null;
  const [gender, full] = place;
  const [before = ''] = wordsBefore(tokens, at, 1);
  const number = roman ?? Number(textAt(tokens, at));
  if (number === 0) return null;
  const spoken = `${ordinalStem(number)}${ending(gender, before)}`;
  return full === undefined ? { spoken, end: at + 2 } : { spoken: `${spoken} ${full}`, end: word + 1 };
};

const BEFORE_YEAR = new Set([
  'jahr',
  'jahre',
  'jahres',
  'seit',
  'sommer',
  'winter',
  'frühling',
  'herbst',
  'silvester',
  'anno',
  'saison',
]);
/** `im Jahr 1998`: eighteen hundreds and nineteen hundreds are no thousands. */
const years: Rule = (tokens, at) => {
  const [before = ''] = wordsBefore(tokens, at, 1);
  const isYear = isDigits(tokens, at, 4, 4) && /^(1[1-9]|20)/.test(textAt(tokens, at)) && BEFORE_YEAR.has(before);
  return isYear && endsFree(tokens, at + 1) ? { spoken: year(Number(textAt(tokens, at))), end: at + 1 } : null;
};

/** `Hauptstr. 5`, `Berliner Str.` */
const streets: Rule = (tokens, at) => {
  const text = textAt(tokens, at);
  if (!isKind(tokens, at, 'word') || !/str$/i.test(text) || textAt(tokens, at + 1) !== '.' || !beginsFree(tokens, at))
    return null;
  const next = textAt(tokens, afterSpace(tokens, at + 2));
  const ends = next === '' || /^\p{Lu}/u.test(next);
  const gap = isKind(tokens, at + 2, 'digits') ? ' ' : '';
  return { spoken: `${text}aße${ends ? '.' : gap}`, end: at + 2 };
};

export const germanRules: readonly Rule[] = [ordinals, years, streets];
