import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');
const NAMED = /^ {4}(\w+): build\./gm;

/** All endpoints are injected into one api, where the second one of a name is ignored. */
it('no two endpoints have the same name', () => {
  const names = globSync('**/*.ts', { cwd: SOURCES }).flatMap((path) =>
    [...readFileSync(join(SOURCES, path), 'utf8').matchAll(NAMED)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
