import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { LEVEL_COLOURS } from '../features/companies/tree/level-style.ts';
import { ACCENTS, cssVariablesResolver, FILLS, SURFACES, theme, TOKENS } from './theme.ts';

const channelsOf = (hex: string): number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const linear = channelsOf(hex).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  const [red = 0, green = 0, blue = 0] = linear;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Degrees on the colour wheel: red is 0, green 120, blue 240. */
function hueOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(hex);
  const degrees = Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * (180 / Math.PI);
  return (degrees + 360) % 360;
}

/** Contrast ratio of two colours, WCAG 2.2. */
function contrast(first: string, second: string): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

describe.each(['dark', 'light'] as const)('the %s tokens', (scheme) => {
  const tokens = TOKENS[scheme];
  it.each(SURFACES)('are readable on the %s', (surface) => {
    const names = ['text', 'dim', ...ACCENTS] as const;
    expect(names.filter((name) => contrast(tokens[name], tokens[surface]) < 4.5)).toEqual([]);
  });
  it.each(SURFACES)('leave every level of a tree readable on the %s', (surface) => {
    expect(LEVEL_COLOURS[scheme].filter((colour) => contrast(colour, tokens[surface]) < 4.5)).toEqual([]);
  });
  it('have enough contrast on the borders of controls', () => {
    for (const surface of SURFACES) expect(contrast(tokens.control, tokens[surface])).toBeGreaterThanOrEqual(3);
  });
});

it.each(['dark', 'light'] as const)('what is loading is seen on pages and cards of the %s theme', (scheme) => {
  const css = readFileSync(join(import.meta.dirname, 'base.css'), 'utf8');
  const rules = [
    ...css.matchAll(/mantine-Skeleton-root(?:::after| \{[^]*?&::after) \{\s*background-color: var\(--bf-(\w+)\)/g),
  ];
  const [both, light] = rules.map(([, token]) => token as 'raised' | 'line');
  const colour = TOKENS[scheme][(scheme === 'light' ? light : both) ?? 'page'];
  for (const surface of ['page', 'card'] as const)
    expect(contrast(colour, TOKENS[scheme][surface])).toBeGreaterThan(1.1);
});

it.each(ACCENTS)('white is readable on the %s fill', (accent) => {
  expect(contrast('#ffffff', FILLS[accent])).toBeGreaterThanOrEqual(4.5);
});

it.each([
  ['purple', 240, 285],
  ['company', 200, 225],
  ['element', 130, 160],
  ['device', 20, 45],
  ['success', 130, 160],
] as const)('%s has its colour in both themes and as a fill', (accent, from, to) => {
  for (const hex of [TOKENS.dark[accent], TOKENS.light[accent], FILLS[accent]]) {
    expect(hueOf(hex)).toBeGreaterThan(from);
    expect(hueOf(hex)).toBeLessThan(to);
  }
});

it('errors are red', () => {
  const hexes = [TOKENS.dark.error, TOKENS.light.error, FILLS.error];
  expect(hexes.map(hueOf).filter((hue) => hue > 12 && hue < 345)).toEqual([]);
});

it.each(SURFACES)('the dark %s is dark', (surface) => expect(luminance(TOKENS.dark[surface])).toBeLessThan(0.03));

const SOURCES = join(import.meta.dirname, '..');

it('style sheets use no variable that nothing defines', () => {
  const text = globSync('**/*.{css,tsx}', { cwd: SOURCES })
    .map((path) => readFileSync(join(SOURCES, path), 'utf8'))
    .join('\n');
  const { variables, dark, light } = cssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme));
  const defined = new Set([
    ...[variables, dark, light].flatMap((all) => Object.keys(all)),
    ...[...text.matchAll(/(--bf-[\w-]+)['"]?\s*:/g)].map(([, name]) => name),
  ]);
  const used = [...text.matchAll(/var\((--bf-[\w-]+)/g)].map(([, name = '']) => name);
  expect(used.length).toBeGreaterThan(300);
  expect([...new Set(used)].filter((name) => !defined.has(name))).toEqual([]);
});

it('components use no class that their style sheet lacks', () => {
  const used = globSync('**/*.tsx', { cwd: SOURCES }).flatMap((path) => {
    const text = readFileSync(join(SOURCES, path), 'utf8');
    const [imported, sheet] = /^import classes from '(.+\.module\.css)';$/m.exec(text) ?? [];
    if (imported === undefined || sheet === undefined) return [];
    const rules = readFileSync(join(SOURCES, dirname(path), sheet), 'utf8');
    const defined = new Set([...rules.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name));
    const names = [...text.replace(imported, '').matchAll(/(?<![\w.])classes\.(\w+)/g)].map(([, name = '']) => name);
    return names.map((name) => ({ use: `${path}: ${name}`, isDefined: defined.has(name) }));
  });
  expect(used.length).toBeGreaterThan(300);
  expect(used.filter(({ isDefined }) => !isDefined).map(({ use }) => use)).toEqual([]);
});
