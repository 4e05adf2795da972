/** @module-tag full */
import { migrateToLatest } from '@belfry/api/db/migrate';
import { migrations } from '@belfry/api/db/migrations/index';
import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestStore, type TestDatabaseAccess } from '../../../support/database.ts';
import { waitUntilBlocked } from '../../../support/postgres/table-lock.ts';

let store: TestDatabaseAccess;
beforeEach(async () => {
  store = await startTestStore();
});
afterEach(() => store.stop());

it('a migration gives up and tries again before a transaction that reads the same tables in another order fails', async () => {
  const { db, pool } = store;
  await pool.query('create table first (id int); create table second (id int)');
  const reader = await pool.connect();
  // Postgres would end the transaction that notices the deadlock first, so the reader does not look for it.
  await reader.query(`begin; set local deadlock_timeout = '60s'; set local lock_timeout = 0; select from second`);
  let read: Promise<unknown> | undefined;
  let attempts = 0;
  const up = async (trx: Kysely<unknown>): Promise<void> => {
    attempts++;
    await sql`alter table first add column later int`.execute(trx);
    if (!read) {
      read = reader.query('select from first').then(() => reader.query('commit'));
      await waitUntilBlocked(db);
    }
    await sql`alter table second add column later int`.execute(trx);
  };
  try {
    await migrateToLatest(store.url, { ...migrations, '9999_locking': { up } });
    await read;
  } finally {
    reader.release(true);
  }
  expect(attempts).toBeGreaterThan(1);
});
