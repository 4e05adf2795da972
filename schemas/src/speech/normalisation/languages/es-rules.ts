import type { Rule } from '../language.ts';
import { afterSpace, beginsFree, endsFree, isDigits, isKind, textAt, wordsBefore } from '../tokens.ts';
import { UNITS } from './es-nouns.ts';
import { cardinal, ordinalStem } from './es-numbers.ts';
import { romanValue } from './roman.ts';

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

/** `C/ Mayor`, `c/Mayor`. */
const streets: Rule = (tokens, at) => {
  const isStreet = /^c$/i.test(textAt(tokens, at)) && textAt(tokens, at + 1) === '/' && beginsFree(tokens, at);
  const name = afterSpace(tokens, at + 2);
  if (!isStreet || !/^\p{Lu}\p{L}/u.test(textAt(tokens, name))) return null;
  return { spoken: `${textAt(tokens, at) === 'C' ? 'Calle' : 'calle'} `, end: name };
};

export const spanishRules: readonly Rule[] = [ordinals, streets, centuries, oneOClock];
