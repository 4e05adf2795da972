import { expect, it } from 'vitest';
import { colourOf, fontSizeOf, indentOf } from './level-style.ts';

it('shrinks the font from 18 to 9 px', () => {
  expect([0, 1, 8, 9, 10, 64].map(fontSizeOf)).toEqual([18, 17, 10, 9, 9, 9]);
});

it('indents by 24.5 px per level', () => expect([0, 1, 4].map(indentOf)).toEqual([0, 24.5, 98]));

it('cycles through ten colours', () => {
  const colours = Array.from({ length: 20 }, (_, level) => colourOf(level));
  expect(new Set(colours).size).toBe(10);
  expect(colours.slice(10)).toEqual(colours.slice(0, 10));
});
