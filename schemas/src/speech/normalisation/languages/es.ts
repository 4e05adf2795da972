import type { CalendarDate, ClockTime, Context, Language, Rule, Unit } from '../language.ts';
import { phrase, type Value } from '../numerals.ts';
import { afterSpace, beginsFree, endsFree, isDigits, isKind, textAt, wordsBefore } from '../tokens.ts';
import { cardinal, decimal, groupOf, ordinalStem, type Form } from './es-numbers.ts';
import { abbreviationsOf, monthsOf, unitsOf } from './nouns.ts';
import { romanValue } from './roman.ts';

/** Gender, singular, plural. */
const NOUNS: Record<string, string> = {
  minuto: 'm minuto minutos',
  hora: 'f hora horas',
  segundo: 'm segundo segundos',
  día: 'm día días',
  semana: 'f semana semanas',
  mes: 'm mes meses',
  año: 'm año años',
  persona: 'f persona personas',
  plaza: 'f plaza plazas',
  vez: 'f vez veces',
  unidad: 'f unidad unidades',
  porciento: 'u por_ciento por_ciento',
  euro: 'm euro euros',
  céntimo: 'm céntimo céntimos',
  dólar: 'm dólar dólares',
  centavo: 'm centavo centavos',
  libra: 'f libra libras',
  penique: 'm penique peniques',
  rublo: 'm rublo rublos',
  kopek: 'm kopek kopeks',
  kilómetro: 'm kilómetro kilómetros',
  metro: 'm metro metros',
  centímetro: 'm centímetro centímetros',
  milímetro: 'm milímetro milímetros',
  kilo: 'm kilogramo kilogramos',
  gramo: 'm gramo gramos',
  litro: 'm litro litros',
  mililitro: 'm mililitro mililitros',
  tonelada: 'f tonelada toneladas',
  celsius: 'm grado_Celsius grados_Celsius',
  grado: 'm grado grados',
  velocidad: 'm kilómetro_por_hora kilómetros_por_hora',
  cuadrado: 'm metro_cuadrado metros_cuadrados',
  página: 'f página páginas',
  planta: 'f planta plantas',
  peso: 'm peso pesos',
};
const UNITS = unitsOf([
  'minuto: min | minuto, minutos',
  'hora: h | hora, horas',
  'segundo: s, seg | segundo, segundos',
  'día: | día, días',
  'semana: | semana, semanas',
  'mes: | mes, meses',
  'año: | año, años',
  'persona: | persona, personas',
  'plaza: | plaza, plazas',
  'vez: | vez, veces',
  'unidad: ud, uds | unidad, unidades',
  'porciento: %',
  'euro: €, eur | euro, euros',
  'céntimo: | céntimo, céntimos',
  'dólar: $, usd | dólar, dólares',
  'libra: £ | libra, libras',
  'rublo: ₽',
  'kilómetro: km | kilómetro, kilómetros',
  'metro: m | metro, metros',
  'centímetro: cm',
  'milímetro: mm',
  'kilo: kg | kilo, kilos',
  'gramo: g | gramo, gramos',
  'litro: l | litro, litros',
  'mililitro: ml',
  'tonelada: t | tonelada, toneladas',
  'celsius: °C, ° C, ºC, º C',
  'grado: °, º | grado, grados',
  'velocidad: km/h',
  'cuadrado: m²',
  'página: | páginas',
  'planta: | plantas',
  'peso: | peso, pesos',
]);
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
  return `${hours} y ${cardinal(minute)}`;
}

const MONTHS = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' ');
const day = ({ day }: CalendarDate): string => (day === 1 ? 'primero' : cardinal(day));

const ENDINGS: Record<string, string> = { º: 'o', '°': 'o', ª: 'a', er: '', a: 'a', o: 'o' };
/** `1.º`, `2ª`, `3.er`; before a noun primer and tercer. */
const ordinals: Rule = (tokens, at) => {
  const hasPoint = textAt(tokens, at + 1) === '.';
  const mark = hasPoint ? at + 2 : at + 1;
  const ending = isDigits(tokens, at, 2) ? ENDINGS[textAt(tokens, mark)] : undefined;
  const stem = ordinalStem(Number(textAt(tokens, at)));
  const isLetter = /^[a-z]$/.test(textAt(tokens, mark));
  if (
    ending === undefined ||
    stem === undefined ||
    (isLetter && !hasPoint) ||
    !beginsFree(tokens, at) ||
    !endsFree(tokens, mark + 1)
  )
    return null;
  const isBeforeNoun = /^(?!(?:de|del|y|o|a|en)$)\p{Ll}/u.test(textAt(tokens, afterSpace(tokens, mark + 1)));
  const isShort = ending === '' || (ending === 'o' && stem.endsWith('er') && isBeforeNoun);
  return { spoken: isShort ? stem : `${stem}${ending}`, end: mark + 1 };
};

/** `siglo XXI`. */
const centuries: Rule = (tokens, at) => {
  const number = isKind(tokens, at, 'word') ? romanValue(textAt(tokens, at)) : null;
  if (number === null || wordsBefore(tokens, at, 1)[0] !== 'siglo' || !endsFree(tokens, at + 1)) return null;
  return { spoken: number <= 10 ? `${ordinalStem(number)}o` : cardinal(number), end: at + 1 };
};

/** `a la 1`: the hour is feminine. */
const oneOClock: Rule = (tokens, at) => {
  const isHour = textAt(tokens, at) === '1' && wordsBefore(tokens, at, 1)[0] === 'la' && endsFree(tokens, at + 1);
  const next = textAt(tokens, afterSpace(tokens, at + 1));
  return isHour && !UNITS.has(next.toLowerCase()) && next !== '%' ? { spoken: 'una', end: at + 1 } : null;
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
  own: [ordinals, centuries, oneOClock],
};
