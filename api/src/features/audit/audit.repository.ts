import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

/** Inserts the rows in one statement. */
export async function insertAuditRows(
  db: Kysely<Database>,
  rows: readonly Insertable<Database['audit_log']>[],
): Promise<void> {
  await db.insertInto('audit_log').values(rows).execute();
}
