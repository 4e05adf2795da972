import type pg from 'pg';
import type { StatusMessage } from '@belfry/schemas/mqtt/messages';
import { unnest } from '../../db/unnest.ts';

/** The status message of a device, as the api publishes it. */
export type DeviceStatusMessage = Omit<StatusMessage, 'by'> & { serial: string };

const columns = `d.serial, coalesce(s.device_version, '') as device_version, coalesce(s.hostname, '') as hostname,
  coalesce(s.ip, '') as ip`;

const LAST_SEEN = unnest('b', { serial: 'text', at: 'timestamptz' });

/** Stores when the last message of each device arrived. @returns the serials of devices that were marked as silent. */
export async function updateLastSeen(
  pool: pg.Pool,
  lastSeen: readonly (readonly [string, number])[],
): Promise<string[]> {
  if (lastSeen.length === 0) return [];
  const { rows } = await pool.query<{ serial: string }>({
    name: 'update-last-seen',
    text: `with incoming as materialized (
      select d.device_id, d.serial, s.silent, b.at
      from ${LAST_SEEN.sql}
      join devices d on d.serial = b.serial
      join device_state s on s.device_id = d.device_id
    ), kept as (
      update device_state s set silent = false, last_seen = greatest(s.last_seen, b.at)
      from incoming b where s.device_id = b.device_id
    )
    select serial from incoming where silent`,
    values: LAST_SEEN.values(lastSeen.map(([serial, at]) => ({ serial, at }))),
  });
  return rows.map(({ serial }) => serial);
}

/** Some shards of the devices: those whose messages an instance receives. */
export type ShardsOfDevices = { held: readonly number[]; shards: number };

/** Marks devices of these shards that are not offline and have sent nothing since. @returns them, with their last reported data. */
export async function markSilent(
  pool: pg.Pool,
  seenBefore: number,
  { held, shards }: ShardsOfDevices,
): Promise<Omit<DeviceStatusMessage, 'status' | 'at'>[]> {
  const { rows } = await pool.query<Omit<DeviceStatusMessage, 'status' | 'at'>>({
    name: 'mark-silent',
    text: `update device_state s set silent = true
    from devices d
    where d.device_id = s.device_id and not s.silent and s.reported_status <> 'offline'
      and (s.last_seen is null or s.last_seen < $1) and shard_of_device(d.serial, $2) = any($3)
    returning ${columns}`,
    values: [new Date(seenBefore), shards, held],
  });
  return rows;
}

/** The last status that these devices reported. */
export async function findStatuses(pool: pg.Pool, serials: readonly string[]): Promise<DeviceStatusMessage[]> {
  const { rows } = await pool.query<DeviceStatusMessage>({
    name: 'find-statuses',
    text: `select ${columns}, s.reported_status as status, iso_utc(coalesce(s.status_at, now())) as at
    from devices d join device_state s on s.device_id = d.device_id
    where d.serial = any($1::text[])`,
    values: [serials],
  });
  return rows;
}
