import type { Insertable, Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { AuditLogTable } from './audit.table.ts';

/** Inserts the rows in one statement. */
export async function insertAuditRows(db: Kysely<Database>, rows: readonly Insertable<AuditLogTable>[]): Promise<void> {
  await db.insertInto('audit_log').values(rows).execute();
}
