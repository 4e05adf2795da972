import type { Chime, Priority } from '@belfry/schemas/domain/announcements';
import type { Targets } from '@belfry/schemas/domain/targets';
import type { AnnouncementRun, RunSaid } from '@belfry/schemas/http/announcements/announcements';
import type { AudioItem } from '@belfry/schemas/domain/audio-item';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import { toLocal } from '../../recurrence/local-time.ts';
import type { LevelledPlace, SpeechKey } from '../library/rendering/index.ts';
import type { Place } from '../places/index.ts';

export type NewRun = {
  run_id: string;
  kind: Exclude<AnnouncementRun['kind'], 'schedule'>;
  user_id: number;
  started_by: number | null;
  title: string;
  priority: Priority;
  state: 'rendering' | 'running';
  message_id: number | null;
  expires_at: Date;
  chime: Chime;
  repeat: number;
  pause_ms: number;
  targets: Targets;
  said?: RunSaid | null;
  again_of?: string | null;
  /** Devices that are offline play it when they come back, until it expires. */
  waits?: boolean;
};

export type NewPart = {
  part: number;
  spoken: { key: SpeechKey };
  items: AudioItem[] | null;
  items_before: AudioItem[];
  items_after: AudioItem[];
  volume: number | null;
} & LevelledPlace;
export type NewDelivery = {
  place: Pick<Place, 'device_id' | 'user_id' | 'company_id' | 'name' | 'time_zone'>;
  part: number;
  online: boolean;
  /** null of what no voice speaks. */
  spoken: { language: string | null; voice: string | null };
};

/** Places of one statement; encoding thousands takes long. */
const PLACES_AT_ONCE = 2_000;

export async function insertRun(
  trx: Kysely<Database>,
  { targets, said = null, ...run }: NewRun,
  parts: readonly NewPart[],
  deliveries: readonly NewDelivery[],
): Promise<void> {
  await trx
    .insertInto('announcement_runs')
    .values({ ...run, targets: JSON.stringify(targets), said: said && JSON.stringify(said) })
    .execute();
  const speech = parts.map(({ spoken }) => spoken.key);
  await sql`
    insert into announcement_parts (run_id, part, text, language, voice, volume, items, items_before, items_after, trim_db, takes_gain)
    select ${run.run_id}::uuid, part, text, language, voice, volume, items::jsonb, ahead::jsonb, behind::jsonb, trim_db, takes_gain
    from unnest(${parts.map(({ part }) => part)}::int4[], ${speech.map(({ text }) => text)}::text[],
      ${speech.map(({ language }) => language)}::text[], ${speech.map(({ voice }) => voice)}::text[],
      ${parts.map(({ volume }) => volume)}::int4[],
      ${parts.map(({ items }) => items && JSON.stringify(items))}::text[],
      ${parts.map(({ items_before }) => JSON.stringify(items_before))}::text[],
      ${parts.map(({ items_after }) => JSON.stringify(items_after))}::text[],
      ${parts.map(({ trim_db }) => trim_db)}::int4[], ${parts.map(({ takes_gain }) => takes_gain)}::bool[])
      as p (part, text, language, voice, volume, items, ahead, behind, trim_db, takes_gain)`.execute(trx);
  for (let at = 0; at < deliveries.length; at += PLACES_AT_ONCE)
    await insertDeliveries(trx, run, deliveries.slice(at, at + PLACES_AT_ONCE));
}

