import { expect, it } from 'vitest';
import { copyName } from './change-companies.ts';

const nameOf = (name: string, ...taken: string[]) => copyName(name, new Set(taken));

it('appends a suffix with a number', () => {
  expect(nameOf('Hall')).toBe('Hall copy');
  expect(nameOf('Hall', 'Hall copy')).toBe('Hall copy (2)');
  expect(nameOf('Hall', 'Hall copy', 'Hall copy (2)')).toBe('Hall copy (3)');
});

it('names the copy of a copy after the original', () => {
  expect(nameOf('Hall copy', 'Hall copy')).toBe('Hall copy (2)');
  expect(nameOf('Hall copy (2)', 'Hall copy', 'Hall copy (2)')).toBe('Hall copy (3)');
  expect(nameOf('Hall (2)')).toBe('Hall (2) copy');
});

it('shortens the name at a grapheme', () => {
  expect(nameOf('x'.repeat(32))).toBe(`${'x'.repeat(27)} copy`);
  const family = '👩‍👩‍👧‍👦';
  const long = `${'x'.repeat(20)} ${family}`;
  expect(long).toHaveLength(32);
  expect(nameOf(long)).toBe(`${'x'.repeat(20)} copy`);
});
