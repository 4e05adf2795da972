import type { CalendarDate, ClockTime, Context, Language, Unit, Weekdays } from '../language.ts';
import { phrase, type Value } from '../numerals.ts';
import { NOUNS, caseAfter, formOf, nounForms, type Noun } from './lv-nouns.ts';
import { CASES, cardinal, decimal, digitsOf, hour, isSingular, ordinal, type Case } from './lv-numbers.ts';
import { latvianRules } from './lv-rules.ts';
import { romanInLatvian } from './roman-readers.ts';
import { abbreviationsOf, monthsOf, unitsOf } from './nouns.ts';

const UNITS = new Map([
  ...nounForms(),
  ...unitsOf([
    'minūte: min',
    'sekunde: sek, s',
    'stunda: h, st',
    'procents: %',
    'eiro: €, eur',
    'dolārs: $, usd',
    'mārciņa: £',
    'rublis: ₽',
    'kilometrs: km',
    'metrs: m',
    'centimetrs: cm',
    'milimetrs: mm',
    'kilograms: kg',
    'grams: g',
    'tonna: t',
    'litrs: l, L',
    'mililitrs: ml',
    'celsijs: °C, ° C',
    'grāds: °',
    'ātrums: km/h',
    'kvadrātmetrs: m², m2, kv. m',
    'kubikmetrs: m³, m3',
    'gigabaits: GB',
    'megabaits: MB',
    'kilovats: kW',
    'gabals: gab',
  ]),
]);
/** Units of several words: the noun that is counted, and what follows it. */
const COMPOUND: Record<string, { noun: string; before: string; tail: string }> = {
  celsijs: { noun: 'grāds', before: '', tail: 'pēc Celsija' },
  ātrums: { noun: 'kilometrs', before: '', tail: 'stundā' },
};
const nounOf = (key: string): Noun | undefined => NOUNS[COMPOUND[key]?.noun ?? key];

const isOne = ({ integer, fraction }: Value): boolean => fraction === '' && isSingular(integer);

/** The case of an amount: that of the noun where it is written, else that which the word before demands. */
function caseOf(value: Value, { key, written }: Unit, context: Context): Case {
  const nounCase = caseAfter(context, isOne(value));
  const noun = nounOf(key);
  if (written === null || !noun) return nounCase;
  const order: readonly Case[] = [nounCase, ...CASES];
  return order.find((each) => formOf(noun, isOne(value), each) === written.toLowerCase()) ?? nounCase;
}

const counted = (value: Value, unit: Unit, context: Context): string =>
  decimal(value, nounOf(unit.key)?.gender ?? 'm', caseOf(value, unit, context));

function amount(value: Value, unit: Unit, context: Context): string {
  const noun = nounOf(unit.key);
  if (!noun) return decimal(value);
  const nounCase = caseOf(value, unit, context);
  if (value.integer === 1 && value.fraction === '5' && unit.written === null) return oneAndAHalf(unit, nounCase);
  // Nulle, tūkstotis and miljons are nouns, which have what they count in the genitive.
  const isNoun = value.fraction === '' && value.integer % 1_000 === 0 && (nounCase === 'n' || nounCase === 'a');
  const form = isNoun ? formOf(noun, false, 'g') : formOf(noun, isOne(value), nounCase);
  return phrase(counted(value, unit, context), unit.written ?? form, COMPOUND[unit.key]?.tail ?? '');
}

/** Pusotrs kilograms, pusotra stunda. */
function oneAndAHalf({ key }: Unit, nounCase: Case): string {
  const noun = nounOf(key);
  if (!noun) return '';
  const number = cardinal(1, noun.gender, nounCase).replace('vien', 'pusotr');
  return phrase(number, formOf(noun, true, nounCase), COMPOUND[key]?.tail ?? '');
}

