import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const PLACES = {
  schemas: 'schemas/src/http',
  api: 'api/src/features',
  web: 'web/src/features',
  flows: 'tests/flows',
  browser: 'tests/browser',
  docs: 'docs/product',
} as const;
/** What stands beside the features: shared shapes of the contract, the harness of the stories, the list of the pages. */
const SHARED: Partial<Record<keyof typeof PLACES, readonly string[]>> = {
  schemas: ['endpoint', 'errors', 'message-answer', 'own-work', 'owner-query', 'paging', 'refusal-texts', 'revision'],
  browser: ['playwright.config', 'results', 'screenshot', 'support'],
  docs: ['README'],
};

/** The rows of the table of features: the name, and the places where the feature has nothing. */
const features = [
  ...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(
    /^\| ([a-z-]+) +\| (?:base|middle|top)? *\| [^|]+ \| ([a-z, ]*)\|$/gm,
  ),
].map(([, name = '', missing = '']) => ({ name, missing: missing.split(',').map((place) => place.trim()) }));

it('the table names the features', () => expect(features.length).toBeGreaterThanOrEqual(25));

it.each(Object.entries(PLACES))('%s has the folders of the table', (place, folder) => {
  const shared = SHARED[place as keyof typeof PLACES] ?? [];
  const found = readdirSync(join(ROOT, folder))
    .map((name) => name.replace(/(\.types)?(\.test)?\.(?:ts|md)$/, ''))
    .filter((name) => !shared.includes(name));
  const expected = features.filter(({ missing }) => !missing.includes(place)).map(({ name }) => name);
  expect([...new Set(found)].sort()).toEqual(expected.sort());
});
