import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Language } from './language.ts';
import { german } from './languages/de.ts';
import { english } from './languages/en.ts';
import { spanish } from './languages/es.ts';
import { french } from './languages/fr.ts';
import { latvian } from './languages/lv.ts';
import { russian } from './languages/ru.ts';
import { normalise, speakTokens } from './normalise.ts';
import { phrases as inGerman } from './testing/de.ts';
import { phrases as inEnglish } from './testing/en.ts';
import { phrases as inSpanish } from './testing/es.ts';
import { phrases as inFrench } from './testing/fr.ts';
import { phrases as inLatvian } from './testing/lv.ts';
import { phrases as inRussian } from './testing/ru.ts';
import { tokensOf } from './tokens.ts';

const TABLES: readonly [string, Language, string][] = [
  ['de', german, inGerman],
  ['en', english, inEnglish],
  ['es', spanish, inSpanish],
  ['fr', french, inFrench],
  ['lv', latvian, inLatvian],
  ['ru', russian, inRussian],
];
const rowsOf = (table: string): string[][] =>
  table
    .trim()
    .split('\n')
    .map((row) => row.split(' → '));

describe.each(TABLES)('an announcement in %s', (language, rules, table) => {
  const rows = rowsOf(table);

  it('has a table of at least 80 phrases', () => {
    expect(rows.length).toBeGreaterThanOrEqual(80);
  });

  it.each(rows)('speaks %s', (written, spoken) => {
    expect(normalise(written ?? '', language)).toBe(spoken);
  });

  it('stays as it is once it is written out', () => {
    for (const [, spoken = ''] of rows) expect(normalise(spoken, language)).toBe(spoken);
    const pieces = fc.array(
      fc.oneof(fc.constantFrom(...piecesOf(rules, rows)), fc.nat(3_000).map(String), fc.string()),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(pieces, fc.constantFrom('', ' '), (list, between) => {
        const spoken = normalise(list.join(between), language);
        expect(normalise(spoken, language)).toBe(spoken);
      }),
      { numRuns: fc.readConfigureGlobal().numRuns ?? 200 },
    );
  });

  it('leaves plain words as they are, and never fails', () => {
    const words = fc.stringMatching(/^[a-zа-яāčēģīķļņšūž]{4,9}( [a-zа-яāčēģīķļņšūž]{4,9}){0,8}[.!?]?$/);
    const abbreviationWords = new Set([...rules.abbreviations.keys()].map((written) => written.replaceAll('.', '')));
    fc.assert(
      fc.property(words, (text) => {
        if (text.split(/[ .!?]/).some((word) => abbreviationWords.has(word))) return;
        expect(normalise(text, language)).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        expect(typeof normalise(text, language)).toBe('string');
      }),
    );
  });

  it('grows to four times its length and 1,000 characters at most, and stays as it is written behind that', () => {
    const text = '777 777 % '.repeat(500);
    const spoken = normalise(text, language);
    expect(spoken.length).toBeGreaterThan(text.length * 2);
    expect(spoken.length).toBeLessThanOrEqual(text.length * 4 + 1_000);
    expect(normalise('777 % '.repeat(40), language)).not.toMatch(/7/);
  });

  it('keeps numbers and codes that it does not know', () => {
    const signs = new Set([...rules.numberSigns.keys()].map((sign) => sign.replace('.', '').toUpperCase()));
    const code = fc.oneof(
      fc.stringMatching(/^[A-Z]{2}[0-9]{1,5}$/).filter((letters) => !signs.has(letters.slice(0, 2))),
      fc.stringMatching(/^[0-9]{13,20}$/),
      fc.stringMatching(/^0[0-9]{3,6}$/),
      fc.stringMatching(/^[1-9]\.[0-9]\.[0-9]{1,3}$/),
      fc.stringMatching(/^[a-z]{3,8}[0-9]@example\.com$/),
    );
    fc.assert(
      fc.property(fc.array(code, { maxLength: 6 }), (codes) => {
        const text = codes.join(' | ');
        expect(normalise(text, language)).toBe(text);
      }),
    );
  });

  it('reads a hostile text in time that grows with its length only, and in short steps', () => {
    const hostile = [
      '1 ',
      '1-',
      '+1 ',
      '<a',
      'и 1 ',
      '1, ',
      '1 x ',
      '5 €–',
      '1. ',
      '(123',
      '01.',
      '1 un ',
      '1 € 1/2 ',
      'Mo–',
      '½',
    ];
    for (const piece of hostile) {
      const tokens = tokensOf(piece.repeat(Math.ceil(5_000 / piece.length)));
      let steps = 0;
      const counting = new Proxy(tokens, {
        get(target, key) {
          if (typeof key === 'string' && /^\d+$/.test(key)) steps += 1;
          return Reflect.get(target, key) as unknown;
        },
      });
      let [before, longest] = [tokens.length, 0];
      for (const _ of speakTokens(rules, counting, { kept: [], max: 21_000 })) {
        longest = Math.max(longest, steps - before);
        before = steps;
      }
      expect(steps / tokens.length, piece).toBeLessThan(500);
      expect(longest, piece).toBeGreaterThan(0);
      expect(longest, piece).toBeLessThan(20_000);
    }
  });
});

/** What makes up texts: the words and signs of the tables, and all that the language knows. */
const piecesOf = ({ units, dates, abbreviations, numberSigns }: Language, rows: readonly string[][]): string[] => [
  ...rows.flatMap(([written = '']) => written.split(' ')),
  ...units.keys(),
  ...dates.months.keys(),
  ...abbreviations.keys(),
  ...numberSigns.keys(),
];

describe('normalise', () => {
  it('goes by the language of a locale, and by its region for dates', () => {
    expect(normalise('21 мин', 'ru-RU')).toBe('двадцать одна минута');
    expect(normalise('on 11/22/2026', 'en-US')).toBe('on November twenty-second, twenty twenty-six');
    expect(normalise('November 22', 'en-US')).toBe('November twenty-second');
  });

  it('leaves texts in other languages, tags and variables', () => {
    expect(normalise('9:05 ja 5 min', 'fi-FI')).toBe('9:05 ja 5 min');
    expect(normalise('<break time="5 min"/> {place 5 min} 5 min', 'en')).toBe(
      '<break time="5 min"/> {place 5 min} five minutes',
    );
  });

  it('leaves what has a pronunciation of its own, where it would be replaced', () => {
    expect(normalise('2 kg for £3', 'en', ['kg'])).toBe('2 kg for three pounds');
    expect(normalise('2 KG, 3 kg/h', 'en', ['kg'])).toBe('2 KG, 3 kg/h');
    expect(normalise('In 5 Minuten, um 9:05 Uhr', 'de', ['Minuten'])).toBe('In fünf Minuten, um neun Uhr fünf');
    expect(normalise('Позвоните 112 через 5 мин', 'ru', ['112', 'мин'])).toBe('Позвоните 112 через 5 мин');
    expect(normalise('Dr. Brown, in 5 min.', 'en', ['Dr. Brown'])).toBe('Dr. Brown, in five minutes.');
    expect(normalise('24/7, 5 kgs', 'en', ['24', 'kg', '', ' '])).toBe('24/7, 5 kgs');
  });

  it('reads the variables of a message as they are filled in', () => {
    expect(normalise('Сейчас 12:30, воскресенье, 22 ноября', 'ru')).toBe(
      'Сейчас двенадцать тридцать, воскресенье, двадцать второе ноября',
    );
    expect(normalise('It is 4:30\u202FAM, Sunday, November 22', 'en-US')).toBe(
      'It is four thirty a.m., Sunday, November twenty-second',
    );
  });
});