/** Puse stundas, divas ar pusi stundas. */
function half(whole: number, unit: Unit, context: Context): string {
  const noun = nounOf(unit.key);
  if (!noun) return 'puse';
  const nounCase = caseAfter(context, isSingular(whole));
  const tail = COMPOUND[unit.key]?.tail ?? '';
  if (whole === 0) return phrase('puse', formOf(noun, true, 'g'), tail);
  if (whole === 1) return oneAndAHalf(unit, nounCase);
  return phrase(cardinal(whole, noun.gender, nounCase), 'ar pusi', formOf(noun, isSingular(whole), nounCase), tail);
}

const DAYS = ['pirmdien', 'otrdien', 'trešdien', 'ceturtdien', 'piektdien', 'sestdien', 'svētdien'];
const WEEKDAYS: Weekdays = {
  names: new Map(
    ['p pr pirmd', 'ot otrd', 'tr trešd', 'ce ceturtd', 'pk piektd', 'se sestd', 'sv svētd'].flatMap((short, index) =>
      short.split(' ').map((name) => [name, [`${DAYS[index]}as`, `${DAYS[index]}ai`]] as const),
    ),
  ),
  from: 'no',
  to: 'līdz',
};

const DATIVE = new Set(['no', 'līdz', 'pēc', 'pirms', 'ap', 'kopš']);
const IS = new Set(['ir', 'būs', 'tagad', 'laiks']);

/** A time is said in the locative, since it is mostly when something happens: pulksten deviņos un piecās minūtēs. */
function clock({ hour: hours, minute }: ClockTime, { before }: Context): string {
  const word = before.at(0) ?? '';
  const nounCase = DATIVE.has(word) ? 'd' : IS.has(word) ? 'n' : 'l';
  const noun = (key: 'minūte' | 'stunda', number: number): string =>
    NOUNS[key] ? `${cardinal(number, 'f', nounCase)} ${formOf(NOUNS[key], isSingular(number), nounCase)}` : '';
  const isPeriod = nounCase === 'd' && hours > 0;
  const inPeriod = phrase(minute < 10 ? 'nulle' : '', cardinal(minute));
  const minutes = minute === 0 ? '' : isPeriod ? inPeriod : `un ${noun('minūte', minute)}`;
  if (hours === 0) return phrase(noun('stunda', 0), minutes);
  return phrase(word === 'pulksten' ? '' : 'pulksten', hour(hours, nounCase), minutes);
}

/** Nominative, genitive, locative, dative, accusative of the months. */
const MONTHS = [
  ...['janvār', 'februār'].map((stem) => `${stem}is ${stem}a ${stem}ī ${stem}im ${stem}i`),
  'marts marta martā martam martu',
  'aprīlis aprīļa aprīlī aprīlim aprīli',
  ...['maij', 'jūnij', 'jūlij', 'august'].map((stem) => `${stem}s ${stem}a ${stem}ā ${stem}am ${stem}u`),
  ...['septembr', 'oktobr', 'novembr', 'decembr'].map((stem) => `${stem}is ${stem}a ${stem}ī ${stem}im ${stem}i`),
];
const MONTH_CASES: readonly Case[] = ['n', 'g', 'l', 'd', 'a'];

function dayCase({ month, written }: CalendarDate, { before }: Context): Case {
  const [word = ''] = before;
  if (word === 'no' || word === 'pēc' || word === 'pirms' || word === 'kopš') return 'g';
  if (word === 'līdz') return 'd';
  const forms = (MONTHS[month - 1] ?? '').split(' ');
  return MONTH_CASES[forms.indexOf(written?.toLowerCase() ?? '')] ?? 'l';
}

