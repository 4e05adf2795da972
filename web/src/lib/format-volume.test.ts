import { expect, it } from 'vitest';
import { formatVolume } from './format.ts';

it.each([
  [0, '0%'],
  [50, '50% · -18 dB'],
  [80, '80% · -7 dB'],
  [100, '100% · 0 dB'],
])('a volume of %i has its level', (volume, text) => expect(formatVolume(volume, 'en')).toBe(text));
