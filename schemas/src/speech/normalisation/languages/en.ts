import type { CalendarDate, ClockTime, Context, Language, Rule, Unit } from '../language.ts';
import { phrase, type Value } from '../numerals.ts';
import { afterSpace, beginsFree, endsFree, isDigits, isKind, textAt, wordsBefore } from '../tokens.ts';
import { cardinal, decimal, digitsOf, ordinal, year } from './en-numbers.ts';
import { abbreviationsOf, monthsOf, unitsOf } from './nouns.ts';

/** Singular and plural. */
const NOUNS: Record<string, string> = {
  minute: 'minute minutes',
  hour: 'hour hours',
  second: 'second seconds',
  day: 'day days',
  percent: 'percent percent',
  euro: 'euro euros',
  dollar: 'dollar dollars',
  pound: 'pound pounds',
  rouble: 'rouble roubles',
  cent: 'cent cents',
  penny: 'penny pence',
  kopeck: 'kopeck kopecks',
  kilometre: 'kilometre kilometres',
  metre: 'metre metres',
  centimetre: 'centimetre centimetres',
  millimetre: 'millimetre millimetres',
  kilogram: 'kilogram kilograms',
  gram: 'gram grams',
  litre: 'litre litres',
  millilitre: 'millilitre millilitres',
  tonne: 'tonne tonnes',
  celsius: 'degree_Celsius degrees_Celsius',
  fahrenheit: 'degree_Fahrenheit degrees_Fahrenheit',
  degree: 'degree degrees',
  speed: 'kilometre_per_hour kilometres_per_hour',
  mile: 'mile miles',
  milespeed: 'mile_per_hour miles_per_hour',
  square: 'square_metre square_metres',
  ounce: 'ounce ounces',
  foot: 'foot feet',
  week: 'week weeks',
};
const UNITS = unitsOf([
  'minute: min, mins',
  'hour: h, hr, hrs',
  'second: sec, secs',
  'percent: %',
  'euro: €',
  'dollar: $',
  'pound: £',
  'rouble: ₽',
  'cent: ¢',
  'kilometre: km',
  'metre: m',
  'centimetre: cm',
  'millimetre: mm',
  'kilogram: kg',
  'gram: g',
  'litre: l',
  'millilitre: ml',
  'tonne: t',
  'celsius: °C, ° C',
  'fahrenheit: °F, ° F',
  'degree: °',
  'speed: km/h',
  'milespeed: mph',
  'square: m², sq m',
  'ounce: oz',
  'foot: ft',
  'minute: | minute, minutes',
  'hour: | hour, hours',
  'day: | day, days',
  'second: | second, seconds',
  'week: | week, weeks',
  'percent: | percent',
  'euro: EUR | euro, euros',
  'dollar: USD | dollar, dollars',
  'pound: GBP',
  'kilometre: | kilometre, kilometres',
  'metre: | metre, metres',
  'mile: mi | mile, miles',
  'degree: | degree, degrees',
]);

const DAY_PARTS: Record<string, string> = { am: 'a.m.', pm: 'p.m.' };

function clock({ hour, minute, suffix }: ClockTime): string {
  const part = DAY_PARTS[suffix ?? ''] ?? '';
  const hours = hour === 0 && minute > 0 ? 'zero hours' : cardinal(hour);
  if (suffix === '') return hours;
  if (minute > 0) return phrase(hours, minute < 10 ? `oh ${cardinal(minute)}` : cardinal(minute), part);
  if (part !== '') return `${hours} ${part}`;
  if (hour === 0 || hour === 24) return 'midnight';
  return hour > 12 ? `${hours} hundred` : `${hours} o’clock`;
}

const dayWord = ({ day }: CalendarDate, { before }: Context): string =>
  before.at(0) === 'the' ? ordinal(day) : `the ${ordinal(day)}`;

const amount = (value: Value, { key, written }: Unit, { before }: Context): string => {
  const [one = '', many = ''] = (NOUNS[key] ?? '').split(' ').map((noun) => noun.replaceAll('_', ' '));
  // A five minute break.
  const isOne = (value.integer === 1 && value.fraction === '') || before[0] === 'a' || before[0] === 'an';
  return phrase(decimal(value), written ?? (isOne ? one : many));
};

const ORDINAL_ENDINGS = new Set(['st', 'nd', 'rd', 'th']);
const BEFORE_YEAR = new Set([
  'in',
  'since',
  'until',
  'year',
  'from',
  'by',
  'of',
  'summer',
  'winter',
  'spring',
  'autumn',
  'season',
]);

