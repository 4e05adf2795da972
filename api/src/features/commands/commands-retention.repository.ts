import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

/** So many rows are deleted by one statement, so that none of them takes long. */
const BATCH = 10_000;
const COMMANDS = 100;

/**
 * Deletes commands that were issued before `before`, with their deliveries and their runs, in batches of one statement each. Those
 * of runs that can still be continued stay.
 */
export async function deleteOldCommands(db: Kysely<Database>, before: Date): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select c.id from commands c
      where c.issued_at < ${before}
        and not exists (select from command_runs r where r.id = c.id and r.state in ('running', 'paused'))
      order by c.issued_at limit ${COMMANDS}`.execute(db);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    for (let deleted = BATCH; deleted === BATCH;) {
      const { numAffectedRows } = await sql`
        delete from command_deliveries where ctid = any(array(
          select ctid from command_deliveries where command_id = any(${ids}::uuid[]) limit ${BATCH}
        ))`.execute(db);
      deleted = Number(numAffectedRows ?? 0n);
    }
    await db.deleteFrom('commands').where('id', 'in', ids).execute();
  }
}