async function insertDeliveries(
  trx: Kysely<Database>,
  { run_id, waits = false }: Pick<NewRun, 'run_id' | 'waits'>,
  places: readonly NewDelivery[],
): Promise<void> {
  // They are in few zones.
  const now = Date.now();
  const zones = new Set(places.map(({ place }) => place.time_zone));
  const localNow = new Map([...zones].map((zone) => [zone, new Date(toLocal(now, zone))]));
  await sql`
    insert into announcement_deliveries (run_id, device_id, user_id, company_id, place, part, state, language, voice, time_zone,
      local_at)
    select ${run_id}::uuid, device_id, user_id, company_id, place, part, state, language, voice, time_zone, local at time zone 'UTC'
    from unnest(${places.map(({ place }) => place.device_id)}::int4[],
      ${places.map(({ place }) => place.user_id)}::int4[],
      ${places.map(({ place }) => place.company_id)}::int4[],
      ${places.map(({ place }) => place.name)}::text[], ${places.map(({ part }) => part)}::int4[],
      ${places.map(({ online }) => (online || waits ? 'waiting' : 'offline'))}::text[],
      ${places.map(({ spoken }) => spoken.language)}::text[],
      ${places.map(({ spoken }) => (spoken.voice === '' ? null : spoken.voice))}::text[],
      ${places.map(({ place }) => place.time_zone)}::text[],
      ${places.map(({ place }) => localNow.get(place.time_zone))}::timestamptz[])
      as n (device_id, user_id, company_id, place, part, state, language, voice, time_zone, local)`.execute(trx);
}

const FULL_VOLUME = 100;

/**
 * The limits of the devices that are louder than theirs, by device. A device plays with the volume that it is sent, so one that is
 * quieter than its limit is sent none. One whose volume is not known counts as loud.
 */
export async function findVolumesToSend(db: Kysely<Database>, places: readonly Place[]): Promise<Map<number, number>> {
  const limited = places.filter(({ volume_max }) => volume_max < FULL_VOLUME);
  if (limited.length === 0) return new Map();
  const ids = limited.map(({ device_id }) => device_id);
  const now = await findVoiceVolumes(db, ids);
  const louder = limited.filter(({ device_id, volume_max }) => (now.get(device_id) ?? FULL_VOLUME) > volume_max);
  return new Map(louder.map(({ device_id, volume_max }) => [device_id, volume_max]));
}

async function findVoiceVolumes(db: Kysely<Database>, deviceIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ device_id: number; volume: number }>`
    select device_id, (players -> 'voice' ->> 'volume')::int as volume from device_state
    where device_id = any(${deviceIds}::int4[]) and players -> 'voice' ->> 'volume' is not null`.execute(db);
  return new Map(rows.map(({ device_id, volume }) => [device_id, volume]));
}

export type PartToSend = Pick<
  Row<'announcement_parts'>,
  | 'text'
  | 'language'
  | 'voice'
  | 'volume'
  | 'items'
  | 'items_before'
  | 'items_after'
  | 'command_id'
  | 'trim_db'
  | 'takes_gain'
> &
  Pick<
    Row<'announcement_runs'>,
    'kind' | 'priority' | 'user_id' | 'started_by' | 'chime' | 'repeat' | 'pause_ms' | 'waits'
  > & {
    expires_at: Date;
    device_ids: number[];
    owner_ids: number[];
  };

/** A part of a run that is not stopped, with the devices that wait for it; undefined if none does. */
export async function findPartToSend(
  db: Kysely<Database>,
  runId: string,
  part: number,
): Promise<PartToSend | undefined> {
  const { rows } = await sql<PartToSend>`
    select p.text, p.language, p.voice, p.volume, p.items, p.items_before, p.items_after, p.command_id, p.trim_db, p.takes_gain,
      r.kind, r.priority, r.user_id, r.started_by, r.chime, r.repeat, r.pause_ms, r.waits, r.expires_at, array_agg(x.device_id) as device_ids,
      coalesce(array_agg(distinct x.user_id) filter (where x.user_id is not null), '{}') as owner_ids
    from announcement_parts p
    join announcement_runs r on r.run_id = p.run_id and r.state in ('rendering', 'running')
    join announcement_deliveries x on x.run_id = p.run_id and x.part = p.part
      and (x.state = 'waiting' or (r.kind in ('emergency', 'page') and x.state = 'offline'))
    where p.run_id = ${runId}::uuid and p.part = ${part}
    group by p.run_id, p.part, r.run_id`.execute(db);
  return rows[0];
}

