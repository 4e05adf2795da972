import { sql, type Kysely } from 'kysely';
import type { Database, Row } from '../../../db/database.ts';

export type VoiceRow = Row<'voices'>;

export async function findVoice(db: Kysely<Database>, voiceName: string): Promise<VoiceRow | undefined> {
  return db.selectFrom('voices').selectAll().where('voice_name', '=', voiceName).executeTakeFirst();
}

/** Finds voices by their names. */
export async function findVoicesByName(db: Kysely<Database>, voiceNames: readonly string[]): Promise<VoiceRow[]> {
  return db.selectFrom('voices').selectAll().where('voice_name', 'in', voiceNames).execute();
}

/** Voices that users may choose: neither blocked nor removed by the provider. */
const offered = (db: Kysely<Database>) =>
  db.selectFrom('voices').where('block', '=', false).where('vanished_at', 'is', null);

export async function findOfferedVoices(db: Kysely<Database>, language: string): Promise<VoiceRow[]> {
  return offered(db).selectAll().where('language', '=', language).execute();
}

export async function findOfferedLanguages(db: Kysely<Database>): Promise<string[]> {
  const rows = await offered(db).select('language').distinct().execute();
  return rows.map(({ language }) => language);
}

/** The languages of all voices of the catalogue, also of those that cannot be chosen. */
export async function findCatalogueLanguages(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('voices').select('language').distinct().execute();
  return rows.map(({ language }) => language);
}

/** Finds a voice by its display name in any case, and locks it. */
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

/** Finds voices by their names, and locks them in the order of the names. */
export async function lockVoices(db: Kysely<Database>, voiceNames: readonly string[]): Promise<VoiceRow[]> {
  return db
    .selectFrom('voices')
    .selectAll()
    .where('voice_name', 'in', voiceNames)
    .orderBy('voice_name')
    .forUpdate()
    .execute();
}

/** Renames a voice; returns whether the name was available. */
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
