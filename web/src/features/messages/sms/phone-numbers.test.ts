import { expect, it } from 'vitest';
import { readNumbers } from './phone-numbers.ts';

it('normalises numbers, drops repeated ones and keeps what is none', () => {
  expect(readNumbers(['+49 151 12345678', '+4915112345678', '12', 'Anna', '+371 26 123 456 ext. 5'])).toEqual({
    numbers: ['+4915112345678'],
    invalid: ['12', 'Anna', '+371 26 123 456 ext. 5'],
  });
});
