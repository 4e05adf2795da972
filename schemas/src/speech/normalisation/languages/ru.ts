import type { CalendarDate, ClockTime, Context, Language, Unit } from '../language.ts';
import { phrase, type Value } from '../numerals.ts';
import { romanInRussian } from './roman-readers.ts';
import { abbreviationsOf, monthsOf } from './nouns.ts';
import { CASE_ORDER, NOUNS, caseAfter } from './ru-nouns.ts';
import { cardinal, decimal, nounFor, type Case, type Noun } from './ru-numbers.ts';
import { ordinal } from './ru-ordinals.ts';
import { fromTo, russianRules } from './ru-rules.ts';
import { ADJECTIVES, COMPOUND, UNITS } from './ru-units.ts';
import { SHORT_DAYS, compounds } from './ru-words.ts';

const nounOf = (key: string): Noun | undefined => NOUNS[COMPOUND[key]?.noun ?? key];
const isOne = (number: number): boolean => number % 10 === 1 && number % 100 !== 11;
function formFor(noun: Noun, { integer, fraction }: Value, nounCase: Case): string {
  if (integer === 1 && fraction === '5' && nounCase !== 'n' && nounCase !== 'a') return noun.many[nounCase];
  return fraction === '' ? nounFor(noun, integer, nounCase) : noun.one.g;
}

/** The case of an amount: that of the noun where it is written, else that which the word before demands. */
function caseOf(value: Value, { key, written }: Unit, context: Context): Case {
  const noun = nounOf(key);
  const one = isOne(value.integer) && value.fraction === '';
  const nounCase = context.before.at(0) === 'по' && one ? 'd' : (caseAfter(context) ?? 'n');
  if (written === null || !noun) return nounCase;
  const folded = written.toLowerCase().replaceAll('ё', 'е');
  return (
    [nounCase, ...CASE_ORDER].find((each) => formFor(noun, value, each).replaceAll('ё', 'е') === folded) ?? nounCase
  );
}

const counted = (value: Value, unit: Unit, context: Context): string => {
  const nounCase = caseOf(value, unit, context);
  return value.fraction === ''
    ? cardinal(value.integer, nounOf(unit.key)?.gender ?? 'm', nounCase)
    : decimal(value, nounCase);
};

/** Полтора часа, полторы минуты, около полутора часов. */
function oneAndAHalf(noun: Noun, { key, written }: Unit, nounCase: Case): string {
  const direct = nounCase === 'n' || nounCase === 'a';
  const form = direct ? noun.one.g : noun.many[nounCase];
  const [, , square = ''] = ADJECTIVES[key] ?? [];
  const tail = COMPOUND[key]?.tail ?? '';
  return phrase(!direct ? 'полутора' : noun.gender === 'f' ? 'полторы' : 'полтора', square, written ?? form, tail);
}

function amount(value: Value, unit: Unit, context: Context): string {
  const noun = nounOf(unit.key);
  if (!noun) return decimal(value);
  const nounCase = caseOf(value, unit, context);
  if (value.integer === 1 && value.fraction === '5') return oneAndAHalf(noun, unit, nounCase);
  // A thousand is not counted as one: тысяча рублей.
  if (unit.key === 'тысяча' && value.integer === 1 && value.fraction === '') return noun.one[nounCase];
  const isSingle = isOne(value.integer) && value.fraction === '';
  const adjective = ADJECTIVES[unit.key]?.[isSingle ? (nounCase === 'g' ? 1 : 0) : 2] ?? '';
  return phrase(
    counted(value, unit, context),
    adjective,
    unit.written ?? formFor(noun, value, nounCase),
    COMPOUND[unit.key]?.tail ?? '',
  );
}

/** Полчаса, два с половиной часа. */
function half(whole: number, unit: Unit, context: Context): string {
  const noun = nounOf(unit.key);
  if (!noun) return 'половина';
  const tail = COMPOUND[unit.key]?.tail ?? '';
  const nounCase = caseAfter(context) ?? 'n';
  if (whole === 1) return oneAndAHalf(noun, { ...unit, written: null }, nounCase);
  if (whole === 0) return unit.key === 'час' ? 'полчаса' : phrase('половина', noun.one.g, tail);
  const form = nounCase === 'n' || nounCase === 'a' ? noun.one.g : noun.many[nounCase];
  return phrase(cardinal(whole, noun.gender, nounCase), 'с половиной', form, tail);
}

function clock({ hour, minute }: ClockTime, context: Context): string {
  const nounCase = caseAfter(context) ?? 'n';
  const hours = cardinal(hour, 'm', nounCase);
  const minutes = cardinal(minute, 'f', nounCase);
  const noun = (key: string, number: number): string => (NOUNS[key] ? nounFor(NOUNS[key], number, nounCase) : '');
  if (minute === 0) return `${hours} ${noun('час', hour)}`;
  if (hour < 2) return `${hours} ${noun('час', hour)} ${minutes} ${noun('минута', minute)}`;
  return phrase(hours, minute < 10 ? 'ноль' : '', minutes);
}

