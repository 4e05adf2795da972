import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SRC = join(import.meta.dirname, '..');
const DOCUMENT = join(SRC, '../../docs/product/service.md');

const namesIn = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);

const foundIn = (pattern: RegExp): string[] =>
  globSync('**/*.ts', { cwd: SRC, exclude: ['**/*.test.ts'] })
    .flatMap((path) => namesIn(readFileSync(join(SRC, path), 'utf8'), pattern))
    .sort();

it('all pools, and no others, are in the table of POOL-6', () => {
  const rows = /^\| pool .*\n.*\n((?:\|.*\n)+)/m.exec(readFileSync(DOCUMENT, 'utf8'))?.[1] ?? '';
  const documented = namesIn(rows, /^\| `([^`]+)`/gm).sort();
  expect(documented.length).toBeGreaterThan(10);
  expect(foundIn(/\bpool: '([^']+)'/g)).toEqual(documented);
});
