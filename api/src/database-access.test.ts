import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TABLE_OWNERS } from './db/table-owners.ts';

const SRC = import.meta.dirname;

const WRITE =
  /(?:insertInto|updateTable|deleteFrom)\('(\w+)'|\binsert into (\w+)|\bdelete from (\w+)|^[\s`(]*update (?!set\b|of\b)(\w+)|= `?update (\w+)/gm;

const comments = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;

const writes = globSync('**/*.ts', { cwd: SRC, exclude: ['**/*.test.ts', 'db/migrations/**'] }).flatMap((file) =>
  [...readFileSync(join(SRC, file), 'utf8').replaceAll(comments, '').matchAll(WRITE)].map((match) => ({
    file,
    table: match.slice(1).find((name) => name !== undefined) ?? '',
  })),
);

it('finds a writer of every table in the list', () => {
  const owned = Object.entries(TABLE_OWNERS).filter(([, folders]) => folders.length > 0);
  expect(new Set(writes.map(({ table }) => table))).toEqual(new Set(owned.map(([table]) => table)));
});

it('writes each table in the folder that owns it only', () => {
  const owners: Record<string, readonly string[] | undefined> = TABLE_OWNERS;
  const foreign = writes.filter(({ file, table }) => !owners[table]?.some((folder) => file.startsWith(`${folder}/`)));
  expect(foreign).toEqual([]);
});

it('sends hand-written statements from `*.sql.ts` files only, everything else through Kysely', () => {
  const raw = globSync('{features,http,composition}/**/*.ts', {
    cwd: SRC,
    exclude: ['**/*.test.ts', '**/*.sql.ts'],
  }).filter((file) => /\.query[(<]/.test(readFileSync(join(SRC, file), 'utf8').replaceAll(comments, '')));
  expect(raw.toSorted()).toEqual([
    // LISTEN and NOTIFY, and the check whether Postgres answers.
    'features/commands/deliveries/settled-notifications.ts',
    'features/health/readiness.ts',
  ]);
});
