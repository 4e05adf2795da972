import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
const SHARED: Partial<Record<keyof typeof PLACES, readonly string[]>> = {
  schemas: ['endpoint', 'errors', 'message-answer', 'own-work', 'owner-query', 'paging', 'refusal-texts', 'revision'],
  browser: ['playwright.config', 'results', 'screenshot', 'support'],
  docs: ['README'],
};

/** From the lowest to the highest. */
const LAYERS = ['base', 'middle', 'top'];
/** The rows of the table of features: the name, the layer, and the places where the feature has nothing. */
const features = [
  ...readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').matchAll(
    /^\| ([a-z-]+) +\| (base|middle|top|) *\| [^|]+ \| ([a-z, ]*)\|$/gm,
  ),
].map(([, name = '', layer = '', missing = '']) => ({
  name,
  layer: LAYERS.indexOf(layer),
  missing: missing.split(',').map((place) => place.trim()),
}));

it('the table names the features', () => expect(features.length).toBeGreaterThanOrEqual(25));

it.each(Object.entries(PLACES))('%s has the folders of the table', (place, folder) => {
  const shared = SHARED[place as keyof typeof PLACES] ?? [];
  const names = readdirSync(join(ROOT, folder))
    .map((name) => name.replace(/(\.types)?(\.test)?\.(?:ts|md)$/, ''))
    .filter((name) => !shared.includes(name));
  const expected = features.filter(({ missing }) => !missing.includes(place)).map(({ name }) => name);
  expect([...new Set(names)].sort()).toEqual(expected.sort());
});

it('the contract of a feature imports that of its own layer and of lower ones only', () => {
  const contract = join(ROOT, PLACES.schemas);
  const layerOf = (path: string): number | undefined =>
    features.find(({ name }) => name === path.split('/')[0]?.replace(/\.ts$/, ''))?.layer;
  const imports = globSync('**/*.ts', { cwd: contract, exclude: ['**/*.test.ts'] }).flatMap((from) =>
    [...readFileSync(join(contract, from), 'utf8').matchAll(/ from '(\.[^']+)'/g)].map(([, path = '']) => ({
      from,
      to: join(dirname(from), path),
    })),
  );
  expect(imports.length).toBeGreaterThan(100);
  const upward = imports.filter(({ from, to }) => (layerOf(to) ?? 0) > (layerOf(from) ?? LAYERS.length));
  // The scopes of keys name endpoints of every feature.
  expect(upward.filter(({ from }) => from !== 'api-keys/scopes.ts')).toEqual([]);
});
