import { randomUUID } from 'node:crypto';
import { sweep } from '@belfry/api/composition/housekeeping';
import type { AnnouncementRun } from '@belfry/schemas/http/announcements/announcements';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createDevice, createUser, type TestUser } from '../../support/factories.ts';
import type { Stack } from '../../support/stack.ts';
import { changeSettings, flow } from '../../support/flow.ts';

let stack: Stack;
let owner: TestUser;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  await changeSettings(stack, { ANNOUNCEMENTS_RETENTION_DAYS: '100' });
  // Those of other files.
  for (const table of ['announcement_runs', 'announcement_receipts'] as const)
    await stack.db.deleteFrom(table).execute();
  owner = await createUser(stack);
});

type Made = Partial<Pick<AnnouncementRun, 'kind' | 'state'>> & { days: number; devices: readonly number[] };

/** A run of so many days ago with a part, and a delivery and a receipt of each device. @returns its id */
async function runOf({ days, devices, kind = 'say', state = 'finished' }: Made): Promise<string> {
  const id = randomUUID();
  const at = sql`now() - make_interval(days => ${days})`;
  await sql`
    insert into announcement_runs (run_id, kind, user_id, title, priority, state, at)
    values (${id}::uuid, ${kind}, ${owner.id}, 'Lunch', 'say_now', ${state}, ${at})`.execute(stack.db);
  await sql`
    insert into announcement_parts (run_id, part, text, language, voice)
    values (${id}::uuid, 0, 'Lunch', 'en-US', 'en-US-Standard-A')`.execute(stack.db);
  await sql`
    insert into announcement_deliveries (run_id, device_id, user_id, place, state, at)
    select ${id}::uuid, d, ${owner.id}, 'Hall', 'finished', ${at} from unnest(${devices}::int4[]) d`.execute(stack.db);
  await sql`
    insert into announcement_receipts (device_id, seq, run_id, event, at, received_at)
    select d, 1, ${id}::uuid, 'finished', ${at}, ${at} from unnest(${devices}::int4[]) d`.execute(stack.db);
  return id;
}

const runIdsOf = async (table: 'runs' | 'parts' | 'deliveries' | 'receipts'): Promise<string[]> => {
  const { rows } = await sql<{ run_id: string }>`
    select distinct run_id from ${sql.table(`announcement_${table}`)} order by run_id`.execute(stack.db);
  return rows.map(({ run_id }) => run_id);
};
const housekeeping = () => sweep({ db: stack.db, config: stack.config });

it('deletes announcements with all that belongs to them after ANNOUNCEMENTS_RETENTION_DAYS, but no emergency that is not over', async () => {
  const { device_id } = await createDevice(stack, { user_id: owner.id });
  const made = (given: Omit<Made, 'devices'>) => runOf({ ...given, devices: [device_id] });
  const recent = await made({ days: 99 });
  await made({ days: 101 });
  await made({ days: 102, kind: 'schedule', state: 'running' });
  await made({ days: 103, kind: 'emergency', state: 'stopped' });
  const active = await made({ days: 104, kind: 'emergency', state: 'running' });
  await housekeeping();
  const kept = [recent, active].toSorted();
  for (const table of ['runs', 'parts', 'deliveries'] as const) expect(await runIdsOf(table), table).toEqual(kept);
  expect(await runIdsOf('receipts')).toEqual([recent]);
});

it('deletes receipts whose run is gone already', async () => {
  const { device_id } = await createDevice(stack, { user_id: owner.id });
  const id = await runOf({ days: 101, devices: [device_id] });
  await stack.db.deleteFrom('announcement_runs').where('run_id', '=', id).execute();
  await housekeeping();
  expect(await runIdsOf('receipts')).not.toContain(id);
});

it('deletes more runs, deliveries and receipts than one statement does', async () => {
  const before = await runIdsOf('runs');
  const devices = await Promise.all(Array.from({ length: 100 }, () => createDevice(stack, { user_id: owner.id })));
  const ids = devices.map(({ device_id }) => device_id);
  await sql`
    insert into announcement_runs (run_id, kind, user_id, title, priority, state, at)
    select gen_random_uuid(), 'schedule', ${owner.id}, 'Bell', 'scheduled', 'running', now() - n * interval '1 minute' - interval '200 days'
    from generate_series(1, 101) n`.execute(stack.db);
  await sql`
    with old as (select run_id, at, row_number() over () as seq from announcement_runs where title = 'Bell')
    , delivered as (
      insert into announcement_deliveries (run_id, device_id, user_id, place, state, at)
      select run_id, d, ${owner.id}, 'Hall', 'finished', at from old, unnest(${ids}::int4[]) d
    )
    insert into announcement_receipts (device_id, seq, run_id, event, at, received_at)
    select d, seq, run_id, 'finished', at, at from old, unnest(${ids}::int4[]) d`.execute(stack.db);
  await housekeeping();
  expect(await runIdsOf('runs')).toEqual(before);
  expect(await runIdsOf('deliveries')).toEqual(before);
  expect(await runIdsOf('receipts')).toHaveLength(1);
});
