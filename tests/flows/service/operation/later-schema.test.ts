/** @module-tag full */
import { migrateToLatest } from '@belfry/api/db/migrate';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestStore, type TestDatabaseAccess } from '../../../support/database.ts';

let store: TestDatabaseAccess;
beforeEach(async () => {
  store = await startTestStore();
});
afterEach(() => store.stop());

const record = (name: string): Promise<unknown> =>
  store.pool.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [name, new Date().toISOString()]);
const recorded = async (): Promise<unknown[]> =>
  (await store.pool.query('select name from kysely_migration order by name')).rows;

it('an instance starts on the schema of a later release, as in the middle of an upgrade, and leaves it as it is', async () => {
  await record('9998_of_a_later_release');
  await record('9999_of_a_later_release');
  const before = await recorded();
  await migrateToLatest(store.url);
  expect(await recorded()).toEqual(before);
});

it('a migration that is missing among those of this release is refused', async () => {
  await record('0000_of_another_product');
  await expect(migrateToLatest(store.url)).rejects.toThrow('0000_of_another_product is missing');
});
