import type { DeviceMode, DeviceStatus } from '@belfry/schemas/domain/device';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

export type FleetCount = { status: DeviceStatus; mode: DeviceMode; count: number };

/** The number of devices by status and mode; combinations without a device are absent. */
export async function countFleet(db: Kysely<Database>): Promise<FleetCount[]> {
  const { rows } = await sql<FleetCount>`
    select s.status, d.device_mode as mode, count(*)::int as count
    from devices d join device_state s on s.device_id = d.device_id group by 1, 2`.execute(db);
  return rows;
}

/** The channel on which the publisher of the summary hears of changes that other instances have stored. */
export const FLEET_CHANNEL = 'belfry_fleet_changed';

export async function notifyFleetChanged(db: Kysely<Database>): Promise<void> {
  await sql`select pg_notify(${FLEET_CHANNEL}, '')`.execute(db);
}
