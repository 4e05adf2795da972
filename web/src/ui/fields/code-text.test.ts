import { expect, it } from 'vitest';
import { codeInText } from './code-text.ts';

it.each([
  ['1234', 4, '1234'],
  [' 12 34\n', 4, '1234'],
  ['Your code is 1234.', 4, '1234'],
  ['Belfry: код подтверждения 0123. Действует 10 минут.', 4, '0123'],
  ['2026-11-22 code: 1234', 4, '1234'],
  ['G-123456 is your Google verification code', 6, '123456'],
  ['123 456', 6, '123456'],
  ['Your code is 123-456.', 6, '123456'],
  ['Call 79161234567, code 1234', 4, '1234'],
  ['12345', 4, null],
  ['no digits', 4, null],
  ['', 4, null],
] as const)('%j of %i digits → %s', (text, length, code) => expect(codeInText(text, length)).toBe(code));