const WEEKDAYS = new Set(['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье']);
const TODAY = new Set(['сегодня', 'завтра', 'послезавтра', 'вчера', 'это', 'дата']);

/** On a day is said in the genitive; what a day is, in the nominative. */
function dayCase({ before }: Context): Case {
  const [first = '', weekday = '', preposition = ''] = before;
  if (first === ',' && WEEKDAYS.has(weekday) && preposition !== 'в' && preposition !== 'во') return 'n';
  if (TODAY.has(first)) return 'n';
  const nounCase = caseAfter({ before });
  return nounCase === null || first === 'в' || first === 'во' ? 'g' : nounCase;
}

const MONTHS = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ');
const day = ({ day }: CalendarDate, context: Context): string => ordinal(day, 'n', dayCase(context));

export const russian: Language = {
  numbers: { decimal: ',', group: ' ' },
  number: (value) => decimal(value),
  phoneGroup: (digits) => {
    const zeros = digits.length - digits.replace(/^0+/, '').length;
    if (digits.length > 3)
      return digits
        .split('')
        .map((digit) => cardinal(Number(digit)))
        .join(' ');
    const rest = digits.slice(zeros);
    return phrase(...Array.from({ length: zeros }, () => 'ноль'), rest === '' ? '' : cardinal(Number(rest)));
  },
  plus: 'плюс',
  minus: 'минус',
  clocks: {
    suffixes: ['ч', 'час', 'часа', 'часов'],
    hourSuffixes: [],
    prefixes: [],
    letter: false,
    range: { from: 'с', to: 'до' },
    point: {
      only: new Set('в к ко'.split(' ')),
      before: new Set('с со до после около между начало конец от на через'.split(' ')),
      never:
        /^(?:кабинет|каб|аудитори|ауд|верси|раздел|глав|пункт|п$|номер|комнат|страниц|таблиц|рисун|корпус|дом[аеу]?$|цен|стои|значени|оценк|балл|курс|модел|зал)/,
    },
  },
  clock,
  dates: {
    months: monthsOf(
      'января/янв, февраля/фев, марта, апреля/апр, мая, июня, июля, августа/авг, сентября/сент, октября/окт, ноября/нояб, декабря/дек',
    ),
    fillers: [],
    yearSuffixes: ['года', 'г'],
    monthFirst: false,
    nameFirst: false,
    range: { from: 'с', to: 'по' },
  },
  date: (date, context) =>
    phrase(
      day(date, context),
      MONTHS[date.month - 1] ?? '',
      date.year === null ? '' : `${ordinal(date.year, 'm', 'g')} года`,
    ),
  day,
  units: UNITS,
  hundredths: new Map([
    ['евро', 'цент'],
    ['доллар', 'цент'],
    ['рубль', 'копейка'],
    ['фунт', 'пенс'],
  ]),
  moneyLink: '',
  amount,
  counted,
  between: { before: 'между', link: 'и' },
  rangeLinks: ['-', 'до', 'или', 'по', 'и'],
  abbreviations: new Map([
    ...abbreviationsOf('name', [
      'пр-т = проспект',
      'б-р = бульвар',
      'ш. = шоссе',
      'им. = имени',
      'м. = метро',
      'ост. = остановка',
      'ст. = станция',
    ]),
    ...abbreviationsOf('number', [
      'д. = дом',
      'кв. = квартира',
      'корп. = корпус',
      'к. = корпус',
      'каб. = кабинет',
      'стр. = строение',
      'тел. = телефон',
      'эт. = этаж',
      'пом. = помещение',
      'оф. = офис',
      'ок. = около',
      'доб. = добавочный',
      'ауд. = аудитория',
      'под. = подъезд',
      'п. = пункт',
    ]),
    ...abbreviationsOf('last', ['т.д. = так далее', 'т.п. = тому подобное', 'др. = другие']),
    ...abbreviationsOf('any', [
      'ст.м. = станция метро',
      'т.е. = то есть',
      'т.к. = так как',
      'тел. = телефон',
      'см. = смотрите',
      'напр. = например',
    ]),
  ]),
  numberSigns: new Map([
    ['№', 'номер'],
    ['№№', 'номера'],
  ]),
  fractions: new Map([
    ['½', 'половина'],
    ['¼', 'четверть'],
    ['¾', 'три четверти'],
    ['1/2', 'одна вторая'],
    ['1/3', 'одна треть'],
    ['2/3', 'две трети'],
    ['1/4', 'одна четверть'],
    ['3/4', 'три четверти'],
    ['24/7', 'двадцать четыре на семь'],
  ]),
  roman: romanInRussian,
  own: [...russianRules, compounds],
  last: [fromTo],
  half,
  times: 'на',
  weekdays: SHORT_DAYS,
  scales: new Map([
    ['тыс', 1e3],
    ['млн', 1e6],
    ['млрд', 1e9],
  ]),
  phoneWords: ['телефон', 'телефону', 'телефона', 'тел', 'звоните', 'позвоните', 'номер', 'номеру', 'факс'],
};
