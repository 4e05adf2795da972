import type { AlarmEvent } from '@belfry/schemas/domain/alarms';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';

/**
 * Notes what an alarm starts that was just raised: the triggers of its organisation at its node or above it that ask for its kind and
 * severity. Pass the transaction that notes that the event was told; `resumeFirings` works on them after the commit.
 * @returns the firings
 */
export async function noteAlarmFirings(trx: Kysely<Database>, event: AlarmEvent): Promise<number[]> {
  if (event.event !== 'raised' || event.organisation_id === null) return [];
  const { alarm_id, kind, severity, company_id, place, devices, device_count, raised_at, organisation_id } = event;
  const details = { alarm_id, kind, severity, company_id, place, devices: devices.slice(0, 10), device_count };
  const { rows } = await sql<{ firing_id: number }>`
    insert into trigger_firings (trigger_id, cause, source, state, details, at)
    select t.id, ${`alarm:${alarm_id}`}::text, 'alarm', 'queued', ${JSON.stringify(details)}::jsonb, ${raised_at}::timestamptz
    from triggers t
    where t.owner_id = ${organisation_id} and t.enabled and t.source ->> 'type' = 'alarm' and t.source -> 'kinds' ? ${kind}
      and (t.source -> 'severities' is null or t.source -> 'severities' ? ${severity})
      and (${company_id}::int is null or is_at_or_below(${company_id}::int, t.company_id))
    on conflict (trigger_id, cause) do nothing
    returning firing_id`.execute(trx);
  return rows.map(({ firing_id }) => firing_id);
}
