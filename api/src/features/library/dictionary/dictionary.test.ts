import { describe, expect, it } from 'vitest';
import { createDictionary } from './dictionary.ts';

const russian = (word: string, spoken: string) => ({ language: 'ru', word, spoken });

describe('a dictionary', () => {
  it('replaces whole words in any case, and no parts of words', () => {
    const { apply } = createDictionary([russian('ТЦ', 'торговый центр')]);
    expect(apply('В тц и в ТЦ, но не в ТЦентре и МТЦ.', 'ru')).toBe(
      'В торговый центр и в торговый центр, но не в ТЦентре и МТЦ.',
    );
  });

  it('prefers the longest of several words', () => {
    const { apply } = createDictionary([russian('ул', 'улица'), russian('ул Мира', 'улица имени Мира')]);
    expect(apply('ул Мира, ул Ленина', 'ru')).toBe('улица имени Мира, улица Ленина');
  });

  it('takes the signs of a pattern as they are', () => {
    const { apply } = createDictionary([
      { language: 'en', word: 'C++', spoken: 'see plus plus' },
      { language: 'en', word: 'No.', spoken: 'number' },
      { language: 'en', word: 'A&B', spoken: 'A and $& B' },
    ]);
    expect(apply('C++ is No. 1 at A&B', 'en')).toBe('see plus plus is number 1 at A and $& B');
  });

  it('does not replace words that it has inserted', () => {
    const { apply } = createDictionary([russian('один', 'два'), russian('два', 'три')]);
    expect(apply('один два', 'ru')).toBe('два три');
  });

  it('is applied in its language only; a region goes before the language', () => {
    const { apply } = createDictionary([
      { language: 'en', word: 'schedule', spoken: 'skedule' },
      { language: 'en-GB', word: 'schedule', spoken: 'shedule' },
    ]);
    expect(apply('schedule', 'en-US')).toBe('skedule');
    expect(apply('schedule', 'en-GB')).toBe('shedule');
    expect(apply('schedule', 'de')).toBe('schedule');
  });

  it('finds a word in whatever way its accents are encoded', () => {
    const { apply } = createDictionary([{ language: 'fr', word: 'café'.normalize('NFD'), spoken: 'ka-fé' }]);
    expect(apply('Le CAFÉ', 'fr')).toBe('Le ka-fé');
  });
});
