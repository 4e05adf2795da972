import { expect, it } from 'vitest';
import { fallbackPhoneCodes } from './fallbacks.ts';
import { phoneCodeOf } from './phone-countries.ts';

it.each([
  ['+1', 'CA', 'CA'],
  ['+1', 'RU', 'US'],
  ['+49', '', 'DE'],
  ['+999', 'US', undefined],
])('%s, preferably %s: %s', (dialCode, preferred, country) => {
  expect(phoneCodeOf(fallbackPhoneCodes('en'), dialCode, preferred)?.countryCode).toBe(country);
});
