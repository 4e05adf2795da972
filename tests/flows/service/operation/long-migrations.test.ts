/** @module-tag full */
import { isDatabaseAway } from '@belfry/api/db/errors';
import { migrateToLatest } from '@belfry/api/db/migrate';
import { migrations } from '@belfry/api/db/migrations/index';
import { sql, type Kysely } from 'kysely';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startTestStore, type TestDatabaseAccess } from '../../../support/database.ts';
import { endFakeTimers } from '../../../support/fake-date.ts';
import { until } from '../../../support/until.ts';

let store: TestDatabaseAccess;
beforeEach(async () => {
  store = await startTestStore();
});
afterEach(async () => {
  endFakeTimers();
  await store.stop();
});

/** The sessions that run the statement of the migration. */
const running = async (): Promise<number[]> => {
  const { rows } = await store.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and application_name = 'belfry-migrate' and state = 'active' and query like '%pg_sleep%'`,
  );
  return rows.map(({ pid }) => pid);
};
const untilRunning = () => until('the statement runs', running, ({ length }) => length === 1);

/** Migrates with one statement more. An error is returned, so that it may happen before it is looked at. */
function migrate(statement: string, options?: { statementTimeoutMs: number }): Promise<unknown> {
  const up = async (trx: Kysely<unknown>): Promise<void> => {
    await sql.raw(statement).execute(trx);
  };
  return migrateToLatest(store.url, { ...migrations, '9999_long': { up } }, options).catch((error: unknown) => error);
}

it('a statement of a migration may take longer than other statements', async () => {
  await store.pool.query('create table released ()');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const migrated = migrate(
    'do $$ begin while not exists (select from released) loop perform pg_sleep(0.01); end loop; end $$',
  );
  await untilRunning();
  vi.advanceTimersByTime(600_000);
  await store.pool.query('insert into released default values');
  expect(await migrated).toBeUndefined();
});

it('a statement of a migration that takes longer than it may is cancelled by Postgres', async () => {
  const migrated = migrate('select pg_sleep(3600)', { statementTimeoutMs: 1_000 });
  expect(await migrated).toBeInstanceOf(Error);
  await until('it is cancelled', running, ({ length }) => length === 0);
});

it('a migration whose session Postgres ends may be tried again', async () => {
  const migrated = migrate('select pg_sleep(3600)');
  const [pid] = await untilRunning();
  await store.pool.query('select pg_terminate_backend($1)', [pid]);
  const error = await migrated;
  expect({ error, isAway: isDatabaseAway(error) }).toMatchObject({ isAway: true });
});
