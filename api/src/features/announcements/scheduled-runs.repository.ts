import type { Priority } from '@belfry/schemas/domain/announcements';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

/** A run of a schedule; `at` is its instant in the first time zone. */
type ScheduledRun = {
  run_id: string;
  schedule_id: number;
  user_id: number;
  title: string;
  priority: Priority;
  at: Date;
};

/**
 * Stores runs that devices will report. A run that exists is updated until it begins. A receipt of a run that is not stored is
 * ignored.
 * @param ofAllPlaces whether the rows are of all places of their schedules; those of some may not postpone a run
 */
export async function insertScheduledRuns(
  db: Kysely<Database>,
  rows: readonly ScheduledRun[],
  { now = Date.now(), ofAllPlaces = true } = {},
): Promise<void> {
  if (rows.length === 0) return;
  // A statement must not change a row twice.
  const runs = [...new Map(rows.map((row) => [row.run_id, row])).values()];
  await sql`
    insert into announcement_runs (run_id, kind, user_id, title, priority, state, schedule_id, at)
    select run_id, 'schedule', user_id, title, priority, 'running', schedule_id, at
    from unnest(${runs.map(({ run_id }) => run_id)}::uuid[],
      ${runs.map(({ user_id }) => user_id)}::int4[], ${runs.map(({ title }) => title)}::text[],
      ${runs.map(({ priority }) => priority)}::text[],
      ${runs.map(({ schedule_id }) => schedule_id)}::int4[],
      ${runs.map(({ at }) => at)}::timestamptz[])
      as r (run_id, user_id, title, priority, schedule_id, at)
    on conflict (run_id) do update set title = excluded.title, priority = excluded.priority,
      at = case when ${ofAllPlaces}::bool then excluded.at else least(announcement_runs.at, excluded.at) end
    where announcement_runs.at > ${new Date(now)}
      and (announcement_runs.title, announcement_runs.priority, announcement_runs.at)
        is distinct from (excluded.title, excluded.priority, excluded.at)`.execute(db);
}

/** A run of a schedule that these devices should play; `at` in milliseconds since 1970, `local` the wall-clock time as if it were UTC. */
export type ExpectedRun = {
  run_id: string;
  at: number;
  time_zone: string | null;
  local: number | null;
  device_ids: readonly number[];
};

const ROWS = 5_000;

/**
 * Inserts a delivery for each device that should play a run, which waits for what the device reports. A delivery that its device has
 * reported already gets the instant that was planned. Devices that have another owner by now are left out.
 */
export async function insertExpected(trx: Kysely<Database>, runs: readonly ExpectedRun[]): Promise<void> {
  const rows = runs.flatMap(({ device_ids, ...run }) => device_ids.map((device_id) => ({ ...run, device_id })));
  // In the order in which receipts are stored, so that both do not wait for each other.
  rows.sort((a, b) => (a.run_id < b.run_id ? -1 : a.run_id > b.run_id ? 1 : a.device_id - b.device_id));
  for (let from = 0; from < rows.length; from += ROWS) await insertRows(trx, rows.slice(from, from + ROWS));
}

async function insertRows(
  trx: Kysely<Database>,
  rows: readonly (Omit<ExpectedRun, 'device_ids'> & { device_id: number })[],
): Promise<void> {
  await sql`
    insert into announcement_deliveries as x (run_id, device_id, user_id, company_id, place, state, at, time_zone, local_at)
    select e.run_id, e.device_id, d.user_id, d.company_id, coalesce(c.name, d.serial), 'waiting', e.at, e.time_zone,
      e.local at time zone 'UTC'
    from unnest(${rows.map(({ run_id }) => run_id)}::uuid[],
      ${rows.map(({ device_id }) => device_id)}::int4[], ${rows.map(({ at }) => new Date(at))}::timestamptz[],
      ${rows.map(({ time_zone }) => time_zone)}::text[], ${rows.map(({ local }) => (local === null ? null : new Date(local)))}::timestamptz[])
      with ordinality as e (run_id, device_id, at, time_zone, local, position)
    join announcement_runs r on r.run_id = e.run_id
    join devices d on d.device_id = e.device_id and d.user_id = r.user_id
    left join companies c on c.company_id = d.company_id
    order by e.position
    on conflict (run_id, device_id) do update set at = excluded.at, time_zone = excluded.time_zone, local_at = excluded.local_at
      where x.local_at is null`.execute(trx);
}
