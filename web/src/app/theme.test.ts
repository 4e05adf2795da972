import { describe, expect, it } from 'vitest';
import { ACCENTS, FILLS, SURFACES, TOKENS } from './theme.ts';

/** Contrast ratio of two colours, WCAG 2.2, relative luminance. */
function contrast(first: string, second: string): number {
  const luminance = (hex: string): number => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const [low = 0, high = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe.each(['dark', 'light'] as const)('the %s tokens', (scheme) => {
  const tokens = TOKENS[scheme];
  it.each(SURFACES)('are readable on the %s', (surface) => {
    const names = ['text', 'dim', ...ACCENTS] as const;
    expect(names.filter((name) => contrast(tokens[name], tokens[surface]) < 4.5)).toEqual([]);
  });
  it('let the edges of controls be seen', () => {
    for (const surface of SURFACES) expect(contrast(tokens.control, tokens[surface])).toBeGreaterThanOrEqual(3);
  });
});

it.each(ACCENTS)('white is readable on the %s fill', (accent) => {
  expect(contrast('#ffffff', FILLS[accent])).toBeGreaterThanOrEqual(4.5);
});
