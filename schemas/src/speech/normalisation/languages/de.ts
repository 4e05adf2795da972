import type { CalendarDate, ClockTime, Context, Language, Unit, Weekdays } from '../language.ts';
import { phrase, type Value } from '../numerals.ts';
import { NOUNS, UNITS } from './de-nouns.ts';
import { cardinal, decimal, digitsOf, ordinalStem, year } from './de-numbers.ts';
import { germanRules } from './de-rules.ts';
import { romanInGerman } from './roman-readers.ts';
import { abbreviationsOf, monthsOf } from './nouns.ts';

const DATIVE = new Set(['in', 'nach', 'mit', 'seit', 'von', 'aus', 'bei', 'vor', 'zu', 'ab', 'zum', 'unter', 'über']);
const ACCUSATIVE = new Set([
  'für',
  'um',
  'bis',
  'ohne',
  'durch',
  'gegen',
  'kostet',
  'kosten',
  'dauert',
  'dauern',
  'noch',
  'warten',
  'sie',
  'brauchen',
  'beträgt',
  'wiegt',
]);
const ONE: Record<string, readonly [string, string, string]> = {
  m: ['ein', 'einen', 'einem'],
  f: ['eine', 'eine', 'einer'],
  n: ['ein', 'ein', 'einem'],
};

/** Eins agrees with what it counts. */
function counted(value: Value, { key }: Unit, { before }: Context): string {
  if (value.integer !== 1 || value.fraction !== '') return decimal(value);
  // A percent and a degree are not counted as things.
  if (key === 'prozent') return 'ein';
  const [nominative, accusative, dative] = ONE[(NOUNS[key] ?? 'm').charAt(0)] ?? ['ein', 'ein', 'ein'];
  const word = before.at(0) ?? '';
  if (DATIVE.has(word)) return dative;
  return ACCUSATIVE.has(word) ? accusative : nominative;
}

function amount(value: Value, unit: Unit, context: Context): string {
  const [, one = '', many = '', dative = many] = (NOUNS[unit.key] ?? '')
    .split(' ')
    .map((part) => part.replaceAll('_', ' '));
  const isOne = value.integer === 1 && value.fraction === '';
  const noun = isOne ? one : DATIVE.has(context.before.at(0) ?? '') ? dative : many;
  return phrase(counted(value, unit, context), unit.written ?? noun);
}

function clock({ hour, minute, suffix }: ClockTime): string {
  const hours = hour === 1 ? 'ein' : cardinal(hour);
  if (suffix === '') return cardinal(hour);
  return phrase(hours, 'Uhr', minute === 0 ? '' : cardinal(minute));
}

const WEEKDAYS = new Set([
  'montag',
  'dienstag',
  'mittwoch',
  'donnerstag',
  'freitag',
  'samstag',
  'sonnabend',
  'sonntag',
]);
/** What a preposition without an article is spoken with. */
const ARTICLES: Record<string, string> = { ab: 'dem', seit: 'dem', nach: 'dem', vor: 'dem', bis: 'zum', von: 'dem' };
const OBLIQUE = new Set(['am', 'vom', 'zum', 'beim', 'dem', 'den', 'des', 'im']);

function day({ day }: CalendarDate, { before }: Context): string {
  const [first = '', weekday = '', preposition = ''] = before;
  const stem = ordinalStem(day);
  if (first === ',' && WEEKDAYS.has(weekday) && ['am', 'vom', 'zum', 'bis', 'ab'].includes(preposition))
    return `dem ${stem}en`;
  const article = ARTICLES[first];
  if (article !== undefined) return `${article} ${stem}en`;
  if (OBLIQUE.has(first)) return `${stem}en`;
  return first === 'der' ? `${stem}e` : `${stem}er`;
}
const MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');

/** Endings of halb by gender: nominative, accusative, dative. */
const HALF: Record<string, readonly [string, string, string]> = {
  m: ['er', 'en', 'en'],
  f: ['e', 'e', 'en'],
  n: ['es', 'es', 'en'],
};
/** Eine halbe Stunde, zweieinhalb Stunden. */
function half(whole: number, unit: Unit, context: Context): string {
  const [gender = 'm', one = '', many = '', dative = many] = (NOUNS[unit.key] ?? '')
    .split(' ')
    .map((part) => part.replaceAll('_', ' '));
  const word = context.before.at(0) ?? '';
  const stem = whole === 1 ? 'ein' : cardinal(whole);
  if (whole > 0) return phrase(`${stem}einhalb`, unit.written ?? (DATIVE.has(word) ? dative : many));
  const ending = HALF[gender]?.[DATIVE.has(word) ? 2 : ACCUSATIVE.has(word) ? 1 : 0] ?? 'e';
  return phrase(counted({ integer: 1, fraction: '' }, unit, context), `halb${ending}`, one);
}

