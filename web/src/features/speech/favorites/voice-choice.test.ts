import type { Language } from '@belfry/schemas/http/lookups';
import { describe, expect, it } from 'vitest';
import { fallbackVoices } from '../voice-lists-api.ts';
import {
  defaultLanguage,
  offeredGenders,
  voicesOf,
  changeFavoritesAddress,
  readFavoritesAddress,
} from './voice-choice.ts';

describe('the choice', () => {
  const languages = (...codes: string[]): Language[] =>
    codes.map((code) => ({ code, name: code, native: code, flag: '' }));

  describe('the language on opening', () => {
    it.each([
      ['the saved choice', ['de', 'en', 'ru'], { saved: 'de', own: 'ru' }, 'de'],
      ['one’s own where the saved one is not there', ['de', 'en', 'ru'], { saved: 'xx', own: 'ru' }, 'ru'],
      ['one’s own where nothing is saved', ['de', 'en', 'ru'], { saved: undefined, own: 'ru' }, 'ru'],
      ['one’s own, with its country', ['de-DE', 'en-US', 'ru-RU'], { saved: undefined, own: 'ru' }, 'ru-RU'],
      ['English where both are not there', ['de', 'en', 'ru'], { saved: undefined, own: 'xx' }, 'en'],
      ['English of America, too', ['de-DE', 'en-US'], { saved: '', own: '' }, 'en-US'],
      ['else the first of the list', ['de', 'ru'], { saved: undefined, own: undefined }, 'de'],
      ['none where there are none', [], { saved: 'de', own: 'ru' }, undefined],
    ])('is %s', (_which, codes, wishes, language) =>
      expect(defaultLanguage(languages(...codes), wishes)).toBe(language),
    );
  });

  describe('the genders', () => {
    const [anna, boris] = fallbackVoices('ru');
    it('offer those of the language, and All', () => {
      expect(offeredGenders([])).toEqual(['all']);
      expect(offeredGenders([{ gender: 'female' }, { gender: 'other' }])).toEqual(['female', 'all']);
      expect(offeredGenders([{ gender: 'female' }, { gender: 'male' }])).toEqual(['male', 'female', 'all']);
    });
    it('leave out the other voices', () => {
      const voices = fallbackVoices('ru');
      expect(voicesOf(voices, 'female')).toEqual([anna]);
      expect(voicesOf(voices, 'male')).toEqual([boris]);
      expect(voicesOf(voices, 'all')).toEqual([anna, boris]);
    });
  });
});

describe('the choice in the address', () => {
  const read = (text: string) => readFavoritesAddress(new URLSearchParams(text));
  const change = (text: string, to: Parameters<typeof changeFavoritesAddress>[1]) =>
    changeFavoritesAddress(new URLSearchParams(text), to).toString();

  it('reads an address, with defaults for invalid values', () => {
    expect(read('')).toEqual({ gender: 'all' });
    expect(read('lang=ru&gender=male&voice=ru-RU-Standard-B')).toEqual({
      lang: 'ru',
      gender: 'male',
      voice: 'ru-RU-Standard-B',
    });
    expect(read('lang=x&gender=both&voice=../etc')).toEqual({ gender: 'all' });
  });

  it('clears gender and voice for another language, and nothing else', () => {
    expect(change('tab=voices&lang=ru&gender=male&voice=a', { lang: 'de' })).toBe('tab=voices&lang=de');
    expect(change('lang=ru&gender=male', { voice: 'b' })).toBe('lang=ru&gender=male&voice=b');
    expect(change('lang=ru&gender=male&voice=b', { gender: 'all' })).toBe('lang=ru&voice=b');
  });
});
