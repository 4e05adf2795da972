import type { Rule } from '../language.ts';
import { afterSpace, afterStop, beginsFree, endsFree, isDigits, isKind, textAt, wordsBefore } from '../tokens.ts';
import { ordinal, type Case, type Gender } from './lv-numbers.ts';
import { romanValue } from './roman.ts';

/** Nouns that have a place in an order, by their forms. */
const FORMS = new Map<string, readonly [Gender, Case]>();
const add = (gender: Gender, forms: string): void => {
  const cases: readonly Case[] = ['n', 'g', 'd', 'a', 'l'];
  for (const [index, form] of forms.split(' ').entries()) FORMS.set(form, [gender, cases[index] ?? 'n']);
};
for (const stem of [
  'stāv',
  'gad',
  'peron',
  'kabinet',
  'vagon',
  'gadsimt',
  'autobus',
  'kur',
  'termināl',
  'korpus',
  'sektor',
]) {
  add('m', `${stem}s ${stem}a ${stem}am ${stem}u ${stem}ā`);
}
add('m', 'ceļš ceļa ceļam ceļu ceļā');
add('m', 'tramvajs tramvaja tramvajam tramvaju tramvajā');
add('m', 'numurs numura numuram numuru numurā');
for (const stem of ['stund', 'rind', 'viet', 'platform', 'telp', 'auditorij', 'skol', 'kas', 'līnij']) {
  add('f', `${stem}a ${stem}as ${stem}ai ${stem}u ${stem}ā`);
}
for (const stem of ['klas', 'zāl']) add('f', `${stem}e ${stem}es ${stem}ei ${stem}i ${stem}ē`);

/** `2. stāvā`, `2026. gadā`, `XXI gadsimts`: the noun tells the case. */
const ordinals: Rule = (tokens, at) => {
  if (!beginsFree(tokens, at)) return null;
  const number = isDigits(tokens, at, 4) && textAt(tokens, at + 1) === '.' ? Number(textAt(tokens, at)) : null;
  const roman = number === null && isKind(tokens, at, 'word') ? romanValue(textAt(tokens, at)) : null;
  const value = number ?? roman;
  const behind = textAt(tokens, at + 1) === '.' ? at + 2 : at + 1;
  const word = afterSpace(tokens, behind);
  if (value === null || value === 0 || value > 2_999 || word === behind) return null;
  const written = textAt(tokens, word).toLowerCase();
  if (written === 'g' && textAt(tokens, word + 1) === '.' && value > 1_000) {
    return { spoken: `${ordinal(value, 'm', 'g')} gada`, end: afterStop(tokens, word + 1) };
  }
  const form = FORMS.get(written);
  if (!form || !endsFree(tokens, word + 1)) return null;
  const [gender, nounCase] = form;
  // `no 2. ceļa` is a genitive, and `līdz 2. stāvam` a dative, whatever else the form may be.
  const [before = ''] = wordsBefore(tokens, at, 1);
  return { spoken: ordinal(value, gender, before === 'no' && gender === 'f' ? 'g' : nounCase), end: behind };
};

export const latvianRules: readonly Rule[] = [ordinals];
