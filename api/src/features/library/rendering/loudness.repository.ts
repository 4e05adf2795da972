import type { Loudness } from '@belfry/schemas/domain/loudness';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

export async function findUnmeasured(db: Kysely<Database>, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('audio_files')
    .select('sha256')
    .where('measured_at', 'is', null)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ sha256 }) => sha256);
}

/** Stores what was measured, so that programmes with this audio are compiled again. @param loudness null: it cannot be decoded */
export async function saveLoudness(db: Kysely<Database>, sha256: string, loudness: Loudness | null): Promise<void> {
  const { loudness_lufs, peak_dbtp } = loudness ?? { loudness_lufs: null, peak_dbtp: null };
  await db
    .updateTable('audio_files')
    .set({ loudness_lufs, peak_dbtp, measured_at: sql`now()` })
    .where('sha256', '=', sha256)
    .execute();
  // The trigger of the table notes what is stale.
  if (loudness_lufs !== null) await sql`update audio set updated_at = updated_at where sha256 = ${sha256}`.execute(db);
}
