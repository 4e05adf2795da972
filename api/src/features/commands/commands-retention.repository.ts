import { sql, type Kysely } from 'kysely';
import { changeInBatches } from '../../db/change-in-batches.ts';
import type { Database } from '../../db/database.ts';

/** Commands whose deliveries are deleted together. */
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
    await changeInBatches((limit) =>
      sql`delete from command_deliveries where ctid = any(array(
        select ctid from command_deliveries where command_id = any(${ids}::uuid[]) limit ${limit}))`.execute(db),
    );
    await db.deleteFrom('commands').where('id', 'in', ids).execute();
  }
}
