import { expect, it } from 'vitest';
import { coordinatesText, parseCoordinates, roundedCoordinates } from './coordinates.ts';

const RIGA = { latitude: 56.95, longitude: 24.11 };

it.each([
  '56.95, 24.11',
  '56.95,24.11',
  '56.95 24.11',
  '56,95; 24,11',
  '56,95 24,11',
  '56,95, 24,11',
  '56.95N 24.11E',
  '56.95° N, 24.11° E',
  'N56.95 E24.11',
  'n 56.95, e 24.11',
  'E 24.11, N 56.95',
  '24.11E / 56.95N',
])('%j is a place in Riga', (text) => expect(parseCoordinates(text)).toEqual(RIGA));

it.each([
  ['-33.87, 151.21', { latitude: -33.87, longitude: 151.21 }],
  ['33.87S 70.65W', { latitude: -33.87, longitude: -70.65 }],
  ['−33,87; −70,65', { latitude: -33.87, longitude: -70.65 }],
  ['56,24', { latitude: 56, longitude: 24 }],
  ['-90 180', { latitude: -90, longitude: 180 }],
])('%j is %j', (text, place) => expect(parseCoordinates(text)).toEqual(place));

it.each(['', 'Riga', '56.95', '91, 24', '56.95, 181', '56.95, 24.11, 3', '56.95E 24.11E', '56.95 24.11 m'])(
  '%j is no place',
  (text) => expect(parseCoordinates(text)).toBeNull(),
);

it('what was read is typed again in the same way', () => {
  expect(parseCoordinates(coordinatesText(RIGA))).toEqual(RIGA);
  expect(coordinatesText(null)).toBe('');
});

it('a place that was chosen on a map is within the degrees that there are', () =>
  expect(roundedCoordinates({ latitude: 95, longitude: 384.1234567 })).toEqual({ latitude: 90, longitude: 24.12346 }));
