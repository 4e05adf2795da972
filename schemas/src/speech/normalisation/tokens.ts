/** A piece of a text: digits, letters, white space, or any other single character. */
export type Token = { kind: 'digits' | 'word' | 'space' | 'sign'; text: string };

const TOKEN = /[0-9]+|[\p{L}\p{M}²³]+|\s+|[^]/gu;
const WORD = /^[\p{L}\p{M}²³]/u;
const SPACE = /^\s/;

/** Splits a text into tokens, which joined are the text. Time and memory grow with its length. */
export const tokensOf = (text: string): Token[] =>
  (text.match(TOKEN) ?? []).map((piece) => ({ kind: kindOf(piece), text: piece }));

function kindOf(piece: string): Token['kind'] {
  if (piece >= '0' && piece < ':') return 'digits';
  if (WORD.test(piece)) return 'word';
  return SPACE.test(piece) ? 'space' : 'sign';
}

/** How written forms begin, in tokens, so that most words need no further look. */
export const firstTokens = (written: Iterable<string>): ReadonlySet<string> =>
  new Set([...written].map((text) => tokensOf(text)[0]?.text ?? ''));

/** The text of a token; empty beyond both ends. */
export const textAt = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? '';
export const isKind = (tokens: readonly Token[], at: number, kind: Token['kind']): boolean => tokens[at]?.kind === kind;
export const isDigits = (tokens: readonly Token[], at: number, max: number, min = 1): boolean =>
  isKind(tokens, at, 'digits') && textAt(tokens, at).length <= max && textAt(tokens, at).length >= min;

/** Behind one white space, which does not begin a new line. */
export const afterSpace = (tokens: readonly Token[], at: number): number =>
  isKind(tokens, at, 'space') && !textAt(tokens, at).includes('\n') ? at + 1 : at;

const DASHES: ReadonlySet<string> = new Set(['-', '–', '—', '−']);
export const isDash = (tokens: readonly Token[], at: number): boolean => DASHES.has(textAt(tokens, at));
/** Behind a dash with or without spaces around it; null without a dash. */
export function afterDash(tokens: readonly Token[], at: number): number | null {
  const dash = afterSpace(tokens, at);
  return isDash(tokens, dash) ? afterSpace(tokens, dash + 1) : null;
}

const JOINING: ReadonlySet<string> = new Set([...DASHES, '.', ',', ':', '/', '_', '@', '#', '\\', '*', '=', '+', '&']);
const solid = (tokens: readonly Token[], at: number): boolean =>
  isKind(tokens, at, 'digits') || isKind(tokens, at, 'word');

/** Whether what begins here is not a part of something longer, as in `A4`, `1.2.3` and `a@4`. */
export function beginsFree(tokens: readonly Token[], at: number): boolean {
  if (solid(tokens, at - 1)) return false;
  return !(JOINING.has(textAt(tokens, at - 1)) && solid(tokens, at - 2));
}

/** Whether what ends before this token is not a part of something longer. */
export function endsFree(tokens: readonly Token[], end: number): boolean {
  if (solid(tokens, end)) return false;
  return !(JOINING.has(textAt(tokens, end)) && solid(tokens, end + 1));
}

const CONJUNCTIONS: ReadonlySet<string> = new Set(['и', 'или', 'un', 'vai', 'und', 'oder']);
const FIRST_MAX = 6;

const LISTED_MAX = 5;

/**
 * Where the first number of a list begins, since all of them have the same case: the 9 of `между 9:00 и 10:00`, and the 5 of
 * `am 5., 6. und 7. Mai`.
 */
function behindFirst(tokens: readonly Token[], at: number): number {
  let start = at;
  for (let count = 0; count < LISTED_MAX; count += 1) {
    const previous = numberBefore(tokens, start);
    if (previous === null) break;
    start = previous;
  }
  return start;
}

/** Where a number begins that a comma or a conjunction joins with what follows; null without one. */
function numberBefore(tokens: readonly Token[], at: number): number | null {
  if (!isKind(tokens, at - 1, 'space')) return null;
  const link = textAt(tokens, at - 2);
  if (!(link === ',' || CONJUNCTIONS.has(link))) return null;
  const behind = link === ',' ? at - 3 : at - 4;
  const last = textAt(tokens, behind) === '.' ? behind - 1 : behind;
  if (!isKind(tokens, last, 'digits')) return null;
  let start = last;
  while (start > last - FIRST_MAX && isKind(tokens, start - 1, 'sign'))
    start -= isKind(tokens, start - 2, 'digits') ? 2 : 1;
  return start;
}

/** The words before a token with nothing but spaces between, the nearest first, in lower case. */
export function wordsBefore(tokens: readonly Token[], at: number, count = 2): string[] {
  const words: string[] = [];
  for (let end = behindFirst(tokens, at); words.length < count;) {
    const word = end - 2;
    if (!isKind(tokens, end - 1, 'space') || !isKind(tokens, word, 'word')) break;
    words.push(textAt(tokens, word).toLowerCase());
    end = word;
  }
  return words;
}

/** The same across one comma, which is a word of its own then: `в воскресенье, 22 ноября` has `,`, `воскресенье` and `в` before the 22. */
export function wordsBeforeComma(tokens: readonly Token[], at: number): string[] {
  const comma = at - 2;
  if (!isKind(tokens, at - 1, 'space') || textAt(tokens, comma) !== ',' || !isKind(tokens, comma - 1, 'word')) {
    return wordsBefore(tokens, at);
  }
  return [',', textAt(tokens, comma - 1).toLowerCase(), ...wordsBefore(tokens, comma - 1, 1)];
}

/** Behind the full stop of an abbreviation; one that also ends the sentence stays. */
export function afterStop(tokens: readonly Token[], at: number): number {
  if (textAt(tokens, at) !== '.') return at;
  const next = textAt(tokens, afterSpace(tokens, at + 1));
  const ends = next === '' || /^[\p{Lu}\s"»”]/u.test(next);
  return ends ? at : at + 1;
}
