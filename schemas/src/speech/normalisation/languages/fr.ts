import type { CalendarDate, ClockTime, Language, Rule, Unit, Weekdays } from '../language.ts';
import { phrase, type Value } from '../numerals.ts';
import { afterSpace, beginsFree, endsFree, isDigits, isKind, textAt } from '../tokens.ts';
import { NOUNS, UNITS } from './fr-nouns.ts';
import { cardinal, decimal, groupOf, ordinal, type Gender } from './fr-numbers.ts';
import { romanInFrench } from './roman-readers.ts';
import { abbreviationsOf, monthsOf } from './nouns.ts';
import { romanValue } from './roman.ts';

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

const MONTH_NAMES = monthsOf(
  'janvier/janv, février/févr, mars, avril/avr, mai, juin, juillet/juil, août, septembre/sept, octobre/oct, novembre/nov, décembre/déc',
);
const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ');
const day = ({ day }: CalendarDate): string => (day === 1 ? 'premier' : cardinal(day));

const ENDINGS: Record<string, Gender> = { er: 'm', re: 'f', ère: 'f', e: 'm', ème: 'm', eme: 'm', ᵉ: 'm' };
/** `1er`, `2e`, `3ème`. */
const ordinals: Rule = (tokens, at) => {
  const gender = isDigits(tokens, at, 4) ? ENDINGS[textAt(tokens, at + 1).toLowerCase()] : undefined;
  const number = Number(textAt(tokens, at));
  if (gender === undefined || number === 0 || !beginsFree(tokens, at) || !endsFree(tokens, at + 2)) return null;
  // The first of a month is a date.
  if (number === 1 && MONTH_NAMES.has(textAt(tokens, afterSpace(tokens, at + 2)).toLowerCase())) return null;
  return { spoken: ordinal(number, gender), end: at + 2 };
};

const ROMAN_ORDINAL = /^([IVX]{1,7})(?:(re|ère)|er|e|ème)$/;
/** `XXIe siècle`, `François Ier`. */
const romanOrdinals: Rule = (tokens, at) => {
  const match = isKind(tokens, at, 'word') ? ROMAN_ORDINAL.exec(textAt(tokens, at)) : null;
  const number = match && beginsFree(tokens, at) && endsFree(tokens, at + 1) ? romanValue(match[1] ?? '') : null;
  return number === null ? null : { spoken: ordinal(number, match?.[2] === undefined ? 'm' : 'f'), end: at + 1 };
};

/** `St-Lazare`, `Ste-Anne`. */
const saints: Rule = (tokens, at) => {
  const isSaint = /^Ste?$/.test(textAt(tokens, at)) && textAt(tokens, at + 1) === '-' && beginsFree(tokens, at);
  if (!isSaint || !/^\p{Lu}/u.test(textAt(tokens, at + 2))) return null;
  return { spoken: textAt(tokens, at) === 'St' ? 'Saint' : 'Sainte', end: at + 1 };
};

const ALWAYS: Record<string, string> = { h: 'vingt-quatre heures sur vingt-quatre', j: 'sept jours sur sept' };
/** `24h/24` and `7 j/7`. */
const always: Rule = (tokens, at) => {
  const unit = afterSpace(tokens, at + 1);
  const figure = textAt(tokens, at);
  if (!(figure === '24' || figure === '7') || textAt(tokens, unit) !== (figure === '7' ? 'j' : 'h')) return null;
  const isWhole = textAt(tokens, unit + 1) === '/' && textAt(tokens, unit + 2) === figure && endsFree(tokens, unit + 3);
  return isWhole && beginsFree(tokens, at) ? { spoken: ALWAYS[textAt(tokens, unit)] ?? '', end: unit + 3 } : null;
};

/** Une demi-heure, deux heures et demie. */
function half(whole: number, unit: Unit): string {
  const e = genderOf(unit.key) === 'f' ? 'e' : '';
  if (whole > 0) return `${amount({ integer: whole, fraction: '' }, { ...unit, written: null })} et demi${e}`;
  return `un${e} demi-${(NOUNS[unit.key]?.split(' ')[1] ?? '').replaceAll('_', ' ')}`;
}

const WEEKDAYS: Weekdays = {
  names: new Map(
    'lundi mardi mercredi jeudi vendredi samedi dimanche'.split(' ').map((day) => [day.slice(0, 3), [day, day]]),
  ),
  from: 'du',
  to: 'au',
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
    point: {
      only: new Set('vers ouverture fermeture'.split(' ')),
      before: new Set('à de dès avant après entre début fin jusqu’à'.split(' ')),
      never:
        /^(?:salles?|chambre|version|chapitre|section|pages?|num[ée]ro|porte|prix|bureau|article|point|paragraphe|tableau|figure|note|mod[èe]le|bâtiment)$/,
    },
  },
  clock,
  dates: {
    months: MONTH_NAMES,
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
      'ave = avenue',
      'bd = boulevard',
      'st = saint',
      'ste = sainte',
      'rte = route',
      'ch. = chemin',
      'imp. = impasse',
      'fg = faubourg',
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
  roman: romanInFrench,
  own: [ordinals, romanOrdinals, saints, always],
  half,
  times: 'sur',
  plainRange: 'à',
  weekdays: WEEKDAYS,
  phoneWords: ['téléphone', 'tél', 'tel', 'appelez', 'numéro', 'mobile', 'fax'],
  elisions: new Map([
    ['de', 'd’'],
    ['De', 'D’'],
    ['que', 'qu’'],
  ]),
};
