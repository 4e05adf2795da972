/** @module-tag full */
import { createDb, createPool } from '@belfry/api/db/client';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../support/postgres/postgres.ts';
import { until } from '../../../support/until.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('a connection that breaks between two statements fails its transaction, but not the process', async () => {
  const pool = createPool(database.url, { max: 2, name: 'breaking' });
  const db = createDb(pool);
  const backends = async (pid: number) =>
    (await sql`select pid from pg_stat_activity where pid = ${pid}`.execute(db)).rows;
  const broken = db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
    const pid = rows[0]?.pid ?? 0;
    // The connection runs no statement that could fail with the error, so the error is only emitted.
    await sql`select pg_terminate_backend(${pid})`.execute(db);
    await until(
      'it is gone',
      () => backends(pid),
      (left) => left.length === 0,
    );
    await sql`select 1`.execute(trx);
  });
  await expect(broken).rejects.toThrow(/not queryable|terminat/);
  expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
