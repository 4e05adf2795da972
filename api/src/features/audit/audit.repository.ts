import { sql, type Insertable, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

/** Inserts the rows in one statement, however many there are: a parameter of each value would be too many for a change of thousands. */
export async function insertAuditRows(
  db: Kysely<Database>,
  rows: readonly Insertable<Database['audit_log']>[],
): Promise<void> {
  const texts = (column: 'action' | 'object_kind' | 'object_id' | 'details' | 'ip'): (string | null)[] =>
    rows.map((row) => row[column] ?? null);
  await sql`
    insert into audit_log (user_id, acting_as, action, object_kind, object_id, details, ip)
    select * from unnest(${rows.map(({ user_id }) => user_id ?? null)}::int4[],
      ${rows.map(({ acting_as }) => acting_as ?? null)}::int4[], ${texts('action')}::text[],
      ${texts('object_kind')}::text[], ${texts('object_id')}::text[], ${texts('details')}::text[]::jsonb[],
      ${texts('ip')}::text[])`.execute(db);
}
