/** @module-tag full */
import { prepareDatabase } from '@belfry/api/composition/prepare-database';
import { createLogger } from '@belfry/api/log';
import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { testConfig } from '../../../support/api.ts';
import { startTestStore, type TestDatabaseAccess } from '../../../support/database.ts';
import { waitUntilBlocked } from '../../../support/postgres/table-lock.ts';

/** The lock of Kysely's migrator, which a replica holds while it migrates. */
const MIGRATION_LOCK = '3853314791062309107';
/** The lock is held for longer in any case. */
const LIMIT_MS = 1;

let store: TestDatabaseAccess;
let replica: pg.PoolClient;
let stopping: AbortController;
beforeEach(async () => {
  store = await startTestStore();
  replica = await store.pool.connect();
  await replica.query(`select pg_advisory_lock(${MIGRATION_LOCK})`);
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  replica.release(true);
  await store.stop();
});

it('an api starts while another replica migrates, and prepares the database once that has finished', async () => {
  const startJobs = vi.fn<() => Promise<void>>(async () => {});
  const config = testConfig({ DATABASE_URL: store.url });
  const deps = { config, db: store.db, log: createLogger('silent'), jobs: { start: startJobs } };
  const { ready } = await prepareDatabase(deps, stopping.signal, LIMIT_MS);
  await waitUntilBlocked(store.db);
  expect(startJobs).not.toHaveBeenCalled();
  await replica.query(`select pg_advisory_unlock(${MIGRATION_LOCK})`);
  await ready;
  expect(startJobs).toHaveBeenCalledOnce();
});
