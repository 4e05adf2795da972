import { expect, it } from 'vitest';
import { foldText, searchRanked, type SearchTexts } from './search-rank.ts';

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
