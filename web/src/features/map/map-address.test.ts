import { expect, it } from 'vitest';
import { readMapPlace } from './map-address.ts';

it.each([
  ['56.95,24.11,12', { latitude: 56.95, longitude: 24.11, zoom: 12 }],
  ['-33.9,-151.2,99', { latitude: -33.9, longitude: -151.2, zoom: 19 }],
  ['91,24,12', null],
  ['56,181,12', null],
  ['Riga', null],
  ['', null],
])('at=%s', (at, place) => expect(readMapPlace(new URLSearchParams({ at }))).toEqual(place));
