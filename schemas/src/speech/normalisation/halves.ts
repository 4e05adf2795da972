import { readUnit } from './amounts.ts';
import type { Language, Rule } from './language.ts';
import { afterSpace, beginsFree, isDigits, textAt, wordsBefore, type Token } from './tokens.ts';

/** Longer numbers have no halves. */
const DIGITS_MAX = 3;

/** Halves of units: `½ h`, `2½ Stunden`, `1 1/2 hours`. Without a unit they are left to the fractions. */
export const halves =
  (language: Language): Rule =>
  (tokens, at) => {
    if (!language.half) return null;
    const isWhole = isDigits(tokens, at, DIGITS_MAX) && !textAt(tokens, at).startsWith('0');
    const end = behindHalf(tokens, isWhole ? at + 1 : at, isWhole);
    const unitReading = end === null || !beginsFree(tokens, at) ? null : readUnit(language, tokens, end);
    if (!unitReading) return null;
    const whole = isWhole ? Number(textAt(tokens, at)) : 0;
    return {
      spoken: language.half(whole, unitReading.unit, { before: wordsBefore(tokens, at) }),
      end: unitReading.end,
    };
  };

/** Behind `½`, or behind ` 1/2` that follows a whole number. */
function behindHalf(tokens: readonly Token[], at: number, isBehindWhole: boolean): number | null {
  const start = afterSpace(tokens, at);
  if (textAt(tokens, start) === '½') return start + 1;
  const isWritten =
    textAt(tokens, start) === '1' && textAt(tokens, start + 1) === '/' && textAt(tokens, start + 2) === '2';
  return isWritten && (start > at || !isBehindWhole) ? start + 3 : null;
}
