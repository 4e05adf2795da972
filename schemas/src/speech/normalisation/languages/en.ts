import type { CalendarDate, ClockTime, Context, Language, Unit, Weekdays } from '../language.ts';
import { phrase, type Value } from '../numerals.ts';
import { cardinal, decimal, digitsOf, ordinal, year } from './en-numbers.ts';
import { NOUNS, UNITS } from './en-nouns.ts';
import { englishPlaces } from './en-places.ts';
import { MONTH_NAMES, englishRules } from './en-rules.ts';
import { romanInEnglish } from './roman-readers.ts';
import { abbreviationsOf } from './nouns.ts';

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

/** Nine hundred hours, fourteen thirty hours, zero hours thirty. */
function military(time: ClockTime): string {
  if (time.hour === 0) return phrase('zero hours', time.minute === 0 ? '' : cardinal(time.minute));
  if (time.minute === 0) return `${cardinal(time.hour)} hundred hours`;
  return `${clock({ ...time, suffix: null })} hours`;
}

const dayWord = ({ day }: CalendarDate, { before }: Context): string =>
  before.at(0) === 'the' ? ordinal(day) : `the ${ordinal(day)}`;

const amount = (value: Value, { key, written }: Unit, { before }: Context): string => {
  const [one = '', many = ''] = (NOUNS[key] ?? '').split(' ').map((noun) => noun.replaceAll('_', ' '));
  // A five minute break.
  const isOne = (value.integer === 1 && value.fraction === '') || before[0] === 'a' || before[0] === 'an';
  return phrase(decimal(value), written ?? (isOne ? one : many));
};

/** Half an hour, half a kilogram, two and a half hours. */
function half(whole: number, { key, written }: Unit): string {
  const [one = '', many = ''] = (NOUNS[key] ?? '').split(' ').map((noun) => noun.replaceAll('_', ' '));
  if (whole > 0) return phrase(cardinal(whole), 'and a half', written ?? many);
  return `half ${/^(?:hour|[aeiou](?!u))/.test(one) ? 'an' : 'a'} ${one}`;
}

const WEEKDAYS: Weekdays = {
  names: new Map(
    'mon Monday, tue Tuesday, tues Tuesday, wed Wednesday, thu Thursday, thur Thursday, thurs Thursday, fri Friday, sat Saturday, sun Sunday'
      .split(', ')
      .map((line) => line.split(' '))
      .map(([short = '', day = '']) => [short, [day, day]]),
  ),
  from: '',
  to: 'to',
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
    military,
    range: { from: '', to: 'to' },
    point: {
      only: new Set('at'.split(' ')),
      before: new Set(
        'from to till until by before after since around about between and starts start begins begin ends end opens open closes close closing opening lunch breakfast dinner break assembly departs departure departing arrives arrival arriving leaves due time now meeting class lesson service'.split(
          ' ',
        ),
      ),
      never:
        /^(?:rooms?|rm|versions?|ver|v|release|build|chapters?|sections?|paragraphs?|pages?|figures?|tables?|items?|parts?|rules?|clauses?|articles?|gates?|platforms?|numbers?|no|nr|channel|frequency|prices?|costs?|pays?|scores?|average|ratio|grades?|marks?|factor|levels?|units?|flats?|house|model|fm|ph|worth|update|upgrade)$/,
    },
  },
  clock,
  dates: {
    months: MONTH_NAMES,
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
    ['yen', 'yen'],
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
      'revd. = Reverend',
      'rev. = Reverend',
      'ms. = Miz',
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
    ...abbreviationsOf('last', ['etc. = et cetera', 'dept. = department', 'rd. = Road', 'ave. = Avenue']),
    ...abbreviationsOf('any', [
      'e.g. = for example',
      'i.e. = that is',
      'approx. = approximately',
      'vs. = versus',
      'vs = versus',
    ]),
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
  roman: romanInEnglish,
  own: [...englishRules, englishPlaces],
  half,
  times: 'by',
  plainRange: 'to',
  weekdays: WEEKDAYS,
  phoneWords: ['call', 'phone', 'telephone', 'tel', 'number', 'dial', 'ring', 'mobile', 'fax', 'text'],
  localPhone: /^\d{3}-\d{4}$/,
};

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** English of the United States: the month stands first, and “a.m.” is the same. */
export const englishOfAmerica: Language = {
  ...english,
  amount: (value, unit, context) => english.amount(value, unit, context).replace(/per cent$/, 'percent'),
  dates: { ...english.dates, monthFirst: true },
  date: ({ day, month, year: ofYear }) =>
    `${MONTHS[month - 1]} ${ordinal(day)}${ofYear === null ? '' : `, ${year(ofYear)}`}`,
};
