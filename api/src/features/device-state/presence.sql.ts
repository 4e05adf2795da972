import type pg from 'pg';
import type { StatusMessage } from '@belfry/schemas/mqtt/messages';
import { unnest } from '../../db/unnest.ts';
import { type DeviceStatus, canReceiveCommands, DEVICE_STATUSES, type DeviceMode } from '@belfry/schemas/domain/device';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

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

/**
 * Clears the network data, metrics and players that devices last reported. Timestamps and sequence numbers remain, since
 * they tell a new message from an old one. The status remains too, since the last will of the device updates it.
 */
export async function clearLiveState(trx: Kysely<Database>, deviceIds: readonly number[]): Promise<void> {
  await sql`
    update device_state set hostname = null, ip = null, metrics = null, metrics_measured_at = null, players = '{}', outputs = '{}'
    where device_id = any(${deviceIds}::int4[])`.execute(trx);
}

/** Inserts the state rows of new devices, in the transaction that inserts the devices. */
export async function insertDeviceStates(trx: Kysely<Database>, deviceIds: readonly number[]): Promise<void> {
  await sql`
    insert into device_state (device_id) select unnest(${deviceIds}::int4[])
    on conflict do nothing`.execute(trx);
}

/**
 * Overrides the reported state of a device until it reports again; see DEV-18. A status that equals the current one is
 * not written, since the dialog sends the status with every edit.
 */
export async function overrideReportedState(
  db: Kysely<Database>,
  deviceId: number,
  { device_version, status }: { device_version?: string | null; status?: DeviceStatus },
): Promise<void> {
  if (device_version !== undefined) {
    await db.updateTable('device_state').set({ device_version }).where('device_id', '=', deviceId).execute();
  }
  if (status !== undefined) {
    await db
      .updateTable('device_state')
      .set({ reported_status: status, silent: false, status_at: sql<Date>`now()` })
      .where('device_id', '=', deviceId)
      .where('status', '!=', status)
      .execute();
  }
}

const REACHABLE = DEVICE_STATUSES.filter(canReceiveCommands).map((status) => `'${status}'`);

export const isReachable = (column: string): string => `${column} = any(array[${REACHABLE.join(', ')}])`;

export type FleetCount = { status: DeviceStatus; mode: DeviceMode; count: number };

/** The number of devices by status and mode; combinations without a device are absent. */
export async function countFleet(db: Kysely<Database>): Promise<FleetCount[]> {
  const { rows } = await sql<FleetCount>`
    select s.status, d.device_mode as mode, count(*)::int as count
    from devices d join device_state s on s.device_id = d.device_id group by 1, 2`.execute(db);
  return rows;
}

export const FLEET_CHANNEL = 'belfry_fleet_changed';

export async function notifyFleetChanged(db: Kysely<Database>): Promise<void> {
  await sql`select pg_notify(${FLEET_CHANNEL}, '')`.execute(db);
}

/** The device can send to network speakers: it asks for those that it carries. Writes once. */
export async function noteSends(db: Kysely<Database>, deviceId: number): Promise<void> {
  await sql`update device_state set sends = true where device_id = ${deviceId} and not sends`.execute(db);
}
