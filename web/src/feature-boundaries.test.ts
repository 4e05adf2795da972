import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * The layers of features, from the lowest. One imports components of its own layer and of those below; screens of several features are
 * composed in `app/screens`. Endpoints (`*-api.ts`) are open to everybody.
 */
const LAYERS: readonly (readonly string[])[] = [
  // What the others choose from and show.
  [
    'commands',
    'device-ownership',
    'device-state',
    'device-timeline',
    'groups',
    'holidays',
    'library',
    'lookups',
    'mail',
    'map',
    'metrics',
    'network-speakers',
    'places',
    'speech',
    'teams',
    'users',
  ],
  // Parts of a screen.
  ['alert-feeds', 'bells', 'firmware', 'reports', 'sound-tests'],
  // Screens.
  [
    'accounts',
    'activity',
    'alarms',
    'announcements',
    'api-keys',
    'audit',
    'backups',
    'companies',
    'devices',
    'grants',
    'live-pages',
    'player',
    'sample-organisation',
    'schedules',
    'shell',
    'single-sign-on',
    'triggers',
    'webhooks',
    'home-assistant',
    'scenarios',
  ],
];

const isEndpoints = (file: string): boolean => file.endsWith('-api.ts');

const SPECIFIER = /(?:from|import)\s*(\(?)\s*'(\.[^']+)'/g;
const RE_EXPORT = /^export (?:type )?\{[^}]+\} from '\.\/[^']+';$/;

const parts = new Set(
  globSync('**/index.ts', { cwd: path.join(import.meta.dirname, 'features') }).map((file) => path.dirname(file)),
);

function featureOf(file: string): string | undefined {
  if (!file.startsWith('features/')) return undefined;
  let folder = path.dirname(file.slice('features/'.length));
  while (!parts.has(folder) && folder.includes('/')) folder = path.dirname(folder);
  return folder;
}

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
);

function importsOf(file: string): { from: string; to: string; isLate: boolean }[] {
  const source = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  return [...source.matchAll(SPECIFIER)].map(([, bracket, specifier = '']) => ({
    from: file,
    isLate: bracket === '(',
    to: path.posix.join(path.posix.dirname(file), specifier),
  }));
}

type Import = { from: string; to: string; feature: string | undefined; used: string };

/** Every import of a feature by a file outside it, apart from endpoints, paths relative to `web/src`. */
const imports: Import[] = files.flatMap(importsOf).flatMap(({ from, to }) => {
  const [feature, used] = [featureOf(from), featureOf(to)];
  return used === undefined || used === feature || isEndpoints(to) ? [] : [{ from, to, feature, used }];
});

const nameOf = (feature: string): string => feature.split('/', 1)[0] ?? '';
/** Which features each feature imports, by their names. */
const uses = new Map<string, Set<string>>();
for (const { feature = '', used } of imports) {
  const [importer, imported] = [nameOf(feature), nameOf(used)];
  if (importer === '' || importer === imported) continue;
  uses.set(importer, (uses.get(importer) ?? new Set()).add(imported));
}
const layerOf = (name: string): number => LAYERS.findIndex((names) => names.includes(name));

describe('features', () => {
  it('are imported only through their index.ts', () => {
    // Tests of the app use the endpoints that an event invalidates.
    const deep = imports.filter(({ from, to }) => !to.endsWith('/index.ts') && !/^app\/.*\.test\.tsx?$/.test(from));
    expect(deep.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('stand in one layer each', () => {
    const folders = readdirSync(path.join(import.meta.dirname, 'features'));
    expect(LAYERS.flat().sort()).toEqual(folders.sort());
  });

  it('import those of their own layer and of lower ones only', () => {
    const upward = [...uses].flatMap(([importer, names]) =>
      [...names].filter((name) => layerOf(name) > layerOf(importer)).map((name) => `${importer} imports ${name}`),
    );
    expect(upward).toEqual([]);
  });

  it('are not imported by lib and ui, nor are their endpoints', () => {
    const below = files
      .flatMap(importsOf)
      .filter(({ from, to }) => /^(lib|ui)\//.test(from) && to.startsWith('features/'));
    expect(below.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('have only endpoints and hooks over them in files of endpoints', () => {
    const components = files.filter((file) => isEndpoints(file) && !file.startsWith('lib/')).flatMap(importsOf);
    expect(
      components.filter(({ to }) => /\.(tsx|css)$/.test(to)).map(({ from, to }) => `${from} imports ${to}`),
    ).toEqual([]);
  });

  it('have no cycle', () => {
    const reach = (name: string, seen: readonly string[] = []): readonly string[] =>
      seen.includes(name)
        ? [...seen, name]
        : [...(uses.get(name) ?? [])].flatMap((imported) => reach(imported, [...seen, name]));
    expect([...uses.keys()].filter((name) => reach(name).includes(name))).toEqual([]);
  });

  it('have an index.ts of a line of purpose and re-exports, which the bundler can skip', () => {
    const own = [...parts].flatMap((feature) => {
      const index = readFileSync(path.join(import.meta.dirname, 'features', feature, 'index.ts'), 'utf8');
      // One statement per entry, whether it is written in one line or in several.
      const statements = index
        .replace(/^\/\/ .*\n/, '')
        .replaceAll(/\s*\n\s*(?!export )/g, ' ')
        .trim()
        .split(/ ?\n/);
      return statements
        .filter((statement) => !RE_EXPORT.test(statement))
        .map((statement) => `${feature}: ${statement}`);
    });
    expect(own).toEqual([]);
  });
});

it('has no circle of files, nor one of types, but for what is loaded late', () => {
  const edges = Map.groupBy(
    files.flatMap(importsOf).filter(({ isLate }) => !isLate),
    ({ from }) => from,
  );
  const done = new Set<string>();
  const circleFrom = (file: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(file)) return path.slice(path.indexOf(file));
    if (done.has(file)) return undefined;
    const circle = (edges.get(file) ?? [])
      .map(({ to }) => circleFrom(to, [...path, file]))
      .find((each) => each !== undefined);
    done.add(file);
    return circle;
  };
  expect(edges.size).toBeGreaterThan(1_000);
  expect(files.map((file) => circleFrom(file, [])).find((circle) => circle !== undefined)).toBeUndefined();
});
