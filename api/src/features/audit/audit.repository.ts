import { sql, type Insertable, type Kysely } from 'kysely';
import { int4Array, textArray } from '../../db/binary-arrays.ts';
import type { Database } from '../../db/database.ts';
import type { AuditLogTable } from './audit.table.ts';

/** Inserts the rows in one statement, however many there are: a parameter of each value would be too many for a change of thousands. */
export async function insertAuditRows(db: Kysely<Database>, rows: readonly Insertable<AuditLogTable>[]): Promise<void> {
  const texts = (column: 'action' | 'object_kind' | 'object_id' | 'details' | 'ip'): Buffer =>
    textArray(rows.map((row) => row[column] ?? null));
  await sql`
    insert into audit_log (user_id, acting_as, action, object_kind, object_id, details, ip)
    select * from unnest(${int4Array(rows.map(({ user_id }) => user_id ?? null))}::int4[],
      ${int4Array(rows.map(({ acting_as }) => acting_as ?? null))}::int4[], ${texts('action')}::text[],
      ${texts('object_kind')}::text[], ${texts('object_id')}::text[], ${texts('details')}::text[]::jsonb[],
      ${texts('ip')}::text[])`.execute(db);
}
