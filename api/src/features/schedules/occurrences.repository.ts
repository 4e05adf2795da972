import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { ScheduleRow } from './schedules.repository.ts';

/** So many are counted with one change, so that it does not take long. */
const COUNTED_AT_ONCE = 20;

/** Enabled schedules of a user that are not counted yet. */
export async function findUncounted(db: Kysely<Database>, userId: number): Promise<ScheduleRow[]> {
  const own = db.selectFrom('schedules').selectAll().where('user_id', '=', userId).where('enabled', '=', true);
  return own.where('occurrences', 'is', null).orderBy('id').limit(COUNTED_AT_ONCE).execute();
}

/** Stores a count, unless a change has counted it since. */
export async function setOccurrences(db: Kysely<Database>, id: number, occurrences: number): Promise<void> {
  const uncounted = db.updateTable('schedules').set({ occurrences }).where('occurrences', 'is', null);
  await uncounted.where('id', '=', id).execute();
}

/** How often the enabled schedules of a user happen, but for one. */
export async function sumOccurrences(db: Kysely<Database>, userId: number, exceptId: number | null): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(occurrences), 0)::int8 as n from schedules
    where user_id = ${userId} and enabled and id is distinct from ${exceptId}`.execute(db);
  return rows[0]?.n ?? 0;
}
