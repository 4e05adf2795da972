import type { CalendarDate, ClockTime, Context, Language, Unit, Weekdays } from '../language.ts';
import { phrase, type Value } from '../numerals.ts';
import { NOUNS, UNITS } from './es-nouns.ts';
import { cardinal, decimal, groupOf, type Form } from './es-numbers.ts';
import { spanishRules } from './es-rules.ts';
import { romanInSpanish } from './roman-readers.ts';
import { abbreviationsOf, monthsOf } from './nouns.ts';

const formOf = (key: string): Form => (NOUNS[key]?.charAt(0) ?? 'u') as Form;
const counted = (value: Value, { key }: Unit): string => decimal(value, formOf(key));

function amount(value: Value, unit: Unit): string {
  const [, one = '', many = ''] = (NOUNS[unit.key] ?? '').split(' ').map((part) => part.replaceAll('_', ' '));
  const isOne = value.integer === 1 && value.fraction === '';
  const isMillions = value.integer >= 1_000_000 && value.integer % 1_000_000 === 0 && unit.key !== 'porciento';
  return phrase(counted(value, unit), isMillions ? 'de' : '', unit.written ?? (isOne ? one : many));
}

/** Hours are feminine: la una, las veintiuna. */
function clock({ hour, minute, suffix }: ClockTime): string {
  const hours = cardinal(hour, 'f');
  if (hour === 0)
    return phrase('cero horas', minute === 0 ? '' : `${cardinal(minute, 'm')} ${minute === 1 ? 'minuto' : 'minutos'}`);
  const named = suffix !== null && suffix !== '';
  if (minute === 0) return phrase(hours, named ? (hour === 1 ? 'hora' : 'horas') : '');
  if (hour <= 12 && minute === 30) return `${hours} y media`;
  if (hour <= 12 && minute === 15) return `${hours} y cuarto`;
  return phrase(hours, hour > 12 && minute >= 10 ? '' : 'y', cardinal(minute));
}

const MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const day = ({ day }: CalendarDate): string => (day === 1 ? 'primero' : cardinal(day));

/** Media hora, dos kilogramos y medio. */
function half(whole: number, unit: Unit): string {
  const word = formOf(unit.key) === 'f' ? 'media' : 'medio';
  const one = (NOUNS[unit.key]?.split(' ')[1] ?? '').replaceAll('_', ' ');
  return whole === 0
    ? `${word} ${one}`
    : `${amount({ integer: whole, fraction: '' }, { ...unit, written: null })} y ${word}`;
}

const DAYS = 'lunes martes miércoles jueves viernes sábado domingo'.split(' ');
const WEEKDAYS: Weekdays = {
  names: new Map(
    ['l lun', 'mar', 'mié mie', 'jue', 'v vie', 'sáb sab', 'dom'].flatMap((short, index) =>
      short.split(' ').map((name) => [name, [DAYS[index] ?? '', DAYS[index] ?? '']] as const),
    ),
  ),
  from: 'de',
  to: 'a',
};

export const spanish: Language = {
  numbers: { decimal: ',', group: '.' },
  number: (value) => decimal(value),
  phoneGroup: groupOf,
  plus: 'más',
  minus: 'menos',
  clocks: {
    suffixes: ['h', 'hs', 'hrs', 'hora', 'horas'],
    hourSuffixes: ['h'],
    prefixes: [],
    letter: false,
    range: { from: 'de', to: 'a' },
    point: {
      only: new Set('las'.split(' ')),
      before: new Set('la desde hasta sobre entre apertura cierre comienza termina inicio fin'.split(' ')),
      never:
        /^(?:salas?|aulas?|habitaci|versi|cap[ií]tulo|secci|p[áa]gina|n[úu]mero|puerta|precio|cuesta|apartado|punto|tabla|figura|nota|modelo|planta)/,
    },
  },
  clock: (time: ClockTime, _context: Context) => clock(time),
  dates: {
    months: monthsOf(
      'enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre/setiembre/sept, octubre, noviembre, diciembre',
    ),
    fillers: ['de', 'del'],
    yearSuffixes: [],
    monthFirst: false,
    nameFirst: false,
    range: { from: 'del', to: 'al' },
  },
  date: (date) =>
    phrase(day(date), 'de', MONTHS[date.month - 1] ?? '', date.year === null ? '' : `de ${cardinal(date.year)}`),
  day,
  units: UNITS,
  hundredths: new Map([
    ['euro', 'céntimo'],
    ['dólar', 'centavo'],
    ['libra', 'penique'],
    ['rublo', 'kopek'],
    ['peso', 'centavo'],
  ]),
  moneyLink: 'con',
  amount,
  counted,
  rangeLinks: ['a', 'al', 'o', 'y'],
  between: { before: 'entre', link: 'y' },
  abbreviations: new Map([
    ...abbreviationsOf('name', [
      'sr. = señor',
      'sra. = señora',
      'srta. = señorita',
      'dr. = doctor',
      'dra. = doctora',
      'd. = don',
      'dña. = doña',
      'sta. = santa',
      'sto. = santo',
      'pº = paseo',
      'est. = estación',
      'avda = avenida',
      'avda. = avenida',
      'av. = avenida',
      'pza. = plaza',
      'ctra. = carretera',
      'sres. = señores',
    ]),
    ...abbreviationsOf('number', [
      'tel. = teléfono',
      'tfno. = teléfono',
      'pág. = página',
      'aprox. = aproximadamente',
      'máx. = máximo',
      'mín. = mínimo',
      'hab. = habitación',
    ]),
    ...abbreviationsOf('last', ['etc. = etcétera']),
    ...abbreviationsOf('any', [
      'p.ej. = por ejemplo',
      'ud. = usted',
      'uds. = ustedes',
      'aprox. = aproximadamente',
      'dpto. = departamento',
    ]),
  ]),
  numberSigns: new Map([
    ['n.º', 'número'],
    ['nº', 'número'],
    ['n°', 'número'],
    ['núm.', 'número'],
    ['№', 'número'],
    ['#', 'número'],
  ]),
  fractions: new Map([
    ['½', 'medio'],
    ['¼', 'un cuarto'],
    ['¾', 'tres cuartos'],
    ['1/2', 'medio'],
    ['1/3', 'un tercio'],
    ['2/3', 'dos tercios'],
    ['1/4', 'un cuarto'],
    ['3/4', 'tres cuartos'],
    ['24/7', 'veinticuatro horas, siete días'],
  ]),
  roman: romanInSpanish,
  own: spanishRules,
  half,
  times: 'por',
  plainRange: 'a',
  weekdays: WEEKDAYS,
  phoneWords: ['teléfono', 'tel', 'tfno', 'llame', 'llamar', 'llama', 'número', 'móvil', 'fax'],
  localPhone: /^[6-9](\d{2} \d{3} \d{3}|\d{2} \d{2} \d{2} \d{2}|\d \d{3} \d{2} \d{2})$/,
};
