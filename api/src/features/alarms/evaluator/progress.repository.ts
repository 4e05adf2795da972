import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** An evaluation longer ago than this says nothing of the present. */
const LAST_MS = 120_000;

/**
 * Stores that alarms are evaluated now. @param judging whether those of devices are, too; otherwise Belfry waits for their messages
 * @returns when they were evaluated before, in milliseconds; null: never
 */
export async function storeProgress(
  db: Kysely<Database>,
  { now, judging }: { now: number; judging: boolean },
): Promise<number | null> {
  const { rows } = await sql<{ before: Date | null }>`
    with before as (select evaluated_at from alarm_progress)
    update alarm_progress set evaluated_at = ${new Date(now)},
      checking_since = case when ${judging}::bool then null
        when evaluated_at > ${new Date(now - LAST_MS)} then coalesce(checking_since, evaluated_at) else ${new Date(now)} end
    returning (select evaluated_at from before) as before`.execute(db);
  return rows[0]?.before?.getTime() ?? null;
}

const RETENTION_MS = 400 * 86_400_000;
const AT_ONCE = 1_000;

export async function deleteOldAlarms(db: Kysely<Database>, now = Date.now()): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from alarms where alarm_id in (
      select alarm_id from alarms where cleared_at < ${new Date(now - RETENTION_MS)} limit ${sql.lit(AT_ONCE)})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
