import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

/** The numbers of shards that sessions may exist for, and that no live instance uses. */
export async function findUnusedNumbers(db: Kysely<Database>, own: number): Promise<number[]> {
  const { rows } = await sql<{ shards: number }>`
    select distinct s.shards from ingest_shards s
    where s.shards <> ${own} and not exists (select from ingest_instances i where i.shards = s.shards)`.execute(db);
  return rows.map(({ shards }) => shards);
}

/** Forgets a number of shards that is not used, unless an instance has begun to use it. */
export async function forgetNumber(db: Kysely<Database>, shards: number): Promise<void> {
  await sql`
    delete from ingest_shards s where s.shards = ${shards}
      and not exists (select from ingest_instances i where i.shards = s.shards)`.execute(db);
}
