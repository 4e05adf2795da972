import type { Context } from '../language.ts';
import { CASES, type Case, type Gender } from './lv-numbers.ts';

export type Noun = { gender: Gender; one: readonly string[]; many: readonly string[] };

/** A noun by its forms in the order of the cases. */
const noun = (gender: Gender, one: string, many: string): Noun => ({
  gender,
  one: one.split(' '),
  many: many.split(' '),
});
/** Declines as eirs would; the plural has no change of its consonant. */
const masculine = (stem: string): Noun =>
  noun('m', `${stem}s ${stem}a ${stem}am ${stem}u ${stem}ā`, `${stem}i ${stem}u ${stem}iem ${stem}us ${stem}os`);
const feminine = (stem: string): Noun =>
  noun('f', `${stem}a ${stem}as ${stem}ai ${stem}u ${stem}ā`, `${stem}as ${stem}u ${stem}ām ${stem}as ${stem}ās`);
const fixed = (word: string): Noun => noun('m', Array(5).fill(word).join(' '), Array(5).fill(word).join(' '));

export const NOUNS: Record<string, Noun> = {
  minūte: noun('f', 'minūte minūtes minūtei minūti minūtē', 'minūtes minūšu minūtēm minūtes minūtēs'),
  sekunde: noun('f', 'sekunde sekundes sekundei sekundi sekundē', 'sekundes sekunžu sekundēm sekundes sekundēs'),
  stunda: feminine('stund'),
  diena: feminine('dien'),
  nedēļa: feminine('nedēļ'),
  persona: feminine('person'),
  tonna: feminine('tonn'),
  mārciņa: feminine('mārciņ'),
  mēnesis: noun('m', 'mēnesis mēneša mēnesim mēnesi mēnesī', 'mēneši mēnešu mēnešiem mēnešus mēnešos'),
  cilvēks: masculine('cilvēk'),
  gads: masculine('gad'),
  procents: masculine('procent'),
  cents: masculine('cent'),
  dolārs: masculine('dolār'),
  penijs: masculine('penij'),
  metrs: masculine('metr'),
  kilometrs: masculine('kilometr'),
  centimetrs: masculine('centimetr'),
  milimetrs: masculine('milimetr'),
  kilograms: masculine('kilogram'),
  grams: masculine('gram'),
  litrs: masculine('litr'),
  mililitrs: masculine('mililitr'),
  grāds: masculine('grād'),
  gabals: masculine('gabal'),
  stāvs: masculine('stāv'),
  rublis: noun('m', 'rublis rubļa rublim rubli rublī', 'rubļi rubļu rubļiem rubļus rubļos'),
  kapeika: feminine('kapeik'),
  eiro: fixed('eiro'),
  kvadrātmetrs: masculine('kvadrātmetr'),
  kubikmetrs: masculine('kubikmetr'),
  gigabaits: masculine('gigabait'),
  megabaits: masculine('megabait'),
  kilovats: masculine('kilovat'),
};

const SINGULAR: Record<string, Case> = {
  no: 'g',
  pēc: 'g',
  pirms: 'g',
  bez: 'g',
  kopš: 'g',
  virs: 'g',
  zem: 'g',
  pie: 'g',
  līdz: 'd',
  par: 'a',
  ap: 'a',
  uz: 'a',
  caur: 'a',
  pa: 'a',
  ar: 'a',
  starp: 'a',
  maksā: 'a',
  maksās: 'a',
  ilgst: 'a',
  ilgs: 'a',
  gaidiet: 'a',
  uzgaidiet: 'a',
  kavēsies: 'a',
  kavējas: 'a',
  ietaupiet: 'a',
  pievienojiet: 'a',
  laimējiet: 'a',
  pērciet: 'a',
  maksājiet: 'a',
};
const VERBS = new Set([
  'maksā',
  'maksās',
  'ilgst',
  'ilgs',
  'gaidiet',
  'uzgaidiet',
  'kavēsies',
  'kavējas',
  'ietaupiet',
  'pievienojiet',
  'laimējiet',
  'pērciet',
  'maksājiet',
]);

/** The case that the word before an amount demands; prepositions all have the dative in the plural. */
export function caseAfter({ before }: Context, isSingular: boolean): Case {
  const [word = ''] = before;
  const singular = SINGULAR[word] ?? 'n';
  return singular === 'n' || isSingular || VERBS.has(word) ? singular : 'd';
}

export const formOf = ({ one, many }: Noun, isSingular: boolean, nounCase: Case): string =>
  (isSingular ? one : many)[CASES.indexOf(nounCase)] ?? '';

export const nounForms = (): [string, { key: string; isNoun: boolean }][] =>
  Object.entries(NOUNS).flatMap(([key, { one, many }]) =>
    [...one, ...many].map((form): [string, { key: string; isNoun: boolean }] => [form, { key, isNoun: true }]),
  );
