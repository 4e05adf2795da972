import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';

const WORKSPACES = join(import.meta.dirname, '../../..');
const IMPORT = /^(?:import|export)\s(?!type\b)(?:[^;'"]*?from\s+)?['"]([^'"]+)['"]|\bimport\(['"]([^'"]+)['"]\)/gm;
const OURS = '@belfry/schemas/';
/** Packages that have a build for browsers, or need none. */
const PACKAGES = /^(?:mqtt|zod|p-queue|opus-decoder|@noble\/hashes\/\w+\.js)$/;
/** What Node has and a browser has not. */
const NODE_GLOBAL = /(?<![\w.'])(?:Buffer\.|process\.\w|setImmediate\(|require\()/;

const fileOf = (from: string, specifier: string): string => {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier);
  const path = join(WORKSPACES, 'schemas/src', specifier.slice(OURS.length));
  return existsSync(`${path}.ts`) ? `${path}.ts` : join(path, 'index.ts');
};

/** The files that an entry reaches by imports of values, and what else they import. */
function reach(entry: string) {
  const files = new Set<string>();
  const foreign = new Set<string>();
  function visit(file: string): void {
    if (files.has(file)) return;
    files.add(file);
    for (const [, fixed, dynamic] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const specifier = fixed ?? dynamic ?? '';
      if (specifier.startsWith('.') || specifier.startsWith(OURS)) visit(fileOf(file, specifier));
      else foreign.add(`${specifier} in ${relative(WORKSPACES, file)}`);
    }
  }
  visit(join(import.meta.dirname, '..', entry));
  return { files: [...files], foreign: [...foreign] };
}

it.each([
  'device/device.ts',
  'host/pairing.ts',
  'host/host-players.ts',
  'host/profile.ts',
  'live-pages/frame-splitter.ts',
])('%s runs in a browser: nothing that it reaches needs Node', (entry) => {
  const { files, foreign } = reach(entry);
  expect(foreign.filter((one) => !PACKAGES.test(one.split(' ')[0] ?? ''))).toEqual([]);
  const withGlobals = files.filter((file) => NODE_GLOBAL.test(readFileSync(file, 'utf8')));
  expect(withGlobals.map((file) => relative(WORKSPACES, file))).toEqual([]);
});
