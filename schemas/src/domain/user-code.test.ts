import { expect, it } from 'vitest';
import { formatUserCode, readUserCode } from './user-code.ts';

it.each([
  'BCDFGH',
  'bcd-fgh',
  ' bcd fgh ',
  'BCD–FGH',
  'https://belfry.example/add?code=BCD-FGH',
  'http://10.0.0.1:8080/add?from=qr&code=bcdfgh',
])('reads %s', (typed) => {
  expect(readUserCode(typed)).toBe('BCDFGH');
});

it.each(['', 'BCD-FG', 'BCD-FGHJ', 'ABC-DEF', 'https://belfry.example/add', '123-456'])('refuses %s', (typed) => {
  expect(readUserCode(typed)).toBeNull();
});

it('is shown in two halves', () => {
  expect(formatUserCode('BCDFGH')).toBe('BCD-FGH');
});
