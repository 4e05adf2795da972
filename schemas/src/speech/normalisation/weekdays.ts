import type { Language, Rule, Weekdays } from './language.ts';
import { phrase } from './numerals.ts';
import { afterDash, afterStop, beginsFree, endsFree, isKind, textAt, wordsBefore, type Token } from './tokens.ts';

/** `Mo–Fr`, `Пн–Пт`: short days of the week with a dash between, as in opening hours. A short name alone may be another word. */
export const weekdays =
  ({ weekdays: format }: Language): Rule =>
  (tokens, at) => {
    const first = format && isKind(tokens, at, 'word') ? dayAt(format, tokens, at) : null;
    if (!format || !first || !beginsFree(tokens, at)) return null;
    const dash = afterDash(tokens, first.behindPoint);
    const second = dash === null ? null : dayAt(format, tokens, dash);
    if (!second || !endsFree(tokens, second.end)) return null;
    const begins = wordsBefore(tokens, at, 1)[0] === format.from ? '' : format.from;
    return { spoken: phrase(begins, first.names[0], format.to, second.names[1]), end: second.end };
  };

function dayAt({ names }: Weekdays, tokens: readonly Token[], at: number) {
  const forms = /^\p{Ll}/u.test(textAt(tokens, at)) ? undefined : names.get(textAt(tokens, at).toLowerCase());
  if (!forms) return null;
  const hasPoint = textAt(tokens, at + 1) === '.';
  return { names: forms, behindPoint: hasPoint ? at + 2 : at + 1, end: afterStop(tokens, at + 1) };
}
