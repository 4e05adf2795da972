import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';

/** So many rows are deleted by one statement, so that none of them takes long. */
const BATCH = 10_000;
const RUNS = 100;

/**
 * Deletes runs that began before `before`, with their parts and deliveries, and receipts that were received before, in batches of
 * one statement each, and what devices reported about emergencies that are not prepared any more. Emergencies that are not over stay
 * with their deliveries.
 */
export async function deleteOldAnnouncements(db: Kysely<Database>, before: Date): Promise<void> {
  await deleteInBatches(
    db,
    sql`announcement_receipts`,
    sql`select ctid from announcement_receipts where received_at < ${before} limit ${BATCH}`,
  );
  await sql`
    delete from emergency_copies x where not exists (
      select from programmes p join programme_contents c on c.user_id = p.user_id and c.hash = p.content_hash
      where p.device_id = x.device_id and x.receipt_id = any(c.emergency_ids))`.execute(db);
  for (;;) {
    const { rows } = await sql<{ run_id: string }>`
      select run_id from announcement_runs
      where at < ${before} and not (kind = 'emergency' and state in ('rendering', 'running'))
      order by at limit ${RUNS}`.execute(db);
    if (rows.length === 0) return;
    const ids = rows.map(({ run_id }) => run_id);
    await deleteInBatches(
      db,
      sql`announcement_deliveries`,
      sql`select ctid from announcement_deliveries where run_id = any(${ids}::uuid[]) limit ${BATCH}`,
    );
    await db.deleteFrom('announcement_runs').where('run_id', 'in', ids).execute();
  }
}

async function deleteInBatches(db: Kysely<Database>, table: RawBuilder<unknown>, found: RawBuilder<unknown>) {
  for (let deleted = BATCH; deleted === BATCH;) {
    const { numAffectedRows } = await sql`delete from ${table} where ctid = any(array(${found}))`.execute(db);
    deleted = Number(numAffectedRows ?? 0n);
  }
}