const ordinals: Rule = (tokens, at) => {
  if (!isDigits(tokens, at, 6) || !beginsFree(tokens, at) || !endsFree(tokens, at + 2)) return null;
  if (!ORDINAL_ENDINGS.has(textAt(tokens, at + 1).toLowerCase())) return null;
  if (english.dates.months.has(textAt(tokens, afterSpace(tokens, at + 2)).toLowerCase())) return null;
  if (['of'].includes(textAt(tokens, afterSpace(tokens, at + 2)).toLowerCase())) {
    const month = afterSpace(tokens, afterSpace(tokens, at + 2) + 1);
    if (english.dates.months.has(textAt(tokens, month).toLowerCase())) return null;
  }
  return Number(textAt(tokens, at)) === 0 ? null : { spoken: ordinal(Number(textAt(tokens, at))), end: at + 2 };
};

const years: Rule = (tokens, at) => {
  const [before = ''] = wordsBefore(tokens, at, 1);
  const isYear = isDigits(tokens, at, 4, 4) && /^(1[0-9]|20)/.test(textAt(tokens, at));
  if (!isYear || !(BEFORE_YEAR.has(before) || english.dates.months.has(before)) || !endsFree(tokens, at + 1))
    return null;
  // A year is followed by no noun that it counts.
  const next = textAt(tokens, afterSpace(tokens, at + 1));
  return UNITS.has(next.toLowerCase()) || isKind(tokens, afterSpace(tokens, at + 1), 'digits')
    ? null
    : { spoken: year(Number(textAt(tokens, at))), end: at + 1 };
};

/** English with the day before the month in dates of figures. */
export const english: Language = {
  numbers: { decimal: '.', group: ',' },
  number: decimal,
  phoneGroup: digitsOf,
  plus: 'plus',
  minus: 'minus',
  clocks: {
    suffixes: ['am', 'pm', 'hrs', 'hours'],
    hourSuffixes: ['am', 'pm'],
    prefixes: [],
    letter: false,
    range: { from: '', to: 'to' },
  },
  clock,
  dates: {
    months: monthsOf(
      'january/jan, february/feb, march, april/apr, may, june, july, august/aug, september/sept, october/oct, november/nov, december/dec',
    ),
    fillers: ['of', 'st', 'nd', 'rd', 'th', ','],
    yearSuffixes: [],
    monthFirst: false,
    nameFirst: true,
    range: { from: '', to: 'to' },
  },
  date: (date, context) => {
    const name = MONTHS[date.month - 1] ?? '';
    const years = date.year === null ? '' : `, ${year(date.year)}`;
    return `${dayWord(date, context)} of ${name}${years}`;
  },
  day: dayWord,
  units: UNITS,
  hundredths: new Map([
    ['euro', 'cent'],
    ['dollar', 'cent'],
    ['pound', 'penny'],
    ['rouble', 'kopeck'],
  ]),
  moneyLink: 'and',
  amount,
  counted: decimal,
  between: { before: 'between', link: 'and' },
  rangeLinks: ['to', 'or', 'and'],
  abbreviations: new Map([
    ...abbreviationsOf('name', [
      'mr. = Mister',
      'mr = Mister',
      'mrs. = Missis',
      'mrs = Missis',
      'dr. = Doctor',
      'dr = Doctor',
      'prof. = Professor',
    ]),
    ...abbreviationsOf('number', [
      'ext. = extension',
      'tel. = telephone',
      'approx. = approximately',
      'p. = page',
      'rm. = room',
      'fl. = floor',
    ]),
    ...abbreviationsOf('last', ['etc. = et cetera', 'rd. = Road', 'ave. = Avenue', 'dept. = department']),
    ...abbreviationsOf('any', ['e.g. = for example', 'i.e. = that is', 'approx. = approximately']),
  ]),
  numberSigns: new Map([
    ['no.', 'number'],
    ['nos.', 'numbers'],
    ['nr.', 'number'],
    ['#', 'number'],
    ['№', 'number'],
  ]),
  fractions: new Map([
    ['24/7', 'twenty-four seven'],
    ['½', 'one half'],
    ['¼', 'one quarter'],
    ['¾', 'three quarters'],
    ['1/2', 'one half'],
    ['1/3', 'one third'],
    ['2/3', 'two thirds'],
    ['1/4', 'one quarter'],
    ['3/4', 'three quarters'],
  ]),
  own: [ordinals, years],
};

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** English of the United States: the month stands first, and “a.m.” is the same. */
export const englishOfAmerica: Language = {
  ...english,
  dates: { ...english.dates, monthFirst: true },
  date: ({ day, month, year: ofYear }) =>
    `${MONTHS[month - 1]} ${ordinal(day)}${ofYear === null ? '' : `, ${year(ofYear)}`}`,
};
