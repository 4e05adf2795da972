import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { VoiceRow } from './voices.repository.ts';

export type CatalogueEntry = Omit<
  VoiceRow,
  'block' | 'vanished_at' | 'sample_started_at' | 'sample_error' | 'created_at'
>;

export async function hasVoices(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('voices').select('voice_name').limit(1).execute()).length > 0;
}

export async function findCatalogue(db: Kysely<Database>): Promise<VoiceRow[]> {
  return db.selectFrom('voices').selectAll().execute();
}

/** Inserts or updates voices; display name and block stay. */
export async function saveVoices(db: Kysely<Database>, entries: readonly CatalogueEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await sql`
    insert into voices
      (voice_name, display_name, language, languagefull, language_codes, voice_type, gender, provider)
    select voice_name, display_name, language, languagefull, language_codes, voice_type, gender, provider
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as t (
      voice_name text, display_name text, language text, languagefull text, language_codes text[],
      voice_type text, gender text, provider text
    )
    on conflict (voice_name) do update set
      language = excluded.language, languagefull = excluded.languagefull, language_codes = excluded.language_codes,
      voice_type = excluded.voice_type, gender = excluded.gender, provider = excluded.provider,
      vanished_at = null, sample_error = null`.execute(db);
}

/**
 * Removes voices that the provider no longer has. Favourite and used voices are only marked.
 * @returns the names of the removed and of the marked voices
 */
export async function removeVoices(
  db: Kysely<Database>,
  names: readonly string[],
): Promise<{ removed: string[]; kept: string[] }> {
  if (names.length === 0) return { removed: [], kept: [] };
  const { rows: kept } = await sql<{ voice_name: string }>`
    update voices v set vanished_at = coalesce(vanished_at, now())
    where voice_name = any(${names}::text[]) and (
      exists (select from voice_favorites f where f.voice_name = v.voice_name)
      or exists (select from companies c where c.default_voice = v.voice_name)
      or exists (select from device_configs c where c.desired ->> 'voices_voice_deff' = v.voice_name)
    )
    returning voice_name`.execute(db);
  const keptNames = kept.map(({ voice_name }) => voice_name);
  const removed = await db
    .deleteFrom('voices')
    .where(sql<boolean>`voice_name = any(${names}::text[])`)
    .where(sql<boolean>`not voice_name = any(${keptNames}::text[])`)
    .returning('voice_name')
    .execute();
  return { removed: removed.map(({ voice_name }) => voice_name), kept: keptNames };
}
