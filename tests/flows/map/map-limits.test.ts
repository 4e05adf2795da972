import { mapHttp } from '@belfry/schemas/http/map/map';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { createFleet, type TestFleet } from '../../support/alarms/fleet.ts';
import type { TestApi } from '../../support/api.ts';
import { flow } from '../../support/flow.ts';
import { lockTable } from '../../support/postgres/table-lock.ts';
import { until } from '../../support/until.ts';

/** Maps of a person that are read at the same time, and that wait, as of all large lists. */
const [AT_ONCE, WAITING] = [2, 30];
const CALLS = 40;

let api: TestApi;
let pool: pg.Pool;
let busy: TestFleet;
let other: TestFleet;
flow.beforeAll(async ({ lentApi }) => {
  api = lentApi;
  pool = new pg.Pool({ connectionString: api.config.DATABASE_URL, max: 1 });
  busy = await createFleet(api, { sites: 30, devices: 4 });
  other = await createFleet(api, { sites: 3, devices: 1 });
  await sql`
    update companies set latitude = 50 + random(), longitude = 10 + random() where type = 'Company' and level = 1`.execute(
    api.db,
  );
});
afterAll(() => pool.end());

const mapOf = ({ owner }: TestFleet) => api.call(mapHttp.map, owner);
const countReading = async (): Promise<number> => {
  const { rows } = await sql`
    select from pg_stat_activity
    where datname = current_database() and application_name = 'belfry-long' and wait_event_type = 'Lock'`.execute(
    api.db,
  );
  return rows.length;
};

it('many maps that one person asks for at once are read two at a time, and others wait for one of them only', async () => {
  // Maps are the only lists that read it.
  const unlock = await lockTable(pool, 'floor_plans');
  const answers: { of: 'busy' | 'other'; status: number; nodes: number }[] = [];
  const ask = async (of: 'busy' | 'other', fleet: TestFleet): Promise<void> => {
    const { status, body } = await mapOf(fleet);
    answers.push({ of, status, nodes: status === 200 ? body.nodes.length : 0 });
  };
  const asked = Array.from({ length: CALLS }, () => ask('busy', busy));
  await until('two are read', countReading, (count) => count === AT_ONCE);
  await until(
    'the others wait or are refused',
    () => Promise.resolve(answers.length),
    (count) => count === CALLS - AT_ONCE - WAITING,
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
  expect(await countReading()).toBe(AT_ONCE);
  const refused = answers.length;
  const bystander = ask('other', other);
  // What is small is answered meanwhile.
  expect((await api.call(mapHttp.map, other.owner, { company_id: busy.main })).status).toBe(404);
  await unlock();
  await Promise.all([...asked, bystander]);
  const read = answers.slice(refused);
  expect(read).toHaveLength(AT_ONCE + WAITING + 1);
  for (const { of, status, nodes } of read) expect([status, nodes]).toEqual([200, of === 'busy' ? 30 : 3]);
  // Those that were being read, and at most one more of each connection.
  expect(read.findIndex(({ of }) => of === 'other')).toBeLessThanOrEqual(2 * AT_ONCE);
});
