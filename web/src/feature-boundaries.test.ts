import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Which part of a feature may import components of which others. One that is not named uses none; screens of several features are
 * composed in `app/screens`. Endpoints (`*-api.ts`) are open to everybody.
 */
const ALLOWED: Record<string, readonly string[]> = {
  'accounts/passkeys': ['accounts/two-factor'],
  'accounts/sign-in': ['accounts/two-factor'],
  alarms: ['reports'],
  announcements: ['library/chimes', 'places'],
  'announcements/emergency': ['places'],
  bells: ['holidays', 'places', 'schedules/address'],
  companies: ['companies/element-form', 'map', 'companies/tree', 'teams'],
  'companies/element-form': ['device-ownership/binding', 'map', 'speech/favorites'],
  'companies/tree': ['companies/element-form', 'map', 'teams'],
  'device-state/settings': ['commands', 'speech/favorites'],
  devices: ['commands', 'device-state/settings', 'device-timeline', 'metrics', 'sound-tests'],
  'devices/own': ['devices', 'speech/favorites'],
  holidays: ['schedules/address'],
  library: ['library/chimes'],
  schedules: ['bells', 'holidays', 'places', 'schedules/address'],
  'speech/favorites': ['speech/samples'],
  'speech/packs': ['speech/favorites'],
  'speech/voices': ['speech/packs', 'speech/samples'],
  triggers: ['alert-feeds'],
};

const isEndpoints = (file: string): boolean => file.endsWith('-api.ts');

const SPECIFIER = /(?:from|import)\s*\(?\s*'(\.[^']+)'/g;
const RE_EXPORT = /^export (?:type )?\{[^}]+\} from '\.\/[^']+';$/;

/** The parts of features: folders with an index.ts, as `groups` or `speech/voices`. */
const parts = new Set(
  globSync('**/index.ts', { cwd: path.join(import.meta.dirname, 'features') }).map((file) => path.dirname(file)),
);

/** The part of a feature that a file belongs to. */
function featureOf(file: string): string | undefined {
  if (!file.startsWith('features/')) return undefined;
  let folder = path.dirname(file.slice('features/'.length));
  while (!parts.has(folder) && folder.includes('/')) folder = path.dirname(folder);
  return folder;
}

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.tsx?$/.test(file),
);

/** The relative imports of a file. */
function importsOf(file: string): { from: string; to: string }[] {
  const source = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  return [...source.matchAll(SPECIFIER)].map(([, specifier = '']) => ({
    from: file,
    to: path.posix.join(path.posix.dirname(file), specifier),
  }));
}

type Import = { from: string; to: string; feature: string | undefined; used: string };

/** Every import of a feature by a file outside it, apart from endpoints, paths relative to `web/src`. */
const imports: Import[] = files.flatMap(importsOf).flatMap(({ from, to }) => {
  const [feature, used] = [featureOf(from), featureOf(to)];
  return used === undefined || used === feature || isEndpoints(to) ? [] : [{ from, to, feature, used }];
});

const edges = [
  ...new Set(imports.flatMap(({ feature, used }) => (feature === undefined ? [] : [`${feature} -> ${used}`]))),
].sort();

describe('features', () => {
  it('are imported only through their index.ts', () => {
    // Tests of the app use the endpoints that an event invalidates.
    const deep = imports.filter(({ from, to }) => !to.endsWith('/index.ts') && !/^app\/.*\.test\.tsx?$/.test(from));
    expect(deep.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
  });

  it('use exactly the features that the table allows', () =>
    expect(edges).toEqual(
      Object.entries(ALLOWED)
        .flatMap(([feature, uses]) => uses.map((used) => `${feature} -> ${used}`))
        .sort(),
    ));

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
    const reach = (feature: string, seen: readonly string[] = []): readonly string[] =>
      seen.includes(feature)
        ? [...seen, feature]
        : (ALLOWED[feature] ?? []).flatMap((used) => reach(used, [...seen, feature]));
    expect(Object.keys(ALLOWED).filter((feature) => reach(feature).includes(feature))).toEqual([]);
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
