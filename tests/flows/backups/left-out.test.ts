import { LEFT_OUT } from '@belfry/api/features/backups/database/snapshot';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { flow } from '../../support/flow.ts';

flow('nothing that is restored refers to what is not', async ({ lentApi: { db } }) => {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint
    where contype = 'f' and confrelid::regclass::text = any(${[...LEFT_OUT]}::text[])
      and conrelid::regclass::text <> all(${[...LEFT_OUT]}::text[])`.execute(db);
  expect(rows).toEqual([]);
});
