import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** Stores that alarms are evaluated now. @returns when they were before, in milliseconds; null: never */
export async function storeProgress(db: Kysely<Database>, now: number): Promise<number | null> {
  const { rows } = await sql<{ before: Date | null }>`
    with before as (select evaluated_at from alarm_progress)
    update alarm_progress set evaluated_at = ${new Date(now)}
    returning (select evaluated_at from before) as before`.execute(db);
  return rows[0]?.before?.getTime() ?? null;
}

const RETENTION_MS = 400 * 86_400_000;
const AT_ONCE = 1_000;

/** Deletes alarms that were cleared long ago, with what happened to them. @returns how many */
export async function deleteOldAlarms(db: Kysely<Database>, now = Date.now()): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from alarms where alarm_id in (
      select alarm_id from alarms where cleared_at < ${new Date(now - RETENTION_MS)} limit ${sql.lit(AT_ONCE)})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