type ClaimedPart = {
  runId: string;
  part: number;
  items: readonly AudioItem[];
  commandId: string;
  fallback: { rendered_by: string; reason: string } | null;
};

/** Stores the audio of a part and the command that plays it. @returns the id of the command, which an earlier attempt may have stored. */
export async function claimPart(
  db: Kysely<Database>,
  { runId, part, items, commandId, fallback }: ClaimedPart,
): Promise<string> {
  const { command_id } = await db
    .updateTable('announcement_parts')
    .set({
      items: JSON.stringify(items),
      command_id: sql<string>`coalesce(command_id, ${commandId}::uuid)`,
      rendered_by: fallback?.rendered_by ?? null,
      fallback_reason: fallback?.reason ?? null,
    })
    .where('run_id', '=', runId)
    .where('part', '=', part)
    .returning('command_id')
    .executeTakeFirstOrThrow();
  return command_id ?? commandId;
}

export async function markSent(
  db: Kysely<Database>,
  { runId, deviceIds, offline }: { runId: string; deviceIds: readonly number[]; offline: readonly number[] },
): Promise<void> {
  await sql`
    update announcement_deliveries x
    set state = case when x.device_id <> all(${offline}::int4[]) then 'sent' when r.waits then 'waiting' else 'offline' end
    from announcement_runs r
    where r.run_id = x.run_id and x.run_id = ${runId}::uuid and x.device_id = any(${deviceIds}::int4[]) and x.state in ('waiting', 'offline')`.execute(
    db,
  );
}

/** A query of a run that is not over. A stop waits for its transaction, then finds what that has inserted. */
export const holdRun = (runId: string): RawBuilder<unknown> => sql`
  select from announcement_runs where run_id = ${runId}::uuid and state in ('rendering', 'running') for key share`;

/** Stores why a part cannot be heard; the reason is shown to users. */
export async function markFailed(
  db: Kysely<Database>,
  { runId, part, reason }: { runId: string; part: number; reason: string },
): Promise<void> {
  await db
    .updateTable('announcement_parts')
    .set({ error: reason })
    .where('run_id', '=', runId)
    .where('part', '=', part)
    .execute();
  await db
    .updateTable('announcement_deliveries')
    .set({ state: 'failed', reason })
    .where('run_id', '=', runId)
    .where('part', '=', part)
    .where('state', 'in', ['waiting', 'offline'])
    .execute();
  await db
    .updateTable('announcement_runs')
    .set({ error: reason })
    .where('run_id', '=', runId)
    .where('error', 'is', null)
    .execute();
}

/** Stores that a run is running, once no delivery waits for its audio any more. */
export async function markRendered(db: Kysely<Database>, runId: string): Promise<void> {
  await sql`
    update announcement_runs r set state = 'running'
    where r.run_id = ${runId}::uuid and r.state = 'rendering'
      and (r.waits or not exists (select from announcement_deliveries x where x.run_id = r.run_id and x.state = 'waiting'))`.execute(
    db,
  );
}

/** Since when devices are offline, by their ids: when that was reported, else when they were heard last. */
export async function findOfflineSince(
  db: Kysely<Database>,
  deviceIds: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ device_id: number; since: string }>`
    select device_id, iso_utc(coalesce(case when reported_status = 'offline' then status_at end, last_seen)) as since
    from device_state where device_id = any(${[...deviceIds]}::int4[]) and coalesce(status_at, last_seen) is not null`.execute(
    db,
  );
  return new Map(rows.map(({ device_id, since }) => [device_id, since]));
}

/** How many of these are network speakers, which do not say whether they were heard. */
export async function countNetworkSpeakers(db: Kysely<Database>, deviceIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from network_speakers where device_id = any(${[...deviceIds]}::int4[])`.execute(db);
  return rows[0]?.n ?? 0;
}
