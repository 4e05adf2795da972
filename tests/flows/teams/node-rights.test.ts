import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareNodeRights } from '../../support/compare-node-rights.ts';
import { startTestStore, type TestDatabaseAccess } from '../../support/database.ts';

let store: TestDatabaseAccess;
let users: number[];
beforeAll(async () => {
  store = await startTestStore();
  const { rows } = await store.pool.query<{ id: number }>(
    `insert into users (email, name, password_hash, role) select n || '@teams.test', 'U', 'x', 'user' from generate_series(1, 3) n returning id`,
  );
  users = rows.map(({ id }) => id);
});
afterAll(() => store.stop());

it('of a person are those of every membership at or above a node, after any changes of trees and memberships', async () => {
  await expect(compareNodeRights(store.pool, users, 300)).resolves.toBeUndefined();
});
