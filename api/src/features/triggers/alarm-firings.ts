import type { AlarmEvent } from '@belfry/schemas/domain/alarms';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';

const DEVICES_KEPT = 10;

/**
 * Notes what alarms start that were just raised: a listener of alarms, with the transaction in which it is told. What it notes is worked on after
 * the commit, within seconds.
 */
export async function noteAlarmFirings(trx: Kysely<Database>, events: readonly AlarmEvent[]): Promise<void> {
  for (const event of events) if (event.event === 'raised') await noteFirings(trx, event);
}

/** The triggers of its organisation, at its node or above it, that ask for its kind and severity. */
async function noteFirings(trx: Kysely<Database>, event: AlarmEvent): Promise<void> {
  const { alarm_id, kind, severity, company_id, place, devices, device_count, raised_at, organisation_id } = event;
  if (organisation_id === null) return;
  const details = {
    alarm_id,
    kind,
    severity,
    company_id,
    place,
    devices: devices.slice(0, DEVICES_KEPT),
    device_count,
  };
  await sql`
    insert into trigger_firings (trigger_id, cause, source, state, details, at)
    select t.id, ${`alarm:${alarm_id}`}::text, 'alarm', 'queued', ${JSON.stringify(details)}::jsonb, ${raised_at}::timestamptz
    from triggers t
    where t.owner_id = ${organisation_id} and t.enabled and t.source ->> 'type' = 'alarm' and t.source -> 'kinds' ? ${kind}
      and (t.source -> 'severities' is null or t.source -> 'severities' ? ${severity})
      and (${company_id}::int is null or is_at_or_below(${company_id}::int, t.company_id))
    on conflict (trigger_id, cause) do nothing`.execute(trx);
}
