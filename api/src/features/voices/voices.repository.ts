import type { VoiceListQuery } from '@belfry/schemas/http/voices';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { escapeLike } from '../../db/like.ts';
import type { Page } from '../../http/routes/paging.ts';
import type { VoiceRow } from './voices.table.ts';

export type VoiceFilter = Omit<VoiceListQuery, 'page' | 'page_size' | 'sort'> & {
  /** Voices that have a sample, for the filter by it. */
  sampled: readonly string[];
  /** Languages and countries whose name in one of the console's languages matches the search. */
  named: { languages: readonly string[]; countries: readonly string[] };
};
export type CountedVoice = VoiceRow & { favorit: number; used: number };

const MIDDLE_GENDER = 1;
/** Every order ends in a unique column, so that pages neither overlap nor leave gaps. */
const BY_NAME = sql`v.display_name collate natural_order, v.voice_name`;
const BY_NAME_DESC = sql`v.display_name collate natural_order desc, v.voice_name desc`;
const GENDER = sql`case v.gender when 'FEMALE' then 0 when 'MALE' then ${sql.lit(MIDDLE_GENDER)} else 2 end`;
const ORDER = {
  name: BY_NAME,
  '-name': BY_NAME_DESC,
  language: sql`v.languagefull, ${GENDER}, ${BY_NAME}`,
  '-language': sql`v.languagefull desc, ${GENDER}, ${BY_NAME}`,
  favorit: sql`favorit, ${BY_NAME}`,
  '-favorit': sql`favorit desc, ${BY_NAME}`,
  used: sql`used, ${BY_NAME}`,
  '-used': sql`used desc, ${BY_NAME}`,
} as const;

/** Voices with the number of favourites, and the number of nodes and devices that use them. */
export async function findVoices(
  db: Kysely<Database>,
  filter: VoiceFilter,
  sort: VoiceListQuery['sort'],
  page: Page | null,
): Promise<CountedVoice[]> {
  const { rows } = await sql<CountedVoice>`
    select v.*, coalesce(f.count, 0)::int as favorit, coalesce(u.count, 0)::int as used
    from voices v
    left join (select voice_name, count(*) from voice_favorites group by voice_name) f using (voice_name)
    left join (
      select voice_name, count(*)
      from (
        select default_voice from companies union all select desired ->> 'voices_voice_deff' from device_configs
      ) as choices (voice_name)
      group by voice_name
    ) u using (voice_name)
    where ${condition(filter)}
    order by ${ORDER[sort]}
    ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}`.execute(db);
  return rows;
}

export async function countVoices(db: Kysely<Database>, filter: VoiceFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from voices v where ${condition(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

function condition({ q, language, sample, blocked, voice_type, gender, sampled, named }: VoiceFilter) {
  const pattern = `%${escapeLike(q)}%`;
  const parts = [
    ...(language === 'all' ? [] : [sql`v.language = ${language}`]),
    ...(sample === 'all' ? [] : [sql`(v.voice_name = any(${sampled}::text[])) = ${sample === 'present'}`]),
    ...(blocked === 'all' ? [] : [sql`v.block = ${blocked === 'yes'}`]),
    ...(voice_type === 'all' ? [] : [sql`v.voice_type = ${voice_type}`]),
    ...(gender === 'all' ? [] : [sql`v.gender = ${gender}`]),
    ...(q === ''
      ? []
      : [
          sql`(
            v.display_name ilike ${pattern} or v.languagefull ilike ${pattern} or v.voice_name ilike ${pattern}
            or v.language = any(${named.languages}::text[])
            or exists (
              select from unnest(v.language_codes) code
              where upper(substring(code from '[-_]([A-Za-z]{2})$')) = any(${named.countries}::text[]))
          )`,
        ]),
  ];
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

export async function findVoice(db: Kysely<Database>, voiceName: string): Promise<VoiceRow | undefined> {
  return db.selectFrom('voices').selectAll().where('voice_name', '=', voiceName).executeTakeFirst();
}

/** Those of these voices that exist. */
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

/** These voices, locked in the order of their names. */
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
