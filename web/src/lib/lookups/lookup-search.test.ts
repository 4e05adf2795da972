import { describe, expect, it } from 'vitest';
import { fallbackCountries, fallbackLanguages, fallbackPhoneCodes } from './fallbacks.ts';
import { searchCountries, searchLanguages, searchPhoneCodes } from './lookup-search.ts';

const codes = (list: { code: string }[]): string[] => list.map(({ code }) => code);

describe('searching', () => {
  it('returns everything for an empty text', () => {
    expect(searchCountries(fallbackCountries('en'), '  ')).toHaveLength(13);
  });
  it('lists prefix matches first', () => {
    // Hungarian contains "ar" as well, and is first in the list.
    const languages = [
      { code: 'hu', name: 'Hungarian', native: 'Magyar', flag: '' },
      { code: 'ar', name: 'Arabic', native: 'العربية', flag: '' },
    ];
    expect(codes(searchLanguages(languages, 'ar'))).toEqual(['ar', 'hu']);
  });
  it('finds a language by its native name', () => {
    expect(codes(searchLanguages(fallbackLanguages('en'), 'Рус'))).toEqual(['ru']);
  });
  it.each(['gb', 'GB', 'united k', 'kingdom'])('finds a country by %s', (typed) => {
    expect(codes(searchCountries(fallbackCountries('en'), typed))).toEqual(['GB']);
  });
  it.each(['cs', 'CS', 'czech', 'zech'])('finds a language by %s', (typed) => {
    expect(codes(searchLanguages(fallbackLanguages('en'), typed))).toEqual(['cs']);
  });
  it.each(['ru', 'RU'])('puts Russian before Quechua for %s', (typed) => {
    const languages = [
      { code: 'qu', name: 'Quechua', native: 'Runa Simi', flag: '' },
      { code: 'ru', name: 'Russian', native: 'Русский', flag: '' },
    ];
    expect(codes(searchLanguages(languages, typed))).toEqual(['ru', 'qu']);
  });
  it.each(['japa', 'jp', 'япо', '日本'])('finds Japan by %s, whatever the language of the page', (typed) => {
    expect(codes(searchCountries(fallbackCountries('en'), typed))[0]).toBe('JP');
    expect(codes(searchCountries(fallbackCountries('ru'), typed))[0]).toBe('JP');
  });
  it('finds a phone code by the native name of its country', () => {
    expect(searchPhoneCodes(fallbackPhoneCodes('en'), 'deutschl')[0]?.countryCode).toBe('DE');
  });
  it('ignores accents', () => {
    const countries = [{ code: 'CI', name: 'Côte d’Ivoire', flag: '' }];
    expect(codes(searchCountries(countries, 'cote'))).toEqual(['CI']);
  });
  it.each(['+44', '44', 'united king', 'gb'])('finds a phone code by %s', (typed) => {
    expect(searchPhoneCodes(fallbackPhoneCodes('en'), typed)[0]?.countryCode).toBe('GB');
  });
  it('puts the main country of a shared phone code first', () => {
    const list = [
      { countryName: 'Guernsey', countryCode: 'GG', phoneCode: '+44', flag: '' },
      { countryName: 'United Kingdom', countryCode: 'GB', phoneCode: '+44', flag: '' },
    ];
    expect(searchPhoneCodes(list, '+44').map(({ countryCode }) => countryCode)).toEqual(['GB', 'GG']);
    expect(searchPhoneCodes(list, 'g').map(({ countryCode }) => countryCode)).toEqual(['GG', 'GB']);
  });
});
