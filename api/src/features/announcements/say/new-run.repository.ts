import type { Chime, Priority } from '@belfry/schemas/domain/announcements';
import type { Targets } from '@belfry/schemas/domain/targets';
import type { AnnouncementRun } from '@belfry/schemas/http/announcements/announcements';
import type { AudioItem } from '@belfry/schemas/http/schedules/programme';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { toLocal } from '../../../recurrence/local-time.ts';
import type { Plan } from './plan.ts';

export type NewRun = {
  run_id: string;
  kind: Exclude<AnnouncementRun['kind'], 'schedule'>;
  user_id: number;
  title: string;
  priority: Priority;
  state: 'rendering' | 'running';
  message_id: number | null;
  expires_at: Date;
  chime: Chime;
  repeat: number;
  pause_ms: number;
  targets: Targets;
};

/** What is known of a part at its start: its rendered items, and the volume that is sent with it. */
export type NewPart = { part: number; items: AudioItem[] | null; volume: number | null };

/** Places of one statement; encoding thousands takes long. */
const PLACES_AT_ONCE = 2_000;

/** Inserts a run with its parts and a delivery for each place. */
export async function insertRun(
  trx: Kysely<Database>,
  { targets, ...run }: NewRun,
  plan: Plan,
  parts: readonly NewPart[],
): Promise<void> {
  await trx
    .insertInto('announcement_runs')
    .values({ ...run, targets: JSON.stringify(targets) })
    .execute();
  const speech = plan.parts.map(({ spoken }) => spoken.key);
  await sql`
    insert into announcement_parts (run_id, part, text, language, voice, volume, items)
    select ${run.run_id}::uuid, part, text, language, voice, volume, items::jsonb
    from unnest(${parts.map(({ part }) => part)}::int4[], ${speech.map(({ text }) => text)}::text[],
      ${speech.map(({ language }) => language)}::text[], ${speech.map(({ voice }) => voice)}::text[],
      ${parts.map(({ volume }) => volume)}::int4[],
      ${parts.map(({ items }) => items && JSON.stringify(items))}::text[])
      as p (part, text, language, voice, volume, items)`.execute(trx);
  for (let at = 0; at < plan.places.length; at += PLACES_AT_ONCE)
    await insertDeliveries(trx, run.run_id, plan.places.slice(at, at + PLACES_AT_ONCE));
}

async function insertDeliveries(trx: Kysely<Database>, runId: string, places: Plan['places']): Promise<void> {
  const localNow = memoize((zone: string) => toLocal(Date.now(), zone));
  await sql`
    insert into announcement_deliveries (run_id, device_id, user_id, company_id, place, part, state, language, voice, time_zone,
      local_at)
    select ${runId}::uuid, device_id, user_id, company_id, place, part, state, language, voice, time_zone, local at time zone 'UTC'
    from unnest(${places.map(({ place }) => place.device_id)}::int4[],
      ${places.map(({ place }) => place.user_id)}::int4[],
      ${places.map(({ place }) => place.company_id)}::int4[],
      ${places.map(({ place }) => place.name)}::text[], ${places.map(({ part }) => part)}::int4[],
      ${places.map(({ online }) => (online ? 'waiting' : 'offline'))}::text[],
      ${places.map(({ spoken }) => spoken.language)}::text[],
      ${places.map(({ spoken }) => spoken.voice)}::text[],
      ${places.map(({ place }) => place.time_zone)}::text[],
      ${places.map(({ place }) => new Date(localNow(place.time_zone)))}::timestamptz[])
      as n (device_id, user_id, company_id, place, part, state, language, voice, time_zone, local)`.execute(trx);
}

/** The places of a run are in few zones. */
function memoize(compute: (zone: string) => number): (zone: string) => number {
  const known = new Map<string, number>();
  return (zone) => {
    const value = known.get(zone) ?? compute(zone);
    known.set(zone, value);
    return value;
  };
}

/** The volume of the voice channel that these devices last reported. */
export async function findVoiceVolumes(
  db: Kysely<Database>,
  deviceIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ device_id: number; volume: number }>`
    select device_id, (players -> 'voice' ->> 'volume')::int as volume from device_state
    where device_id = any(${deviceIds}::int4[]) and players -> 'voice' ->> 'volume' is not null`.execute(db);
  return new Map(rows.map(({ device_id, volume }) => [device_id, volume]));
}
