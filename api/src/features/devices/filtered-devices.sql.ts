import { visibleDevice } from '../../db/conditions.ts';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { conditionOf, type DeviceFilter } from './device-list.ts';
import { canReceiveCommands, type DeviceStatus } from '@belfry/schemas/domain/device';
import type { DeviceTag, DeviceVersion } from '@belfry/schemas/http/devices/lists';

export async function findMatchingIds(db: Kysely<Database>, filter: DeviceFilter, limit: number): Promise<number[]> {
  const { where, needsState } = conditionOf(filter);
  const state = needsState ? sql`join device_state s using (device_id)` : sql``;
  const { rows } = await sql<{ device_id: number }>`
    select d.device_id from devices d ${state} where ${where} order by d.device_id limit ${limit}`.execute(db);
  return rows.map(({ device_id }) => device_id);
}

export type TargetDevice = { device_id: number; serial: string; online: boolean };

type Row = { device_id: number; serial: string; status: DeviceStatus };
const toTarget = ({ status, ...device }: Row): TargetDevice => ({ ...device, online: canReceiveCommands(status) });

export async function findTargetDevices(
  db: Kysely<Database>,
  filter: DeviceFilter,
  limit: number,
): Promise<TargetDevice[]> {
  const { rows } = await sql<Row>`
    select d.device_id, d.serial, s.status from devices d join device_state s on s.device_id = d.device_id
    where ${conditionOf(filter).where} order by d.serial limit ${limit}`.execute(db);
  return rows.map(toTarget);
}

/** The devices with these serials of this owner (null: of any); those that do not exist are absent. */
export async function findTargetsBySerial(
  db: Kysely<Database>,
  serials: readonly string[],
  ownerId: number | null,
): Promise<TargetDevice[]> {
  const { rows } = await sql<Row>`
    select d.device_id, d.serial, s.status from devices d join device_state s on s.device_id = d.device_id
    where d.serial = any(${serials}::text[]) and ${visibleDevice(ownerId, 'operate')}
    order by d.serial`.execute(db);
  return rows.map(toTarget);
}

const VERSIONS_MAX = 100;
const TAGS_MAX = 200;

export async function findDeviceVersions(db: Kysely<Database>): Promise<DeviceVersion[]> {
  const { rows } = await sql<DeviceVersion>`
    select device_version, count(*) as devices from device_state
    where device_version is not null
    group by device_version order by devices desc, device_version limit ${VERSIONS_MAX}`.execute(db);
  return rows;
}

/** The tags of the devices of one owner, or with null of all devices, the most frequent ones first. */
export async function findDeviceTags(db: Kysely<Database>, ownerId: number | null): Promise<DeviceTag[]> {
  const { rows } = await sql<DeviceTag>`
    select tag, count(*) as devices from devices d, unnest(tags) as tag
    where ${visibleDevice(ownerId, 'read')} and tags <> '{}'
    group by tag order by devices desc, tag limit ${TAGS_MAX}`.execute(db);
  return rows;
}
