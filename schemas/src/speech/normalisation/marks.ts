import type { Language, Rule } from './language.ts';
import { phrase, readWholeNumeral } from './numerals.ts';
import { afterSpace, beginsFree, endsFree, firstTokens, isKind, textAt, type Token } from './tokens.ts';

/** `№ 3` and `Nr. 3`: the word, with the number behind it. */
export const numberSigns = (language: Language): Rule => {
  const firsts = firstTokens(language.numberSigns.keys());
  return (tokens, at) => {
    if (!firsts.has(textAt(tokens, at).toLowerCase()) || !beginsFree(tokens, at)) return null;
    const sign = signAt(language, tokens, at);
    if (!sign) return null;
    const number = afterSpace(tokens, sign.end);
    if (!isKind(tokens, number, 'digits')) return null;
    const numeral = readWholeNumeral(tokens, number, language.numbers);
    const isPlain = numeral !== null && numeral.value.fraction === '' && !numeral.grouped;
    return isPlain
      ? { spoken: phrase(sign.spoken, language.number(numeral.value)), end: numeral.end }
      : { spoken: `${sign.spoken} `, end: number };
  };
};

/** The longest sign at a token: `n.º` before `n`. */
function signAt({ numberSigns: signs }: Language, tokens: readonly Token[], at: number) {
  for (const count of [3, 2, 1]) {
    const text = tokens
      .slice(at, at + count)
      .map((token) => token.text)
      .join('')
      .toLowerCase();
    const spoken = signs.get(text);
    if (spoken !== undefined) return { spoken, end: at + count };
  }
  return null;
}

/** Fractions of two figures: `1/2`, and the signs of Unicode as `½`. */
export const fractions =
  (language: Language): Rule =>
  (tokens, at) => {
    const single = language.fractions.get(textAt(tokens, at));
    if (single !== undefined && !isKind(tokens, at - 1, 'digits')) return { spoken: single, end: at + 1 };
    if (textAt(tokens, at + 1) !== '/' || !beginsFree(tokens, at) || !endsFree(tokens, at + 3)) return null;
    const spoken = language.fractions.get(`${textAt(tokens, at)}/${textAt(tokens, at + 2)}`);
    return spoken === undefined ? null : { spoken, end: at + 3 };
  };

/** Abbreviations that are read as words: `ул. Мира`, `z. B.`. */
export const abbreviations = (language: Language): Rule => {
  const firsts = firstTokens(language.abbreviations.keys());
  return (tokens, at) => {
    if (!firsts.has(textAt(tokens, at).toLowerCase()) || !beginsFree(tokens, at)) return null;
    const abbreviation = abbreviationAt(language, tokens, at);
    if (!abbreviation) return null;
    const { spoken, before, end } = abbreviation;
    const next = afterSpace(tokens, end);
    if (before === 'number' && !isKind(tokens, next, 'digits')) return null;
    if (before === 'name' && !(next > end && /^[\p{Lu}"«„“]/u.test(textAt(tokens, next)))) return null;
    // The stop of an abbreviation at the end also ends the sentence.
    const beginsSentence = before === 'last' && next > end && /^\p{Lu}/u.test(textAt(tokens, next));
    const isLast = textAt(tokens, end - 1) === '.' && (textAt(tokens, next) === '' || beginsSentence);
    const glued = textAt(tokens, end - 1) === '.' && isKind(tokens, end, 'digits');
    return { spoken: `${likeWritten(spoken, textAt(tokens, at))}${isLast ? '.' : ''}${glued ? ' ' : ''}`, end };
  };
};

/** With a capital letter, where the abbreviation begins with one. */
function likeWritten(spoken: string, written: string): string {
  return /^\p{Lu}/u.test(written) ? spoken.charAt(0).toUpperCase() + spoken.slice(1) : spoken;
}

/** The longest abbreviation at a token, with spaces between its letters or none. */
function abbreviationAt({ abbreviations: entries }: Language, tokens: readonly Token[], at: number) {
  for (const count of [6, 5, 4, 3, 2, 1]) {
    const end = at + count;
    if (end > tokens.length || !(isKind(tokens, end - 1, 'word') || textAt(tokens, end - 1) === '.')) continue;
    const text = tokens
      .slice(at, end)
      .map((token) => token.text)
      .join('')
      .replaceAll(/\.\s(?=\p{L})/gu, '.');
    const entry = entries.get(text.toLowerCase());
    if (entry && (textAt(tokens, end - 1) === '.' || endsFree(tokens, end))) return { ...entry, end };
  }
  return null;
}