const WEEKDAYS_SHORT: Weekdays = {
  names: new Map(
    'Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag'
      .split(' ')
      .map((day) => [day.slice(0, 2).toLowerCase(), [day, day]]),
  ),
  from: '',
  to: 'bis',
};

export const german: Language = {
  numbers: { decimal: ',', group: '.' },
  number: decimal,
  phoneGroup: digitsOf,
  plus: 'plus',
  minus: 'minus',
  clocks: {
    suffixes: ['uhr'],
    hourSuffixes: ['uhr'],
    prefixes: [],
    letter: false,
    range: { from: '', to: 'bis' },
    point: {
      only: new Set('um gegen uhrzeit beginn'.split(' ')),
      before: new Set('ab bis von vor nach seit zwischen ende start öffnet schließt beginnt endet'.split(' ')),
      never:
        /^(?:raum|räume|räumen|zimmer|version|kapitel|abschnitt|absatz|seiten?|gleis|nummer|nr|kanal|paragraph|klasse|haus|wohnung|tor|ziffer|punkte?|artikel|tabelle|abbildung|preis|kostet|wert|kurs|quote|note|durchschnitt|halle|saal|modell)$/,
    },
  },
  clock,
  dates: {
    months: monthsOf(
      'januar/jan/jänner, februar/feb, märz, april/apr, mai, juni, juli, august/aug, september/sept, oktober/okt, november/nov, dezember/dez',
    ),
    fillers: [],
    yearSuffixes: [],
    monthFirst: false,
    nameFirst: false,
    range: { from: 'vom', to: 'bis' },
    short: true,
  },
  date: (date, context) =>
    phrase(day(date, context), MONTHS[date.month - 1] ?? '', date.year === null ? '' : year(date.year)),
  day,
  units: UNITS,
  hundredths: new Map([
    ['euro', 'cent'],
    ['dollar', 'cent'],
    ['pfund', 'penny'],
    ['rubel', 'kopeke'],
    ['franken', 'rappen'],
  ]),
  moneyLink: 'und',
  amount,
  counted,
  rangeLinks: ['bis', 'oder', 'und'],
  between: { before: 'zwischen', link: 'und' },
  abbreviations: new Map([
    ...abbreviationsOf('name', [
      'hr. = Herr',
      'fr. = Frau',
      'dr. = Doktor',
      'dr = Doktor',
      'prof. = Professor',
      'prof = Professor',
      'st. = Sankt',
      'st = Sankt',
    ]),
    ...abbreviationsOf('number', [
      'tel. = Telefon',
      'ca. = circa',
      'max. = maximal',
      'mind. = mindestens',
      'zi. = Zimmer',
      'st. = Stock',
    ]),
    ...abbreviationsOf('last', ['usw. = und so weiter']),
    ...abbreviationsOf('any', [
      'z.b. = zum Beispiel',
      'd.h. = das heißt',
      'u.a. = unter anderem',
      'bzw. = beziehungsweise',
      'ca. = circa',
      'inkl. = inklusive',
      'zzgl. = zuzüglich',
      'bhf. = Bahnhof',
      'bhf = Bahnhof',
      'hbf. = Hauptbahnhof',
      'hbf = Hauptbahnhof',
      'abt. = Abteilung',
      'u. = und',
      'mio. = Millionen',
      'mrd. = Milliarden',
    ]),
  ]),
  numberSigns: new Map([
    ['nr.', 'Nummer'],
    ['nr', 'Nummer'],
    ['№', 'Nummer'],
    ['#', 'Nummer'],
  ]),
  fractions: new Map([
    ['½', 'ein halb'],
    ['¼', 'ein Viertel'],
    ['¾', 'drei Viertel'],
    ['1/2', 'ein halb'],
    ['1/3', 'ein Drittel'],
    ['2/3', 'zwei Drittel'],
    ['1/4', 'ein Viertel'],
    ['3/4', 'drei Viertel'],
    ['24/7', 'rund um die Uhr'],
  ]),
  roman: romanInGerman,
  own: germanRules,
  half,
  times: 'mal',
  plainRange: 'bis',
  weekdays: WEEKDAYS_SHORT,
  scales: new Map([
    ['tsd', 1e3],
    ['mio', 1e6],
    ['million', 1e6],
    ['millionen', 1e6],
    ['mrd', 1e9],
  ]),
  phoneWords: ['telefon', 'tel', 'telefonnummer', 'rufnummer', 'nummer', 'handy', 'mobil', 'fax'],
};
