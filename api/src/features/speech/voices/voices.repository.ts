import { sql, type Kysely } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';

export type VoiceRow = Row<'voices'>;

export async function findVoice(db: Kysely<Database>, voiceName: string): Promise<VoiceRow | undefined> {
  return db.selectFrom('voices').selectAll().where('voice_name', '=', voiceName).executeTakeFirst();
}

export async function findVoicesByName(db: Kysely<Database>, voiceNames: readonly string[]): Promise<VoiceRow[]> {
  return db.selectFrom('voices').selectAll().where('voice_name', 'in', voiceNames).execute();
}

/** Voices that users may choose: neither blocked nor removed by the provider. */
const offered = (db: Kysely<Database>) =>
  db.selectFrom('voices').where('block', '=', false).where('vanished_at', 'is', null);

export async function findOfferedVoices(db: Kysely<Database>, language: string): Promise<VoiceRow[]> {
  return offered(db).selectAll().where('language', '=', language).execute();
}

export async function findVoiceNamesOf(db: Kysely<Database>, provider: VoiceRow['provider']): Promise<string[]> {
  const voices = db.selectFrom('voices').select('voice_name').where('provider', '=', provider);
  const rows = await voices.where('vanished_at', 'is', null).execute();
  return rows.map(({ voice_name }) => voice_name);
}

export async function findOfferedLanguages(db: Kysely<Database>): Promise<string[]> {
  const rows = await offered(db).select('language').distinct().execute();
  return rows.map(({ language }) => language);
}

/** Includes voices that cannot be chosen. */
export async function findCatalogueLanguages(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('voices').select('language').distinct().execute();
  return rows.map(({ language }) => language);
}

/** Upper and lower case make no difference. */
export async function lockVoiceByDisplayName(db: Kysely<Database>, name: string): Promise<VoiceRow | undefined> {
  return db
    .selectFrom('voices')
    .selectAll()
    .where(sql<string>`lower(display_name)`, '=', sql<string>`lower(${name})`)
    .forUpdate()
    .executeTakeFirst();
}

export async function setBlocked(db: Kysely<Database>, voiceNames: readonly string[], block: boolean): Promise<void> {
  await db.updateTable('voices').set({ block }).where('voice_name', 'in', voiceNames).execute();
}

/** Locks them in the order of the names. */
export async function lockVoices(db: Kysely<Database>, voiceNames: readonly string[]): Promise<VoiceRow[]> {
  return db
    .selectFrom('voices')
    .selectAll()
    .where('voice_name', 'in', voiceNames)
    .orderBy('voice_name')
    .forUpdate()
    .execute();
}

/** @returns whether the name was available */
export async function renameVoice(db: Kysely<Database>, voiceName: string, displayName: string): Promise<boolean> {
  const taken = await db
    .selectFrom('voices')
    .select('voice_name')
    .where(sql<string>`lower(display_name)`, '=', sql<string>`lower(${displayName})`)
    .where('voice_name', '!=', voiceName)
    .execute();
  if (taken.length > 0) return false;
  await db.updateTable('voices').set({ display_name: displayName }).where('voice_name', '=', voiceName).execute();
  return true;
}

/** Serialises changes of names and of the set of voices. */
export async function lockCatalogue(db: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('belfry.voices'))`.execute(db);
}

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

/** Display name and block stay. */
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

export async function markSampleStarted(db: Kysely<Database>, voiceName: string): Promise<void> {
  const started = { sample_started_at: sql<Date>`now()`, sample_error: null };
  await db.updateTable('voices').set(started).where('voice_name', '=', voiceName).execute();
}

export async function markSampleFailed(db: Kysely<Database>, voiceName: string, error: string): Promise<void> {
  const failed = { sample_started_at: null, sample_error: error };
  await db.updateTable('voices').set(failed).where('voice_name', '=', voiceName).execute();
}

/** The file alone then determines whether there is a sample. */
export async function markSampleSettled(db: Kysely<Database>, voices: readonly string[] | 'all'): Promise<void> {
  await db
    .updateTable('voices')
    .set({ sample_started_at: null, sample_error: null })
    .where((eb) => eb.or([eb('sample_started_at', 'is not', null), eb('sample_error', 'is not', null)]))
    .$if(voices !== 'all', (qb) => qb.where(sql<boolean>`voice_name = any(${voices}::text[])`))
    .execute();
}
