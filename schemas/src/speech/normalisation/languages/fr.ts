import type { CalendarDate, ClockTime, Language, Rule, Unit } from '../language.ts';
import { phrase, type Value } from '../numerals.ts';
import { beginsFree, endsFree, isDigits, isKind, textAt } from '../tokens.ts';
import { cardinal, decimal, groupOf, ordinal, type Gender } from './fr-numbers.ts';
import { abbreviationsOf, monthsOf, unitsOf } from './nouns.ts';
import { romanValue } from './roman.ts';

/** Gender, singular, plural. */
const NOUNS: Record<string, string> = {
  minute: 'f minute minutes',
  heure: 'f heure heures',
  seconde: 'f seconde secondes',
  jour: 'm jour jours',
  semaine: 'f semaine semaines',
  an: 'm an ans',
  année: 'f année années',
  fois: 'f fois fois',
  personne: 'f personne personnes',
  place: 'f place places',
  pièce: 'f pièce pièces',
  pourcent: 'm pour_cent pour_cent',
  euro: 'm euro euros',
  centime: 'm centime centimes',
  dollar: 'm dollar dollars',
  cent: 'm cent cents',
  livre: 'f livre livres',
  penny: 'm penny pence',
  rouble: 'm rouble roubles',
  kopeck: 'm kopeck kopecks',
  kilomètre: 'm kilomètre kilomètres',
  franc: 'm franc francs',
  mètre: 'm mètre mètres',
  centimètre: 'm centimètre centimètres',
  millimètre: 'm millimètre millimètres',
  kilo: 'm kilogramme kilogrammes',
  gramme: 'm gramme grammes',
  litre: 'm litre litres',
  millilitre: 'm millilitre millilitres',
  centilitre: 'm centilitre centilitres',
  tonne: 'f tonne tonnes',
  celsius: 'm degré_Celsius degrés_Celsius',
  degré: 'm degré degrés',
  vitesse: 'm kilomètre_par_heure kilomètres_par_heure',
  carré: 'm mètre_carré mètres_carrés',
};
const UNITS = unitsOf([
  'minute: min, mn | minute, minutes',
  'heure: | heure, heures',
  'seconde: s, sec | seconde, secondes',
  'jour: j | jour, jours',
  'semaine: | semaine, semaines',
  'an: | an, ans',
  'année: | année, années',
  'fois: | fois',
  'personne: | personne, personnes',
  'place: | place, places',
  'pièce: | pièce, pièces',
  'pourcent: %',
  'euro: €, eur | euro, euros',
  'centime: | centime, centimes',
  'dollar: $, usd | dollar, dollars',
  'livre: £ | livre, livres',
  'rouble: ₽',
  'franc: chf | franc, francs',
  'kilomètre: km | kilomètre, kilomètres',
  'mètre: m | mètre, mètres',
  'centimètre: cm',
  'millimètre: mm',
  'kilo: kg | kilo, kilos',
  'gramme: g | gramme, grammes',
  'litre: l | litre, litres',
  'millilitre: ml',
  'centilitre: cl',
  'tonne: t | tonne, tonnes',
  'celsius: °C, ° C',
  'degré: ° | degré, degrés',
  'vitesse: km/h',
  'carré: m²',
]);
const genderOf = (key: string): Gender => (NOUNS[key]?.startsWith('f') ? 'f' : 'm');

const counted = (value: Value, { key }: Unit): string => decimal(value, genderOf(key));

function amount(value: Value, unit: Unit): string {
  const [, one = '', many = ''] = (NOUNS[unit.key] ?? '').split(' ').map((part) => part.replaceAll('_', ' '));
  const noun = unit.written ?? (value.integer < 2 ? one : many);
  const isMillions =
    value.integer >= 1_000_000 && value.integer % 1_000_000 === 0 && value.fraction === '' && unit.key !== 'pourcent';
  const link = isMillions ? (/^[aeéhiou]/i.test(noun) ? 'd’' : 'de ') : '';
  return phrase(counted(value, unit), `${link}${noun}`);
}

function clock({ hour, minute, suffix }: ClockTime): string {
  const hours = cardinal(hour, 'f');
  if (suffix === '') return hours;
  return phrase(hours, hour < 2 ? 'heure' : 'heures', minute === 0 ? '' : cardinal(minute, 'f'));
}

const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ');
const day = ({ day }: CalendarDate): string => (day === 1 ? 'premier' : cardinal(day));

