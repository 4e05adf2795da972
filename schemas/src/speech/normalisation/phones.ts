import type { Language, Rule } from './language.ts';
import { afterSpace, beginsFree, endsFree, isDigits, isKind, textAt, type Token } from './tokens.ts';

const GROUPS_MAX = 8;
const DIGITS = { min: 7, max: 15 };
/** Without a plus before it, only these are surely phone numbers: `123-45-67`, `8 (800) 555-35-35`, `01 23 45 67 89`, `0800 123 456`. */
const LOCAL =
  /^(\d{3}-\d{2}-\d{2}|8-\d{3}-\d{3}-\d{2}-\d{2}|[08] ?\(\d{2,4}\) ?\d[\d -]+|\(\d{3}\) ?\d{3}-\d{4}|0\d{1,4}( \d{2,8}){1,4}|0\d(\.\d{2}){4})$/;
/** How a number without groups is read behind a word that announces a phone number, by its length. */
const GROUPS: Record<number, readonly number[]> = {
  7: [3, 2, 2],
  8: [2, 2, 2, 2],
  9: [3, 3, 3],
  10: [3, 3, 2, 2],
  11: [1, 3, 3, 2, 2],
  12: [3, 3, 3, 3],
};
const SPACE = /\s/g;

export const phones =
  (language: Language): Rule =>
  (tokens, at) => {
    const isInternational = textAt(tokens, at) === '+' && isKind(tokens, at + 1, 'digits');
    const isOpened = textAt(tokens, at) === '(' && isDigits(tokens, at + 1, 3, 3);
    if (!(isInternational || isOpened || isKind(tokens, at, 'digits')) || !beginsFree(tokens, at)) return null;
    if (!isInternational && !isOpened && !mayBegin(language, tokens, at)) return null;
    const { groups, end } = readGroups(tokens, isInternational || isOpened ? at + 1 : at);
    const digits = groups.join('').length;
    if (digits < DIGITS.min || digits > DIGITS.max || !endsFree(tokens, end)) return null;
    const spoken = (of: readonly string[]): string => of.map((group) => language.phoneGroup(group)).join(', ');
    if (isInternational) return { spoken: `${language.plus} ${spoken(groups)}`, end };
    const written = tokens
      .slice(at, end)
      .map(({ text }) => text)
      .join('')
      .replaceAll(SPACE, ' ');
    if (LOCAL.test(written) || language.localPhone?.test(written)) return { spoken: spoken(groups), end };
    if (!isAnnounced(language, tokens, at)) return null;
    return { spoken: spoken(groups.length > 1 ? groups : grouped(written)), end };
  };

/** What a number without a plus begins with, so that most need no further look. */
function mayBegin(language: Language, tokens: readonly Token[], at: number): boolean {
  const digits = textAt(tokens, at);
  if (textAt(tokens, at + 1) === '-' || digits.startsWith('0') || digits.startsWith('8')) return true;
  const isLocal = language.localPhone !== undefined && (digits.length === 2 || digits.length === 3);
  return isLocal || isAnnounced(language, tokens, at);
}

/** Whether a word as `phone` or `tel.` stands before, with a point, a colon and spaces between. */
function isAnnounced({ phoneWords }: Language, tokens: readonly Token[], at: number): boolean {
  let before = isKind(tokens, at - 1, 'space') ? at - 2 : at - 1;
  if (textAt(tokens, before) === ':' || textAt(tokens, before) === '.') before -= 1;
  return isKind(tokens, before, 'word') && phoneWords?.includes(textAt(tokens, before).toLowerCase()) === true;
}

function grouped(digits: string): string[] {
  let start = 0;
  return (GROUPS[digits.length] ?? [digits.length]).map((length) => {
    start += length;
    return digits.slice(start - length, start);
  });
}

/** Groups of digits with one space, hyphen, point or pair of parentheses between them. */
function readGroups(tokens: readonly Token[], at: number): { groups: string[]; end: number } {
  const groups: string[] = [];
  let end = at;
  for (let next = at; groups.length < GROUPS_MAX;) {
    if (!isDigits(tokens, next, DIGITS.max)) break;
    groups.push(textAt(tokens, next));
    end = next + 1;
    next = behindSeparator(tokens, end);
  }
  return { groups, end };
}

function behindSeparator(tokens: readonly Token[], at: number): number {
  const sign = textAt(tokens, at);
  let next = sign === ')' ? at + 1 : at;
  // Only `06.12.34.56.78` has points; a date has fewer.
  if (sign === '.' && isDigits(tokens, at + 1, 2, 2) && isDigits(tokens, at - 1, 2, 2)) return at + 1;
  next = textAt(tokens, next) === '-' ? next + 1 : afterSpace(tokens, next);
  return textAt(tokens, next) === '(' ? next + 1 : next;
}
