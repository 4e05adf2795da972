import type { Priority } from '@belfry/schemas/domain/announcements';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** A run of a schedule; `at` is its instant in the first time zone. */
export type ScheduledRun = {
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
