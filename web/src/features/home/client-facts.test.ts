import { expect, it } from 'vitest';
import { biasHours } from './client-facts.ts';

it.each([
  [10_800, '+3'],
  [19_800, '+5.5'],
  [20_700, '+5.75'],
  [0, '0'],
  [-12_600, '-3.5'],
])('%i seconds are %s hours', (seconds, hours) => expect(biasHours(seconds)).toBe(hours));
