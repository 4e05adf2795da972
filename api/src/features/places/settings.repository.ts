import {
  DEFAULT_COMPANY_LANGUAGE,
  DEFAULT_COMPANY_OFFSET_MINUTES,
  DEFAULT_COMPANY_VOICE,
} from '@belfry/schemas/domain/companies';
import { DEFAULT_SOUND_TEST, type SoundTestSetting } from '@belfry/schemas/domain/sound-tests';
import { NO_LEAD_IN, type LeadIn } from '@belfry/schemas/domain/lead-in';
import { VOLUME_MAX } from '@belfry/schemas/domain/limits';
import { formatUtcOffset } from '@belfry/schemas/domain/utc-offset';
import type { EffectiveSettings, QuietHours } from '@belfry/schemas/http/places/effective-settings';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';

type Sources = Record<`${keyof StoredSettings}_from`, number | null>;
type Row = StoredSettings & Sources & { company_id: number };

/** The id of the node is null for a default. */
export async function findEffectiveSettings(
  db: Kysely<Database>,
  companyIds: readonly number[],
): Promise<Map<number, EffectiveSettings>> {
  const { rows } = await sql<Row>`
    with recursive chosen (company_id) as (select unnest(${companyIds}::int4[])), ${SETTINGS}
    select s.* from settings s where s.company_id in (select company_id from chosen)`.execute(db);
  return new Map(rows.map((row) => [row.company_id, withSources(row)]));
}

function withSources(row: Row): EffectiveSettings {
  const { time_zone, language, voice, volume_max, quiet_hours, trim_db, sound_test, lead_in } = withDefaults(row);
  return {
    time_zone: { value: time_zone, source_company_id: row.time_zone_from },
    language: { value: language, source_company_id: row.language_from },
    voice: { value: voice, source_company_id: row.voice_from },
    clock_required: { value: withDefaults(row).clock_required, source_company_id: row.clock_required_from },
    volume_max: { value: volume_max, source_company_id: row.volume_max_from },
    quiet_hours: { value: quiet_hours, source_company_id: row.quiet_hours_from },
    trim_db: { value: trim_db, source_company_id: row.trim_db_from },
    sound_test: { value: sound_test, source_company_id: row.sound_test_from },
    lead_in: { value: lead_in, source_company_id: row.lead_in_from },
  };
}

/** The time zone of most nodes of an owner, and that of the owner where there are none. */
export async function findUsualZone(db: Kysely<Database>, userId: number): Promise<string> {
  const { rows } = await sql<{ time_zone: string | null; own_zone: string }>`
    with recursive chosen (company_id) as (select company_id from companies where user_id = ${userId}), ${SETTINGS}
    select (select time_zone from settings where company_id in (select company_id from chosen)
      group by time_zone order by count(*) desc, min(company_id) limit 1) as time_zone, time_zone as own_zone
    from users where id = ${userId}`.execute(db);
  const [row] = rows;
  return row?.time_zone ?? row?.own_zone ?? DEFAULT_SETTINGS.time_zone;
}

/** How many places of an owner have each language and voice. */
export async function countVoicesOfPlaces(
  db: Kysely<Database>,
  userId: number,
): Promise<{ language: string; voice: string; places: number }[]> {
  const { rows } = await sql<{ language: string | null; voice: string | null; places: number }>`
    with recursive chosen (company_id) as (select company_id from companies where user_id = ${userId}), ${SETTINGS}
    select s.language, s.voice, count(*)::int as places from settings s
    join companies c using (company_id) where c.user_id = ${userId} and c.type <> 'Device'
    group by s.language, s.voice order by places desc, s.language, s.voice`.execute(db);
  return rows.map(({ language, voice, places }) => ({
    language: language ?? DEFAULT_SETTINGS.language,
    voice: voice ?? DEFAULT_SETTINGS.voice,
    places,
  }));
}

/** The settings of a place; a node that does not set one has that of the nearest node above it that does; see TREE-56. */
export type PlaceSettings = {
  /** An IANA name, or an offset as `+03:00`. */
  time_zone: string;
  language: string;
  voice: string;
  /** Devices whose clock is off are left out of what begins together. */
  clock_required: boolean;
  volume_max: number;
  quiet_hours: QuietHours[];
  /** By how much it is louder than the targets of the organisation. */
  trim_db: number;
  sound_test: SoundTestSetting;
  lead_in: LeadIn;
};

