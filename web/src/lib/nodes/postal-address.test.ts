import { expect, it } from 'vitest';
import { postalAddressLine } from './postal-address.ts';

const PLACE = { street: 'Main', house: '7', city: 'Berlin', country: 'Germany' };

it.each([
  [PLACE, 'Main 7, Berlin, Germany'],
  [{ ...PLACE, country: null, house: null }, 'Main, Berlin'],
  [{ street: null, house: null, city: null, country: null }, ''],
])('writes what is known of an address: %j', (place, line) => expect(postalAddressLine(place)).toBe(line));
