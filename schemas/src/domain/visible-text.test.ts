import { describe, expect, it } from 'vitest';
import { hasHiddenCharacters } from './visible-text.ts';

describe('hidden characters', () => {
  it.each([
    ['a zero-width space', 'A\u200Bda'],
    ['a zero-width joiner between Latin letters', 'A\u200Dda'],
    ['a soft hyphen', 'A\u00ADda'],
    ['a right-to-left override', 'Ada\u202Enimda'],
    ['an isolate', 'Ada\u2067x'],
    ['a right-to-left mark', 'Ada\u200F'],
    ['a Hangul filler', '\u3164\u3164'],
    ['a braille blank', '\u2800\u2800'],
    ['a byte order mark', 'A\uFEFFda'],
    ['a tag character', 'Ada\u{E0041}'],
    ['a line separator', 'A\u2028da'],
    ['a control character', 'A\u0007da'],
  ])('are found: %s', (_what, text) => expect(hasHiddenCharacters(text)).toBe(true));

  it.each([
    'Ada Bell',
    'Мария-Антуанетта',
    "O'Neill",
    'José',
    'می\u200Cخواهم',
    '❤\uFE0F Ada',
    '👩\u200D🚀',
    'दीक्षा',
    '李 小龍',
  ])('are not found in %s', (text) => expect(hasHiddenCharacters(text)).toBe(false));
});
