import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');

it('tests that replace modules have modules of their own', () => {
  const tests = globSync('**/*.test.{ts,tsx}', { cwd: SOURCE });
  const replacing = tests.filter((file) => /^vi\.mock\(/m.test(readFileSync(join(SOURCE, file), 'utf8')));
  expect(replacing.length).toBeGreaterThan(0);
  expect(replacing.filter((file) => !/\.isolated\.test\.tsx?$/.test(file))).toEqual([]);
});
