import { sql, type Kysely } from 'kysely';
import { changeInBatches } from '../../db/change-in-batches.ts';
import type { Database } from '../../db/database.ts';

/** Runs whose deliveries are deleted together. */
const RUNS = 100;

/**
 * Deletes runs that began before `before`, with their parts and deliveries, and receipts that were received before, in batches of
 * one statement each, and what devices reported about emergencies that are not prepared any more. Emergencies that are not over stay
 * with their deliveries.
 */
export async function deleteOldAnnouncements(db: Kysely<Database>, before: Date): Promise<void> {
  await changeInBatches((limit) =>
    sql`delete from announcement_receipts where ctid = any(array(
      select ctid from announcement_receipts where received_at < ${before} limit ${limit}))`.execute(db),
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
    await changeInBatches((limit) =>
      sql`delete from announcement_deliveries where ctid = any(array(
        select ctid from announcement_deliveries where run_id = any(${ids}::uuid[]) limit ${limit}))`.execute(db),
    );
    await db.deleteFrom('announcement_runs').where('run_id', 'in', ids).execute();
  }
}
