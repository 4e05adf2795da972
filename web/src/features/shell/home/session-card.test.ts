import { expect, it } from 'vitest';
import { biasHours } from './session-card.tsx';

it.each([
  [10_800, 'en', '+3'],
  [19_800, 'en', '+5.5'],
  [19_800, 'ru', '+5,5'],
  [20_700, 'ru', '+5,75'],
  [0, 'en', '0'],
  [-12_600, 'en', '-3.5'],
] as const)('%i seconds in %s: %s hours', (seconds, locale, hours) => {
  expect(biasHours(seconds, locale)).toBe(hours);
});
