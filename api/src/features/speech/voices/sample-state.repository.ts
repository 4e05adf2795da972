import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** Marks the start of the synthesis of a sample. */
export async function markSampleStarted(db: Kysely<Database>, voiceName: string): Promise<void> {
  const started = { sample_started_at: sql<Date>`now()`, sample_error: null };
  await db.updateTable('voices').set(started).where('voice_name', '=', voiceName).execute();
}

export async function markSampleFailed(db: Kysely<Database>, voiceName: string, error: string): Promise<void> {
  const failed = { sample_started_at: null, sample_error: error };
  await db.updateTable('voices').set(failed).where('voice_name', '=', voiceName).execute();
}

/** Resets the state; then the file alone determines whether there is a sample. */
export async function markSampleSettled(db: Kysely<Database>, voices: readonly string[] | 'all'): Promise<void> {
  await db
    .updateTable('voices')
    .set({ sample_started_at: null, sample_error: null })
    .where((eb) => eb.or([eb('sample_started_at', 'is not', null), eb('sample_error', 'is not', null)]))
    .$if(voices !== 'all', (qb) => qb.where(sql<boolean>`voice_name = any(${voices}::text[])`))
    .execute();
}
