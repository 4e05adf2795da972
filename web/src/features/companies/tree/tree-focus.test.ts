import { expect, it } from 'vitest';
import { createTypeAhead, findTyped } from './tree-focus.ts';

it('collects characters that are typed without a pause, in any script', () => {
  const type = createTypeAhead();
  expect([type('Ш', 0), type('к', 300), type('о', 900)]).toEqual(['ш', 'шк', 'шко']);
  expect(type('л', 2_000)).toBe('л');
});

it('moves on with a repeated letter', () => {
  const type = createTypeAhead();
  expect([type('s', 0), type('s', 100)]).toEqual(['s', 's']);
});

const NAMES = ['Main', 'North', 'Shop 1', 'South', 'Shop 2'];
it.each([
  [0, 's', 2],
  [2, 's', 3],
  [4, 's', 2],
  [2, 'sh', 2],
  [3, 'sh', 4],
  [0, 'x', -1],
])('from %i, %j is at %i', (from, typed, at) => {
  expect(findTyped(NAMES.length, (index) => NAMES[index]!, from, typed)).toBe(at);
});