/** Where no node up to the main company sets them, and for devices without a node. */
const DEFAULT_SETTINGS: PlaceSettings = {
  time_zone: formatUtcOffset(DEFAULT_COMPANY_OFFSET_MINUTES),
  language: DEFAULT_COMPANY_LANGUAGE,
  voice: DEFAULT_COMPANY_VOICE,
  clock_required: false,
  volume_max: VOLUME_MAX,
  quiet_hours: [],
  trim_db: 0,
  sound_test: DEFAULT_SOUND_TEST,
  lead_in: NO_LEAD_IN,
};
export type StoredSettings = { [Name in keyof PlaceSettings]: PlaceSettings[Name] | null };

export const withDefaults = (settings: StoredSettings): PlaceSettings => ({
  time_zone: settings.time_zone ?? DEFAULT_SETTINGS.time_zone,
  language: settings.language ?? DEFAULT_SETTINGS.language,
  voice: settings.voice ?? DEFAULT_SETTINGS.voice,
  clock_required: settings.clock_required ?? DEFAULT_SETTINGS.clock_required,
  volume_max: settings.volume_max ?? DEFAULT_SETTINGS.volume_max,
  quiet_hours: settings.quiet_hours ?? DEFAULT_SETTINGS.quiet_hours,
  trim_db: settings.trim_db ?? DEFAULT_SETTINGS.trim_db,
  sound_test: settings.sound_test ?? DEFAULT_SETTINGS.sound_test,
  lead_in: settings.lead_in ?? DEFAULT_SETTINGS.lead_in,
});

/** A setting of a node itself: its IANA zone, else its offset as a zone name such as `+03:00`. */
const OWN_ZONE = sql`
  coalesce(c.time_zone, case when c.time_zone_utc < 0 then '-' else '+' end
    || to_char(make_interval(mins => abs(c.time_zone_utc)), 'HH24:MI'))`;

/**
 * Common table expressions that compute the settings of the nodes in `chosen (company_id)` and of all nodes above them: `settings` has, per
 * setting, the value of the nearest node that sets it and the id of that node, both null where no node does. Every ancestor is
 * visited once, however many of the chosen nodes are below it. They belong into a `with recursive`.
 */
export const SETTINGS = sql`
  needed (company_id, parent_company_id) as (
    select c.company_id, c.parent_company_id from companies c where c.company_id in (select company_id from chosen)
    union
    select c.company_id, c.parent_company_id from needed join companies c on c.company_id = needed.parent_company_id
  ),
  settings as (
    select c.company_id, c.name, '' as path,
      ${OWN_ZONE} as time_zone, case when coalesce(c.time_zone, c.time_zone_utc::text) is not null then c.company_id end as time_zone_from,
      c.clock_required, case when c.clock_required is not null then c.company_id end as clock_required_from,
      c.default_language as language, case when c.default_language is not null then c.company_id end as language_from,
      c.default_voice as voice, case when c.default_voice is not null then c.company_id end as voice_from,
      c.volume_max, case when c.volume_max is not null then c.company_id end as volume_max_from,
      c.quiet_hours, case when c.quiet_hours is not null then c.company_id end as quiet_hours_from,
      c.trim_db, case when c.trim_db is not null then c.company_id end as trim_db_from,
      c.sound_test, case when c.sound_test is not null then c.company_id end as sound_test_from,
      c.lead_in, case when c.lead_in is not null then c.company_id end as lead_in_from
    from companies c
    where c.parent_company_id is null and c.company_id in (select company_id from needed)
    union all
    select c.company_id, c.name, case s.path when '' then s.name else s.path || ' / ' || s.name end,
      coalesce(${OWN_ZONE}, s.time_zone),
      case when coalesce(c.time_zone, c.time_zone_utc::text) is null then s.time_zone_from else c.company_id end,
      coalesce(c.clock_required, s.clock_required), case when c.clock_required is null then s.clock_required_from else c.company_id end,
      coalesce(c.default_language, s.language), case when c.default_language is null then s.language_from else c.company_id end,
      coalesce(c.default_voice, s.voice), case when c.default_voice is null then s.voice_from else c.company_id end,
      coalesce(c.volume_max, s.volume_max), case when c.volume_max is null then s.volume_max_from else c.company_id end,
      coalesce(c.quiet_hours, s.quiet_hours), case when c.quiet_hours is null then s.quiet_hours_from else c.company_id end,
      coalesce(c.trim_db, s.trim_db), case when c.trim_db is null then s.trim_db_from else c.company_id end,
      coalesce(c.sound_test, s.sound_test), case when c.sound_test is null then s.sound_test_from else c.company_id end,
      coalesce(c.lead_in, s.lead_in), case when c.lead_in is null then s.lead_in_from else c.company_id end
    from settings s
    join needed n on n.parent_company_id = s.company_id
    join companies c on c.company_id = n.company_id
  )`;