const ENDINGS: Record<string, Gender> = { er: 'm', re: 'f', ère: 'f', e: 'm', ème: 'm', eme: 'm', ᵉ: 'm' };
/** `1er`, `2e`, `3ème`. */
const ordinals: Rule = (tokens, at) => {
  const gender = isDigits(tokens, at, 4) ? ENDINGS[textAt(tokens, at + 1).toLowerCase()] : undefined;
  const number = Number(textAt(tokens, at));
  if (gender === undefined || number === 0 || !beginsFree(tokens, at) || !endsFree(tokens, at + 2)) return null;
  return { spoken: ordinal(number, gender), end: at + 2 };
};

const CENTURY = /^([IVX]{1,7})(?:er|e|ème)$/;
/** `XXIe siècle`. */
const centuries: Rule = (tokens, at) => {
  if (!isKind(tokens, at, 'word') || !/^siècles?$/.test(textAt(tokens, at + 2)) || !beginsFree(tokens, at)) return null;
  const number = romanValue(CENTURY.exec(textAt(tokens, at))?.[1] ?? '');
  return number === null ? null : { spoken: ordinal(number), end: at + 1 };
};

export const french: Language = {
  numbers: { decimal: ',', group: ' ' },
  number: (value) => decimal(value),
  phoneGroup: groupOf,
  plus: 'plus',
  minus: 'moins',
  clocks: {
    suffixes: ['heure', 'heures', 'h'],
    hourSuffixes: [],
    prefixes: [],
    letter: true,
    range: { from: 'de', to: 'à' },
  },
  clock,
  dates: {
    months: monthsOf(
      'janvier/janv, février/févr, mars, avril/avr, mai, juin, juillet/juil, août, septembre/sept, octobre/oct, novembre/nov, décembre/déc',
    ),
    fillers: ['er'],
    yearSuffixes: [],
    monthFirst: false,
    nameFirst: false,
    range: { from: 'du', to: 'au' },
  },
  date: (date) => phrase(day(date), MONTHS[date.month - 1] ?? '', date.year === null ? '' : cardinal(date.year)),
  day,
  units: UNITS,
  hundredths: new Map([
    ['euro', 'centime'],
    ['dollar', 'cent'],
    ['livre', 'penny'],
    ['rouble', 'kopeck'],
    ['franc', 'centime'],
  ]),
  moneyLink: 'et',
  amount,
  counted,
  rangeLinks: ['à', 'ou', 'et'],
  between: { before: 'entre', link: 'et' },
  abbreviations: new Map([
    ...abbreviationsOf('name', [
      'm. = monsieur',
      'mme = madame',
      'mlle = mademoiselle',
      'dr = docteur',
      'dr. = docteur',
      'pr = professeur',
      'mm. = messieurs',
      'av. = avenue',
      'bd = boulevard',
      'bd. = boulevard',
      'pl. = place',
    ]),
    ...abbreviationsOf('number', [
      'tél. = téléphone',
      'env. = environ',
      'p. = page',
      'bât. = bâtiment',
      'max. = maximum',
      'min. = minimum',
    ]),
    ...abbreviationsOf('last', ['etc. = et cetera']),
    ...abbreviationsOf('any', [
      'p.ex. = par exemple',
      'c.-à-d. = c’est-à-dire',
      'rdv = rendez-vous',
      'rdc = rez-de-chaussée',
      'svp = s’il vous plaît',
      'tél. = téléphone',
    ]),
  ]),
  numberSigns: new Map([
    ['n°', 'numéro'],
    ['nº', 'numéro'],
    ['no.', 'numéro'],
    ['№', 'numéro'],
    ['#', 'numéro'],
  ]),
  fractions: new Map([
    ['½', 'un demi'],
    ['¼', 'un quart'],
    ['¾', 'trois quarts'],
    ['1/2', 'un demi'],
    ['1/3', 'un tiers'],
    ['2/3', 'deux tiers'],
    ['1/4', 'un quart'],
    ['3/4', 'trois quarts'],
    ['24/7', 'vingt-quatre heures sur vingt-quatre, sept jours sur sept'],
    ['24/24', 'vingt-quatre heures sur vingt-quatre'],
    ['7/7', 'sept jours sur sept'],
  ]),
  own: [ordinals, centuries],
  elisions: new Map([
    ['de', 'd’'],
    ['De', 'D’'],
    ['que', 'qu’'],
  ]),
};
