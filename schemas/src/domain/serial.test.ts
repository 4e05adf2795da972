import { describe, expect, it } from 'vitest';
import { formatSerial, isSerial, randomSerial } from './serial.ts';

describe('serial', () => {
  it.each([
    ['', ''],
    ['1', '1'],
    ['12345', '1234-5'],
    ['12ab34 5678', '1234-5678'],
    ['12345678901234567890', '1234-5678-9012-3456'],
  ])('formats typed text: %j → %j', (typed, expected) => {
    expect(formatSerial(typed)).toBe(expected);
  });

  it('builds four groups of four digits', () => {
    expect(isSerial(randomSerial())).toBe(true);
    expect(randomSerial(() => 0.99)).toBe('9999-9999-9999-9999');
  });

  it.each(['1234-5678-9012-345', '1234567890123456', '1234-5678-9012-345x', ' 1234-5678-9012-3456'])(
    'refuses %j',
    (text) => {
      expect(isSerial(text)).toBe(false);
    },
  );
});