export const latvian: Language = {
  numbers: { decimal: ',', group: ' ' },
  number: (value) => decimal(value),
  phoneGroup: (digits) =>
    digits.length === 2 && !digits.startsWith('0') ? cardinal(Number(digits)) : digitsOf(digits),
  plus: 'plus',
  minus: 'mīnus',
  clocks: {
    suffixes: [],
    hourSuffixes: [],
    prefixes: ['plkst', 'pulksten'],
    letter: false,
    range: { from: 'no', to: 'līdz' },
    point: {
      only: new Set('plkst pulksten'.split(' ')),
      before: new Set('no līdz ap pēc pirms kopš sākums beigas'.split(' ')),
      never:
        /^(?:kabinet|kab$|telp|versij|nodaļ|punkt|numur|nr$|istab|auditorij|lappus|lpp$|cen|maks|zāl|modeļ|modelis|tabul)/,
    },
  },
  clock,
  dates: {
    months: monthsOf(MONTHS.map((forms) => forms.replaceAll(' ', '/')).join(',')),
    fillers: [],
    yearSuffixes: [],
    monthFirst: false,
    nameFirst: false,
    range: { from: 'no', to: 'līdz' },
    short: true,
  },
  date: (date, context) => {
    const nounCase = dayCase(date, context);
    const month = (MONTHS[date.month - 1] ?? '').split(' ')[MONTH_CASES.indexOf(nounCase)] ?? '';
    const year = date.year === null ? '' : `${ordinal(date.year, 'm', 'g')} gada`;
    // `3.–5. maijs` has the nominative, whatever is spoken before it.
    const isBare = (MONTHS[date.month - 1] ?? '').startsWith(`${date.written} `);
    return phrase(year, ordinal(date.day, 'm', nounCase), isBare ? month : (date.written ?? month));
  },
  day: (date, context) => ordinal(date.day, 'm', dayCase(date, context)),
  units: UNITS,
  hundredths: new Map([
    ['eiro', 'cents'],
    ['dolārs', 'cents'],
    ['mārciņa', 'penijs'],
    ['rublis', 'kapeika'],
  ]),
  moneyLink: 'un',
  amount,
  counted,
  rangeLinks: ['līdz', 'vai', 'un'],
  between: { before: 'starp', link: 'un' },
  abbreviations: new Map([
    ...abbreviationsOf('number', [
      'tālr. = tālrunis',
      'tel. = telefons',
      'apm. = apmēram',
      'kab. = kabinets',
      'dz. = dzīvoklis',
      'maks. = maksimums',
      'lpp. = lappuse',
    ]),
    ...abbreviationsOf('last', [
      'iel. = iela',
      'bulv. = bulvāris',
      'pr. = prospekts',
      'u.c. = un citi',
      'utt. = un tā tālāk',
      'u.tml. = un tamlīdzīgi',
    ]),
    ...abbreviationsOf('any', ['piem. = piemēram', 't.i. = tas ir', 't.sk. = tai skaitā', 'tālr. = tālrunis']),
    ...abbreviationsOf('name', ['dr. = doktors', 'prof. = profesors', 'sv. = svētais']),
  ]),
  numberSigns: new Map([
    ['nr.', 'numurs'],
    ['№', 'numurs'],
    ['#', 'numurs'],
  ]),
  fractions: new Map([
    ['½', 'puse'],
    ['¼', 'ceturtdaļa'],
    ['¾', 'trīs ceturtdaļas'],
    ['1/2', 'puse'],
    ['1/3', 'viena trešdaļa'],
    ['2/3', 'divas trešdaļas'],
    ['1/4', 'viena ceturtdaļa'],
    ['3/4', 'trīs ceturtdaļas'],
    ['24/7', 'divdesmit četras stundas diennaktī'],
  ]),
  roman: romanInLatvian,
  own: latvianRules,
  half,
  times: 'reiz',
  weekdays: WEEKDAYS,
  scales: new Map([
    ['tūkst', 1e3],
    ['milj', 1e6],
    ['miljoni', 1e6],
    ['mljrd', 1e9],
  ]),
  phoneWords: [
    'tālrunis',
    'tālruni',
    'tālrunim',
    'tālruņa',
    'tālr',
    'tel',
    'zvaniet',
    'zvanīt',
    'numurs',
    'numuru',
    'fakss',
  ],
};
