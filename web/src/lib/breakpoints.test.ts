import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { BREAKPOINTS } from './breakpoints.ts';

const SOURCES = join(import.meta.dirname, '..');
/** Conditions other than widths: motion, pointers and paper. */
const ABILITIES = ['(prefers-reduced-motion: reduce)', '(hover: none)', 'print'];
const CONDITIONS = new Set([...Object.keys(BREAKPOINTS).map((name) => `(--${name})`), ...ABILITIES]);

const read = (path: string): string => readFileSync(join(SOURCES, path), 'utf8');
const filesWith = (pattern: string): string[] => globSync(pattern, { cwd: SOURCES });

it('are the only conditions of style sheets', () => {
  const found = filesWith('**/*.css').flatMap((path) =>
    [...read(path).matchAll(/@media (.+) \{/g)].map(([, condition]) => condition),
  );
  expect(found.length).toBeGreaterThan(0);
  expect([...new Set(found)].filter((condition) => !CONDITIONS.has(condition ?? ''))).toEqual([]);
});

it('are the only conditions of components', () => {
  const found = filesWith('**/*.{ts,tsx}').filter(
    (path) => !path.endsWith('.test.ts') && /\buseMediaQuery\b|\b(?:min|max)-width:/.test(read(path)),
  );
  expect(found.toSorted()).toEqual(['lib/breakpoints.ts', 'lib/use-breakpoint.ts']);
});
