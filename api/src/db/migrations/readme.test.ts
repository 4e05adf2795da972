import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrations } from './index.ts';

const FOLDER = import.meta.dirname;
const read = (file: string): string => readFileSync(join(FOLDER, file), 'utf8');

const created = globSync('**/*.{sql,ts}', { cwd: FOLDER, exclude: ['**/*.test.ts'] }).flatMap((file) =>
  [...read(file).matchAll(/create (?:constraint )?trigger (\w+)\s[\s\S]*?\bon (\w+)/g)].map(
    ([, trigger = '', table = '']) => `${table} ${trigger.replace(/^stale_programmes_/, '')}`,
  ),
);

const described = read('README.md')
  .split('\n')
  .flatMap((line) => {
    const [, table = '', second = ''] = /^\| `(\w+)`\s*\| ([^|]*?)\s*\|/.exec(line) ?? [];
    return second === '' ? [] : second.split(', ').map((name) => `${table} ${name.replaceAll('`', '')}`);
  });

it('the README says what each trigger does', () => {
  expect(created.length).toBeGreaterThan(40);
  expect(described.toSorted()).toEqual(created.toSorted());
});

it('lists them in the order of their names, in which they run', () => {
  expect(Object.keys(migrations)).toEqual(Object.keys(migrations).toSorted());
});
