import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { VoiceRow } from './voices.table.ts';

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

/** Writes voices as the provider has them; what people gave one, its name and its block, stays. */
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
 * Takes out voices that the provider no longer has. One that somebody has as a favourite or speaks with is only marked.
 * @returns the names of those that are gone for good, and of those that stay marked
 */
export async function retireVoices(
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
