import type { Language, Rule } from './language.ts';
import { romanValue } from './languages/roman.ts';
import { phrase } from './numerals.ts';
import { afterSpace, afterStop, beginsFree, endsFree, isDash, isKind, textAt, type Token } from './tokens.ts';

const CAPITALS = /^\p{Lu}{2,}$/u;

const valueAt = (tokens: readonly Token[], at: number): number | null =>
  isKind(tokens, at, 'word') ? romanValue(textAt(tokens, at)) : null;

/** Roman numerals, which engines spell or announce as such: `Gate IV`, `Henry VIII`, `Act I–III`. */
export const romanNumerals =
  (language: Pick<Language, 'roman' | 'plainRange'>): Rule =>
  (tokens, at) => {
    const value = valueAt(tokens, at);
    if (value === null || !beginsFree(tokens, at)) return null;
    const behindDash = isDash(tokens, at + 1) ? at + 2 : null;
    const last = behindDash === null ? null : valueAt(tokens, behindDash);
    const end = last === null ? at + 1 : at + 3;
    if (!endsFree(tokens, end) || isShouted(tokens, at, end)) return null;
    const beside = { before: wordsAsWritten(tokens, at), after: textAt(tokens, afterSpace(tokens, end)) };
    const spoken = language.roman({ value, isLetter: textAt(tokens, at).length === 1 && last === null, ...beside });
    if (spoken === null || last === null || behindDash === null)
      return spoken === null ? null : { spoken, end: afterStop(tokens, end) };
    const until = language.roman({ value: last, isLetter: false, ...beside });
    return until === null
      ? null
      : { spoken: phrase(spoken, language.plainRange ?? '–', until), end: afterStop(tokens, end) };
  };

/** Among words in capitals, a numeral may be a word as well: `VI STÄNGER`. */
function isShouted(tokens: readonly Token[], at: number, end: number): boolean {
  const beside = [...wordsAsWritten(tokens, at).slice(0, 1), textAt(tokens, afterSpace(tokens, end))];
  return beside.some((word) => CAPITALS.test(word) && romanValue(word) === null);
}

/** The two words before, the nearest first. */
function wordsAsWritten(tokens: readonly Token[], at: number): string[] {
  const words: string[] = [];
  for (
    let word = at - 2;
    words.length < 2 && isKind(tokens, word + 1, 'space') && isKind(tokens, word, 'word');
    word -= 2
  )
    words.push(textAt(tokens, word));
  return words;
}
