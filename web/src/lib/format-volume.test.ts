import { expect, it } from 'vitest';
import { formatDecibels, formatVolume } from './format.ts';

it.each([
  [0, '0%'],
  [50, '50% · -18 dB'],
  [80, '80% · -7 dB'],
  [100, '100% · 0 dB'],
])('a volume of %i has its level', (volume, text) => expect(formatVolume(volume, 'en')).toBe(text));

it('the unit of levels is written as its readers write it', () => {
  expect(['en', 'de', 'ru'].map((locale) => formatDecibels(-7, locale))).toEqual(['-7 dB', '-7 dB', '-7 дБ']);
});
