import { sql } from 'kysely';
import { expect } from 'vitest';
import { flow } from '../../../support/flow.ts';

/** Tables of a few dozen rows, which are read as quickly as an index. */
const SMALL = new Set([
  'backup_settings',
  'backups',
  'firmware_archives',
  'firmware_rollouts',
  'log_level',
  'sample_organisation',
  'sample_runs',
]);

/** Postgres reads the whole table otherwise, for each row that it refers to and that is deleted. */
flow('every reference has an index, or belongs to a small table', async ({ lentApi: { db } }) => {
  const { rows } = await sql<{ tableName: string; column: string }>`
    select c.conrelid::regclass::text as "tableName", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`.execute(db);
  expect(rows.filter(({ tableName }) => !SMALL.has(tableName))).toEqual([]);
  expect(new Set(rows.map(({ tableName }) => tableName))).toEqual(SMALL);
});
