/** @module-tag full */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prepareSchema } from '@belfry/api/composition/prepare-database';
import { migrateToLatest } from '@belfry/api/db/migrate';
import { BASELINE, migrations } from '@belfry/api/db/migrations/index';
import type { Migration } from 'kysely/migration';
import { ROOT } from '@belfry/infra/local/paths';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestStore, type TestDatabaseAccess } from '../../../support/database.ts';
import { setUpStartingApi } from '../../../support/services/starting-api.ts';

const { start } = setUpStartingApi();

let store: TestDatabaseAccess;
beforeEach(async () => {
  store = await startTestStore();
});
afterEach(() => store.stop());

/** Records what the versions before the first release had recorded. */
async function recordOldMigrations(): Promise<void> {
  await store.pool.query('delete from kysely_migration');
  await store.pool.query(
    `insert into kysely_migration (name, timestamp) select name, now()::text
     from unnest(array['0001_baseline', '0002_teams', '0048_provider_claims']) as name`,
  );
}

it('a database from before the first release ends the start with what was found, where, and what to do', async () => {
  await recordOldMigrations();
  const { rows } = await store.pool.query<{ folder: string; name: string }>(
    `select current_setting('data_directory') as folder, current_database() as name`,
  );
  const { folder = '', name = '' } = rows[0] ?? {};
  const error = await start(store.url).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Error);
  const { message } = error as Error;
  expect(message).toContain(`DATABASE_URL: the database "${name}" was created before the first release`);
  expect(message).toContain('3 migrations, from 0001_baseline to 0048_provider_claims');
  expect(message).toContain(folder);
  expect(message).toContain('docs/upgrades.md');
  // The job that migrates before replicas are replaced ends in the same way.
  await expect(prepareSchema(store.url)).rejects.toThrow(message);
});

it('the migrations that such a database has recorded stay', async () => {
  await recordOldMigrations();
  const recorded = async () => (await store.pool.query('select name from kysely_migration order by name')).rows;
  const before = await recorded();
  await expect(migrateToLatest(store.url)).rejects.toThrow('does not upgrade it');
  expect(await recorded()).toEqual(before);
});

it('with the statements of docs/upgrades.md a database with all old migrations is used on', async () => {
  const page = readFileSync(join(ROOT, 'docs/upgrades.md'), 'utf8');
  const [, statements = ''] =
    /## A database from before the first release[\s\S]*?```sql\n([\s\S]*?)```/.exec(page) ?? [];
  expect(statements).toContain('kysely_migration');
  await store.pool.query('drop schema public cascade; create schema public');
  await migrateToLatest(store.url, { [BASELINE]: migrations[BASELINE] as Migration });
  await recordOldMigrations();
  await store.pool.query(statements);
  await migrateToLatest(store.url);
  await store.pool.query('select from users');
});

it('an empty table of migrations, as an interrupted first start leaves it, is no obstacle', async () => {
  await store.pool.query('drop schema public cascade; create schema public');
  await store.pool.query(
    'create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
  );
  await migrateToLatest(store.url);
  await store.pool.query('select from users');
});
