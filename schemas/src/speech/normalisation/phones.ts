import type { Language, Rule } from './language.ts';
import { afterSpace, beginsFree, endsFree, isDigits, isKind, textAt, type Token } from './tokens.ts';

const GROUPS_MAX = 8;
const DIGITS = { min: 7, max: 15 };
/** Without a plus before it, only these are surely phone numbers: `123-45-67`, `8 (800) 555-35-35`, `01 23 45 67 89`. */
const LOCAL = /^(\d{3}-\d{2}-\d{2}|[08] ?\(\d{2,4}\) ?\d[\d -]+|0\d( \d{2}){4})$/;

/** Phone numbers, spoken in the groups in which they are written. */
export const phones =
  (language: Language): Rule =>
  (tokens, at) => {
    const isInternational = textAt(tokens, at) === '+' && isKind(tokens, at + 1, 'digits');
    if (!(isInternational || isKind(tokens, at, 'digits')) || !beginsFree(tokens, at)) return null;
    const { groups, end } = readGroups(tokens, isInternational ? at + 1 : at);
    const digits = groups.join('').length;
    if (digits < DIGITS.min || digits > DIGITS.max || !endsFree(tokens, end)) return null;
    const written = tokens
      .slice(at, end)
      .map(({ text }) => text)
      .join('');
    if (!isInternational && !LOCAL.test(written)) return null;
    const spoken = groups.map((group) => language.phoneGroup(group)).join(', ');
    return { spoken: isInternational ? `${language.plus} ${spoken}` : spoken, end };
  };

/** Groups of digits with one space, hyphen or pair of parentheses between them. */
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
  let next = textAt(tokens, at) === ')' ? at + 1 : at;
  next = textAt(tokens, next) === '-' ? next + 1 : afterSpace(tokens, next);
  return textAt(tokens, next) === '(' ? next + 1 : next;
}
