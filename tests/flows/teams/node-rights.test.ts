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

/** More for a longer search: `NODE_RIGHTS_RUNS=10000 npx vitest run --project more-flows tests/flows/teams/node-rights.test.ts`. */
const RUNS = Number(process.env['NODE_RIGHTS_RUNS'] ?? 300);
const TITLE =
  'of a person are those of every membership at or above a node, after any changes of trees and memberships';
const compare = (runs: number) => expect(compareNodeRights(store.pool, users, runs)).resolves.toBeUndefined();

it(TITLE, () => compare(20));
it(`${TITLE}: many`, { tags: ['full'], timeout: 20_000 + RUNS * 100 }, () => compare(RUNS));
