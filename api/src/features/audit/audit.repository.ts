import { sql, type Insertable, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

/** Inserts the rows in one statement, however many there are: a parameter of each value would be too many for a change of thousands. */
export async function insertAuditRows(
  db: Kysely<Database>,
  rows: readonly Insertable<Database['audit_log']>[],
): Promise<void> {
  await sql`
    insert into audit_log (user_id, acting_as, action, object_kind, object_id, details, ip)
    select * from unnest(${rows.map(({ user_id }) => user_id ?? null)}::int4[],
      ${rows.map(({ acting_as }) => acting_as ?? null)}::int4[], ${rows.map(({ action }) => action)}::text[],
      ${rows.map(({ object_kind }) => object_kind)}::text[], ${rows.map(({ object_id }) => object_id)}::text[],
      ${rows.map(({ details }) => details ?? null)}::text[]::jsonb[],
      ${rows.map(({ ip }) => ip ?? null)}::text[])`.execute(db);
}
