import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { quotaOf } from './quotas.repository.ts';

/** What one owner may store: the audio of the library, and floor plans. */
const STORAGE_BYTES = 5 * 1024 * 1024 * 1024;

export async function storageOf(db: Kysely<Database>, ownerId: number): Promise<{ most: number; left: number }> {
  const most = await quotaOf(db, ownerId, STORAGE_BYTES);
  return { most, left: most - (await sumStoredBytes(db, ownerId)) };
}

async function sumStoredBytes(db: Kysely<Database>, ownerId: number): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`
    select coalesce((
      select sum(f.bytes) from audio a join audio_files f on f.sha256 = a.sha256 where a.user_id = ${ownerId}
    ), 0) + coalesce((
      select sum(p.bytes) from floor_plans p join companies c on c.company_id = p.company_id where c.user_id = ${ownerId}
    ), 0) as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Gigabytes with at most one decimal, for texts. */
export const gigabytesOf = (bytes: number): number => Number((bytes / 1024 ** 3).toFixed(1));
