import { canReceiveCommands, type DeviceStatus } from '@belfry/schemas/domain/device';
import type pg from 'pg';
import { conditionOf, type DeviceFilter } from './device-list.ts';

/** A device that a command goes to; `online`: it could receive it now. */
export type TargetDevice = { device_id: number; serial: string; online: boolean };

type Row = { device_id: number; serial: string; status: DeviceStatus };
const toTarget = ({ status, ...device }: Row): TargetDevice => ({ ...device, online: canReceiveCommands(status) });

/** The devices that match a filter of the device list, by serial; at most `limit`. */
export async function findTargetDevices(pool: pg.Pool, filter: DeviceFilter, limit: number): Promise<TargetDevice[]> {
  const { where, values } = conditionOf(filter);
  const { rows } = await pool.query<Row>(
    `select d.device_id, d.serial, s.status from devices d join device_state s on s.device_id = d.device_id
    where ${where} order by d.serial limit $${values.length + 1}`,
    [...values, limit],
  );
  return rows.map(toTarget);
}

/** The devices with these serials of this owner (null: of any); those that do not exist are absent. */
export async function findTargetsBySerial(
  pool: pg.Pool,
  serials: readonly string[],
  ownerId: number | null,
): Promise<TargetDevice[]> {
  const { rows } = await pool.query<Row>(
    `select d.device_id, d.serial, s.status from devices d join device_state s on s.device_id = d.device_id
    where d.serial = any($1::text[]) and ($2::int is null or d.user_id = $2) order by d.serial`,
    [serials, ownerId],
  );
  return rows.map(toTarget);
}
