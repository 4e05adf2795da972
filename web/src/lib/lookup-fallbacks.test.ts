import { expect, it } from 'vitest';
import {
  fallbackCountries,
  fallbackLanguages,
  fallbackPhoneCodes,
  fallbackTimeZones,
  registrationCountries,
  registrationLanguages,
} from './lookup-fallbacks.ts';

const codes = (list: { code: string }[]): string => list.map(({ code }) => code).join(' ');

it('match LOOKUP-3', () => {
  expect(codes(fallbackCountries('en'))).toBe('US RU DE FR GB IT ES NL PL UA CN JP CA');
  expect(codes(fallbackLanguages('en'))).toBe('en ru de fr es it pt nl pl uk cs sk hu');
  expect(codes(registrationCountries('en'))).toBe('US RU DE FR GB');
  expect(registrationLanguages('en').map(({ code, name }) => `${code} (${name})`)).toEqual([
    'en (English)',
    'ru (Russian)',
  ]);
  expect(fallbackTimeZones()).toMatchObject([{ label: 'Kiev (GMT+2)', value: 120, offset: 120 }]);
});

it('are named in the language of the page, with flags', () => {
  expect(fallbackCountries('ru')[1]).toEqual({ code: 'RU', name: 'Россия', flag: '🇷🇺' });
  expect(fallbackLanguages('ru')[1]).toEqual({ code: 'ru', name: 'Русский', native: 'Русский', flag: '🇷🇺' });
  expect(fallbackPhoneCodes('en')[0]).toEqual({
    countryName: 'United States',
    countryCode: 'US',
    phoneCode: '+1',
    flag: '🇺🇸',
  });
});
