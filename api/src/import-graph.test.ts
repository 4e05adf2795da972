import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const SRC = import.meta.dirname;
const IMPORT = /^(?:import|export)\s[^;'"]*?from\s+['"](\.[^'"]+)['"]/gm;

type Import = { from: string; to: string };

const imports: Import[] = globSync('**/*.ts', { cwd: SRC, exclude: ['**/*.test.ts'] }).flatMap((from) =>
  [...readFileSync(join(SRC, from), 'utf8').matchAll(IMPORT)].map(([, specifier = '']) => ({
    from,
    to: relative(SRC, resolve(SRC, dirname(from), specifier)),
  })),
);

/** The parts of features: folders with an index.ts, as `features/groups` or `features/mail/outbox`. */
const parts = new Set(globSync('features/**/index.ts', { cwd: SRC }).map((path) => dirname(path)));

function folderOf(path: string): string {
  const [first = '', second = '', ...deeper] = path.split('/');
  if (first === 'features') {
    let folder = dirname(path);
    while (!parts.has(folder) && folder.includes('/')) folder = dirname(folder);
    return folder;
  }
  return second === '' && deeper.length === 0 ? path : first;
}

const services = new Map(
  globSync('features/**/*.ts', { cwd: SRC }).flatMap((path) => {
    const [, fields = ''] = /interface Deps \{([^}]*)\}/.exec(readFileSync(join(SRC, path), 'utf8')) ?? [];
    return [...fields.matchAll(/^ {4}(\w+):/gm)].map(([, service = '']): [string, string] => [service, path]);
  }),
);

const uses: Import[] = globSync('features/**/*.ts', { cwd: SRC, exclude: ['**/*.test.ts'] }).flatMap((from) => {
  const source = readFileSync(join(SRC, from), 'utf8');
  const picked = [...source.matchAll(/Pick<\s*Deps,([^>]*)>|deps(?:: \{|\.)([\w, ]*)/g)].map((match) =>
    match.slice(1).join(),
  );
  const names = new Set(picked.flatMap((list) => list.match(/\w+/g) ?? []));
  return [...services].filter(([service]) => names.has(service)).map(([, to]) => ({ from, to }));
});

const crossing = imports.filter((one) => folderOf(one.from) !== folderOf(one.to));

function findCycle(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>();
  function visit(folder: string, path: string[]): string[] | null {
    if (path.includes(folder)) return [...path.slice(path.indexOf(folder)), folder];
    if (done.has(folder)) return null;
    for (const next of edges.get(folder) ?? []) {
      const cycle = visit(next, [...path, folder]);
      if (cycle) return cycle;
    }
    done.add(folder);
    return null;
  }
  for (const folder of edges.keys()) {
    const cycle = visit(folder, []);
    if (cycle) return cycle;
  }
  return null;
}

const edgesOf = (all: readonly Import[]): Map<string, Set<string>> => {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of all) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  return edges;
};

/** A feature by its name; another folder with a stroke: `audit/`, which records, is not the feature `audit`, which shows. */
const roomOf = (path: string): string => {
  const [first = '', second = ''] = path.split('/');
  return first === 'features' ? second : `${folderOf(path)}/`;
};

it('has no import cycles between features, nor between the other folders', () => {
  const rooms = [...imports, ...uses].map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }));
  const edges = edgesOf(rooms.filter(({ from, to }) => from !== to));
  expect(edges.size).toBeGreaterThan(20);
  expect(findCycle(edges)).toBeNull();
});

it('has no circle of files, nor one of types', () => expect(findCycle(edgesOf(imports))).toBeNull());

/** From the lowest to the highest. */
const LAYERS = ['base', 'middle', 'top'];
const layers = new Map(
  [
    ...readFileSync(join(SRC, '../../ARCHITECTURE.md'), 'utf8').matchAll(/^\| ([a-z-]+) +\| (base|middle|top) +\|/gm),
  ].map(([, feature = '', layer = '']) => [feature, LAYERS.indexOf(layer)]),
);

it('lets a feature import, and use the services of, those of its own layer and of lower ones only', () => {
  const features = globSync('features/*', { cwd: SRC }).map((path) => path.replace('features/', ''));
  expect([...layers.keys()].sort()).toEqual(features.sort());
  expect(uses.length).toBeGreaterThan(20);
  const upward = [...imports, ...uses].filter(({ from, to }) => {
    const [importer, imported] = [layers.get(roomOf(from)), layers.get(roomOf(to))];
    return importer !== undefined && imported !== undefined && imported > importer;
  });
  expect(upward).toEqual([]);
});

it('imports a part of a feature through its index only', () => {
  // A thread loads the few files that it needs, so that it starts quickly.
  const deep = crossing.filter(
    ({ from, to }) => to.startsWith('features/') && to !== `${folderOf(to)}/index.ts` && !from.endsWith('.worker.ts'),
  );
  expect(deep).toEqual([]);
});

it('imports features from other features, the adapters of MQTT engines and the composition only', () => {
  const upward = crossing.filter(
    ({ from, to }) =>
      to.startsWith('features/') &&
      !from.startsWith('features/') &&
      !from.startsWith('composition/') &&
      !from.startsWith('engines/') &&
      !['app.ts', 'server.ts'].includes(from),
  );
  expect(upward).toEqual([]);
});
