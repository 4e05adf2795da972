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

/** More for a longer search: `NODE_RIGHTS_RUNS=10000 npx vitest run --project flows tests/flows/teams/node-rights.test.ts`. */
const RUNS = Number(process.env['NODE_RIGHTS_RUNS'] ?? 300);

it(
  'of a person are those of every membership at or above a node, after any changes of trees and memberships',
  async () => {
    await expect(compareNodeRights(store.pool, users, RUNS)).resolves.toBeUndefined();
  },
  20_000 + RUNS * 100,
);
