import type { EffectiveSettings } from '@belfry/schemas/http/places/effective-settings';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { withDefaults, type StoredSettings } from './default-settings.ts';
import { SETTINGS } from './places.sql.ts';

type Sources = Record<`${keyof StoredSettings}_from`, number | null>;
type Row = StoredSettings & Sources & { company_id: number };

/** Per node that exists, each setting with the node that sets it; its id is null for a default. */
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
  const { time_zone, language, voice, volume_max, quiet_hours } = withDefaults(row);
  return {
    time_zone: { value: time_zone, source_company_id: row.time_zone_from },
    language: { value: language, source_company_id: row.language_from },
    voice: { value: voice, source_company_id: row.voice_from },
    volume_max: { value: volume_max, source_company_id: row.volume_max_from },
    quiet_hours: { value: quiet_hours, source_company_id: row.quiet_hours_from },
  };
}
