import type { AlarmEvent, AlarmEventName } from '@belfry/schemas/domain/alarms';
import type { WebhookEvent } from '@belfry/schemas/domain/webhook-events';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';

const TOLD: Partial<Record<AlarmEventName, WebhookEvent>> = {
  raised: 'alarm.raised',
  acknowledged: 'alarm.acknowledged',
  cleared: 'alarm.cleared',
};

/** A listener of alarms, with the transaction in which it is told. */
export async function tellWebhooksOfAlarms(trx: Kysely<Database>, events: readonly AlarmEvent[]): Promise<void> {
  for (const event of events) await tellWebhooksOfAlarm(trx, event);
}

/** Alarms about the installation belong to no organisation, and an alarm that another one replaces is not over. */
async function tellWebhooksOfAlarm(trx: Kysely<Database>, event: AlarmEvent): Promise<void> {
  const { organisation_id, company_id, alarm_id, kind, severity, state, place, devices, device_count, raised_at, at } =
    event;
  const type = TOLD[event.event];
  if (type === undefined || organisation_id === null || event.merged_into !== null) return;
  const data = { alarm_id, kind, severity, state, company_id, place, devices, device_count, raised_at, at };
  // One device may have several alarms, whose order counts as well.
  const key = device_count === 1 && devices[0] !== undefined ? `device:${devices[0]}` : `alarm:${alarm_id}`;
  await sql`select note_webhook_event(${organisation_id}::int, ${company_id}::int, null::uuid, ${type}::text, ${key}::text,
    ${JSON.stringify(data)}::jsonb)`.execute(trx);
}
