import type { VoiceListQuery } from '@belfry/schemas/http/speech/voices';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { escapeLike } from '../../../db/conditions.ts';
import type { Page } from '../../../http/routes/route.ts';
import type { VoiceRow } from './voices.repository.ts';

export type VoiceFilter = Omit<VoiceListQuery, 'page' | 'page_size' | 'sort'> & {
  sampled: readonly string[];
  named: {
    languages: readonly string[];
    countries: readonly string[];
    code: { language: string; country: string | null } | null;
  };
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

const ofCountries = (countries: readonly string[]) => sql`exists (
  select from unnest(v.language_codes) code
  where upper(substring(code from '[-_]([A-Za-z]{2})$')) = any(${countries}::text[]))`;

const ofCode = ({ language, country }: NonNullable<VoiceFilter['named']['code']>) =>
  country === null ? sql`v.language = ${language}` : sql`(v.language = ${language} and ${ofCountries([country])})`;

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
            or ${ofCountries(named.countries)}
            or ${named.code === null ? sql`false` : ofCode(named.code)}
          )`,
        ]),
  ];
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}
