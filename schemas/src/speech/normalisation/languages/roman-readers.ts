import type { Roman } from '../language.ts';
import { cardinal as german, ordinalStem as germanStem } from './de-numbers.ts';
import { cardinal as english, ordinal as englishOrdinal } from './en-numbers.ts';
import { cardinal as spanish, ordinalStem as spanishStem } from './es-numbers.ts';
import { cardinal as french } from './fr-numbers.ts';
import { cardinal as latvian, ordinal as latvianOrdinal } from './lv-numbers.ts';
import { caseAfter } from './ru-nouns.ts';
import { cardinal as russian, type Case, type Gender } from './ru-numbers.ts';
import { ordinal as russianOrdinal } from './ru-ordinals.ts';
import { PLACE_FORMS } from './ru-rules.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** A numeral of several letters is one anywhere; a single letter only behind a noun or a name that goes with numerals. */
const lower = ({ before: [word = ''] }: Roman): string => word.toLowerCase();

const EN_NOUNS = set(
  'gate gates platform platforms terminal hall room rooms building block wing door entrance exit part parts chapter chapters volume book level phase stage section class grade type act scene area zone sector track line pier bay ward unit table figure appendix article session group team league division season episode war station theatre lab studio floor stand court lane pool stairway lift',
);
const EN_RULERS = set(
  'henry edward george james charles richard william elizabeth mary louis philip john paul pius benedict alexander nicholas peter catherine frederick francis joseph leo gregory innocent clement urban ivan napoleon robert david malcolm alfonso ferdinand harald olav gustav christian margrethe albert baudouin',
);
const EN_PLACES = set('century centuries floor grade place prize millennium');

export function romanInEnglish(numeral: Roman): string | null {
  const { value, isLetter, before, after } = numeral;
  const isRuler = /^\p{Lu}/u.test(before[0] ?? '') && EN_RULERS.has(lower(numeral));
  if (isLetter && value === 1 && /^(?:am|will|have|had|was|think|would|can|do|need|want|shall)$/.test(after))
    return null;
  if (isRuler) return `the ${englishOrdinal(value)}`;
  if (isLetter) return EN_NOUNS.has(lower(numeral)) ? english(value) : null;
  // A drip into a vein.
  if (value === 4 && /^(?:drips?|fluids?|line|bag|antibiotics|therapy|pumps?|pole)$/i.test(after)) return 'I V';
  return EN_PLACES.has(after.toLowerCase()) ? englishOrdinal(value) : english(value);
}

const DE_NOUNS = set(
  'gleis tor halle raum gebäude teil kapitel band stufe klasse phase bereich terminal block eingang ausgang trakt zone typ saal haus wohnung bahnsteig akt szene gruppe abschnitt sektor flügel aufgang linie weltkrieg',
);
const DE_RULERS: Record<string, string> = {
  ...Object.fromEntries(
    [
      ...set(
        'heinrich wilhelm friedrich ludwig karl otto georg johannes paul pius benedikt franz joseph peter alexander nikolaus leopold maximilian rudolf konrad papst philipp eduard',
      ),
    ].map((name) => [name, 'm']),
  ),
  elisabeth: 'f',
  katharina: 'f',
  margarethe: 'f',
  maria: 'f',
  anna: 'f',
};

export function romanInGerman(numeral: Roman): string | null {
  const { value, isLetter, before } = numeral;
  const gender = DE_RULERS[lower(numeral)];
  if (gender !== undefined) {
    const isDative = /^(?:von|mit|unter|nach|bei|zu|vor|seit|aus)$/i.test(before[1] ?? '');
    const stem = germanStem(value);
    const capital = stem.charAt(0).toUpperCase() + stem.slice(1);
    if (isDative) return `${gender === 'f' ? 'der' : 'dem'} ${capital}en`;
    return `${gender === 'f' ? 'die' : 'der'} ${capital}e`;
  }
  return isLetter && !DE_NOUNS.has(lower(numeral)) ? null : german(value);
}

const FR_NOUNS = set(
  'porte quai salle bâtiment hall acte partie chapitre tome niveau terminal zone guerre bloc phase classe groupe ligne escalier voie entrée sortie',
);
export function romanInFrench(numeral: Roman): string | null {
  const { value, isLetter, before } = numeral;
  const isRuler = /^(?:Napoléon|François|Charles|Louis|Philippe|Henri|Albert|Léopold|Élisabeth|Jean|Paul|Pie)$/u.test(
    before[0] ?? '',
  );
  if (isRuler && value === 1) return before[0] === 'Élisabeth' ? 'première' : 'premier';
  return isLetter && !isRuler && !FR_NOUNS.has(lower(numeral)) ? null : french(value);
}

const ES_NOUNS = set(
  'puerta andén sala edificio parte capítulo tomo nivel terminal zona fase bloque acto vía entrada salida clase grupo línea',
);
const ES_RULERS =
  /^(?:Felipe|Carlos|Alfonso|Fernando|Juan|Pablo|Pío|Enrique|Luis|Pedro|Benedicto|Jaime|Isabel|Catalina|María)$/u;
