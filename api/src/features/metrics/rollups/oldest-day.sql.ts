import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** The beginning of the oldest UTC day whose records are stored; null: there is no partition of a day. */
export async function findOldestDay(db: Kysely<Database>): Promise<Date | null> {
  const { rows } = await sql<{ day: Date | null }>`
    select min((right(c.relname, 8) || ' 00:00Z')::timestamptz) as day
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'metrics'::regclass and c.relname ~ '^metrics_\\d{8}$'`.execute(db);
  return rows[0]?.day ?? null;
}
