import { expect, it } from 'vitest';
import { countryNames, languageNames, zonePlaceNames } from './place-names.ts';

it.each([
  [countryNames, 'JP', ['Japan', 'Япония', '日本']],
  [countryNames, 'DE', ['Germany', 'Германия', 'Deutschland']],
  [countryNames, 'not a code', []],
  [languageNames, 'uk', ['Ukrainian', 'украинский', 'українська']],
  [languageNames, '', []],
  [zonePlaceNames, 'Europe/Moscow', ['Europe/Moscow', 'Москва']],
  [zonePlaceNames, 'Nowhere/City', ['Nowhere/City']],
] as const)('%o names %s', (namesOf, code, names) => expect(namesOf(code)).toEqual(names));
