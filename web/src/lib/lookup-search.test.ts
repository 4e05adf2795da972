import { describe, expect, it } from 'vitest';
import { fallbackCountries, fallbackLanguages, fallbackPhoneCodes } from './lookup-fallbacks.ts';
import {
  searchCountries,
  searchLanguages,
  searchPhoneCodes,
  foldText,
  searchRanked,
  type SearchTexts,
  phoneCodeOf,
  countryNames,
  languageNames,
  zonePlaceNames,
} from './lookup-search.ts';

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

const found = (typed: string, list: SearchTexts[]): string[] =>
  searchRanked(list, typed, (entry) => entry).map(({ name }) => name);
const named = (...names: string[]): SearchTexts[] => names.map((name) => ({ name }));

it.each([
  ['Côte d’Ivoire', "cote d'ivoire"],
  ['Орёл', 'орел'],
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['Guinea-Bissau', 'guinea bissau'],
  ['St. Lucia', 'st lucia'],
  ['America/New_York', 'america new york'],
  ['Tokyo (GMT+9)', 'TOKYO (GMT+9)'],
])('%s is compared as %s', (text, typed) => expect(foldText(text)).toBe(foldText(typed)));

it('keeps the sign of an offset', () => expect(foldText('GMT-3')).not.toBe(foldText('GMT+3')));

it('lists an exact code before a name with that prefix', () => {
  const list = [
    { name: 'Quechua', codes: ['qu'], others: ['Runasimi'] },
    { name: 'Rundi', codes: ['rn'] },
    { name: 'Russian', codes: ['ru'] },
  ];
  expect(found('ru', list)).toEqual(['Russian', 'Rundi', 'Quechua']);
  expect(found(' RU ', list)[0]).toBe('Russian');
});

it('lists an exact code before an equal name', () => {
  const list = [
    { name: 'Ga', codes: ['gaa'] },
    { name: 'Irish', codes: ['ga'] },
  ];
  expect(found('ga', list)).toEqual(['Irish', 'Ga']);
});

it('lists equal names first, then prefixes, prefixes of words, and other matches', () => {
  expect(found('nig', named('Ting Nig', 'Enigma', 'Nigeria', 'Nig'))).toEqual(['Nig', 'Nigeria', 'Ting Nig', 'Enigma']);
});

it('lists matches of the shown name before those of names in other languages', () => {
  expect(found('es', [{ name: 'Faroese', others: ['esk'] }, { name: 'Estonian' }])).toEqual(['Estonian', 'Faroese']);
});

it('returns everything in the order of the list for an empty text', () => {
  expect(found('  ', named('b', 'a'))).toEqual(['b', 'a']);
});

it.each([
  ['+1', 'CA', 'CA'],
  ['+1', 'RU', 'US'],
  ['+49', '', 'DE'],
  ['+999', 'US', undefined],
])('%s, preferably %s: %s', (dialCode, preferred, country) => {
  expect(phoneCodeOf(fallbackPhoneCodes('en'), dialCode, preferred)?.countryCode).toBe(country);
});

it.each([
  [countryNames, 'JP', ['Japan', 'Япония', '日本']],
  [countryNames, 'DE', ['Germany', 'Германия', 'Deutschland']],
  [countryNames, 'not a code', []],
  [languageNames, 'uk', ['Ukrainian', 'украинский', 'Ukrainisch', 'українська']],
  [languageNames, '', []],
  [zonePlaceNames, 'Europe/Moscow', ['Europe/Moscow', 'Москва']],
  [zonePlaceNames, 'Nowhere/City', ['Nowhere/City']],
] as const)('%o names %s', (namesOf, code, names) => expect(namesOf(code)).toEqual(names));
