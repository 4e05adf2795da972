import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import { expect, it } from 'vitest';
import { countryOf, countryText } from './country-text.ts';

const germany = { code: 'DE', name: 'Germany', flag: '🇩🇪' };
const southAfrica = { code: 'ZA', name: 'Южно-Африканская Республика', flag: '🇿🇦' };
const ocean = { code: 'IO', name: 'British Indian Ocean Territory', flag: '🇮🇴' };
const all = [germany, southAfrica, ocean];

it.each([
  [germany, 'Germany'],
  [southAfrica, 'South Africa'],
  [ocean, 'IO'],
])('stores a country as a text that fits', (country, text) => {
  expect(countryText(country)).toBe(text);
  expect(text.length).toBeLessThanOrEqual(COMPANY_LIMITS.country);
  expect(countryOf(text, all)).toBe(country);
});

it('finds a country by its name or code, and no others', () => {
  expect(countryOf('DE', all)).toBe(germany);
  expect(countryOf('Atlantis', all)).toBeUndefined();
  expect(countryOf('', all)).toBeUndefined();
});
