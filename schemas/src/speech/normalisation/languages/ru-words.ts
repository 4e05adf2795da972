import type { Rule, Weekdays } from '../language.ts';
import { beginsFree, endsFree, isDigits, isKind, textAt } from '../tokens.ts';
import { cardinal } from './ru-numbers.ts';

const FROM = 'понедельника вторника среды четверга пятницы субботы воскресенья'.split(' ');
const UNTIL = 'понедельник вторник среду четверг пятницу субботу воскресенье'.split(' ');
/** Пн–Пт is с понедельника по пятницу. */
export const SHORT_DAYS: Weekdays = {
  names: new Map(
    'пн вт ср чт пт сб вс'.split(' ').map((name, index) => [name, [FROM[index] ?? '', UNTIL[index] ?? '']]),
  ),
  from: 'с',
  to: 'по',
};

/** Beginnings of the second parts of words as `10-летие`, `5-минутный`. */
const SECOND =
  /^(?:лет|минутн|секундн|час|дневн|суточн|недельн|месячн|годичн|процентн|градусн|метров|километров|литров|этажн|комнатн|местн|значн|кратн|балльн|рубл[её]в|тонн|классн|разов)\p{L}{2,}$/u;

/** Numerals before a part of the same word are in the genitive, but for one, ninety and a hundred. */
const prefixOf = (number: number): string =>
  cardinal(number, 'm', 'g')
    .replace(/одного$/, 'одно')
    .replace(/девяноста/, 'девяносто')
    .replace(/^ста(?= |$)/, 'сто')
    .replaceAll(' ', '');

/** `10-летие`, `5-минутный`, `20-процентная`: one word. */
export const compounds: Rule = (tokens, at) => {
  if (!isDigits(tokens, at, 3) || textAt(tokens, at).startsWith('0') || textAt(tokens, at + 1) !== '-') return null;
  const word = textAt(tokens, at + 2);
  if (!isKind(tokens, at + 2, 'word') || !SECOND.test(word) || !beginsFree(tokens, at) || !endsFree(tokens, at + 3))
    return null;
  return { spoken: `${prefixOf(Number(textAt(tokens, at)))}${word}`, end: at + 3 };
};
