import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
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
  ...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| ([a-z-]+) +\| [^|]+ \| ([a-z, ]*)\|$/gm),
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

it('begins the index of each feature with its purpose, as the table words it', () => {
  const purposes = new Map(
    [...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(/^\| ([a-z-]+) +\| ([^|]+?) +\|/gm)].map(
      ([, name = '', purpose = '']) => [name, `// ${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}.`],
    ),
  );
  const indexes = globSync('{api/src/features,web/src/features,schemas/src/http}/*/index.ts', { cwd: ROOT });
  expect(indexes.length).toBeGreaterThan(20);
  const wrong = indexes.filter((path) => {
    const [first] = readFileSync(join(ROOT, path), 'utf8').split('\n');
    return first !== purposes.get(basename(dirname(path)));
  });
  expect(wrong).toEqual([]);
});
