import { canReceiveCommands, type DeviceStatus } from '@belfry/schemas/domain/device';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { conditionOf, type DeviceFilter } from './device-list.ts';

/** A device that a command goes to; `online`: it could receive it now. */
export type TargetDevice = { device_id: number; serial: string; online: boolean };

type Row = { device_id: number; serial: string; status: DeviceStatus };
const toTarget = ({ status, ...device }: Row): TargetDevice => ({ ...device, online: canReceiveCommands(status) });

/** The devices that match a filter of the device list, by serial; at most `limit`. */
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
    where d.serial = any(${serials}::text[]) and (${ownerId}::int is null or d.user_id = ${ownerId})
    order by d.serial`.execute(db);
  return rows.map(toTarget);
}