/** What an ordinal stands before: feminine, masculine. */
const ES_ORDERED =
  /^(?:(guerra|república|edición|feria|semana|jornada|carrera|maratón)|congreso|concurso|encuentro|torneo|festival|premio)$/i;
export function romanInSpanish(numeral: Roman): string | null {
  const { value, isLetter, before, after } = numeral;
  const isRuler = ES_RULERS.test(before[0] ?? '');
  const ordered = ES_ORDERED.exec(after);
  if (isLetter && !isRuler && !ordered && !ES_NOUNS.has(lower(numeral))) return null;
  const stem = value <= 10 ? spanishStem(value) : undefined;
  if (stem === undefined || !(isRuler || ordered)) return spanish(value);
  if (ordered) return ordered[1] === undefined ? (stem.endsWith('er') ? stem : `${stem}o`) : `${stem}a`;
  return `${stem}${/^(?:Isabel|Catalina|María)$/u.test(before[0] ?? '') ? 'a' : 'o'}`;
}

/** Names of rulers with the endings of their cases. */
const RU_RULERS = new Map<string, readonly [Gender, Case]>();
const addRuler = (gender: Gender, forms: string): void => {
  const cases: readonly Case[] = ['n', 'g', 'd', 'i', 'p'];
  for (const [index, form] of forms.split(' ').entries()) {
    // The genitive of a name of a man is its accusative as well.
    if (!RU_RULERS.has(form)) RU_RULERS.set(form, [gender, cases[index] ?? 'n']);
  }
};
addRuler('m', 'пётр петра петру петром петре');
addRuler('m', 'петр');
addRuler('m', 'павел павла павлу павлом павле');
addRuler('m', 'николай николая николаю николаем николае');
addRuler('m', 'людовик людовика людовику людовиком людовике');
addRuler('m', 'генрих генриха генриху генрихом генрихе');
for (const name of [
  'александр',
  'иван',
  'карл',
  'георг',
  'вильгельм',
  'фридрих',
  'иоанн',
  'филипп',
  'бенедикт',
  'густав',
])
  addRuler('m', `${name} ${name}а ${name}у ${name}ом ${name}е`);
for (const stem of ['екатерин', 'елизавет', 'анн', 'маргарит'])
  addRuler('f', `${stem}а ${stem}ы ${stem}е ${stem}ой ${stem}е`);
addRuler('f', 'мария марии марии марией марии');

/** Adjectives behind a numeral tell its gender and case: II мировая война. */
const RU_ADJECTIVES: readonly (readonly [RegExp, Gender, Case])[] = [
  [/ая$/, 'f', 'n'],
  [/ую$/, 'f', 'a'],
  [/ой$/, 'f', 'g'],
  [/(?:ый|ий)$/, 'm', 'n'],
  [/(?:ого|его)$/, 'm', 'g'],
  [/ое$/, 'n', 'n'],
];

export function romanInRussian(numeral: Roman): string | null {
  const { value, isLetter, before, after } = numeral;
  const ruler = RU_RULERS.get(lower(numeral));
  if (ruler) return russianOrdinal(value, ...ruler);
  const place = PLACE_FORMS.get(lower(numeral));
  if (place) {
    const [, second = ''] = before;
    const demanded = caseAfter({ before: [second.toLowerCase()] });
    const isWhere = /^(?:в|во|на|при)$/i.test(second) && place.cases.includes('p');
    const nounCase = isWhere
      ? 'p'
      : demanded !== null && place.cases.includes(demanded)
        ? demanded
        : (place.cases[0] ?? 'n');
    return russianOrdinal(value, place.gender, nounCase);
  }
  const adjective = RU_ADJECTIVES.find(([ending]) => ending.test(after));
  if (adjective && /^\p{Ll}{4,}$/u.test(after)) return russianOrdinal(value, adjective[1], adjective[2]);
  return isLetter ? null : russian(value);
}

const LV_NOUNS = set('platforma zāle telpa daļa nodaļa terminālis vārti korpuss līnija fāze klase grupa tips bloks');
const LV_RULERS =
  /^(?:Pēteris|Nikolajs|Aleksandrs|Kārlis|Ludviķis|Jānis|Pāvils|Vilhelms|Frīdrihs|Henrijs|Džordžs|(Elizabete|Katrīna|Anna|Marija))$/u;
export function romanInLatvian(numeral: Roman): string | null {
  const { value, isLetter, before } = numeral;
  const ruler = LV_RULERS.exec(before[0] ?? '');
  if (ruler) return latvianOrdinal(value, ruler[1] === undefined ? 'm' : 'f', 'n');
  return isLetter && !LV_NOUNS.has(lower(numeral)) ? null : latvian(value);
}
