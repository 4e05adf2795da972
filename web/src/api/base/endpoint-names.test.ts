import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '../..');
const ENDPOINT = /^\s+(\w+): build\.(?:query|mutation|infiniteQuery)\b/gm;

it('no two endpoints have the same name, because the one that is loaded later would be ignored', () => {
  const names = globSync('**/*.ts', { cwd: SRC }).flatMap((file) =>
    Array.from(readFileSync(join(SRC, file), 'utf8').matchAll(ENDPOINT), ([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(100);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});
