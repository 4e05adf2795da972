import type { DeviceMode, DeviceStatus } from '@belfry/schemas/domain/device';
import type pg from 'pg';

export type FleetCount = { status: DeviceStatus; mode: DeviceMode; count: number };

/** The number of devices by status and mode; combinations without a device are absent. */
export async function countFleet(pool: pg.Pool): Promise<FleetCount[]> {
  const { rows } = await pool.query<FleetCount>({
    name: 'count-fleet',
    text: `select s.status, d.device_mode as mode, count(*)::int as count
      from devices d join device_state s on s.device_id = d.device_id group by 1, 2`,
  });
  return rows;
}

/** The channel on which the publisher of the summary hears of changes that other instances have stored. */
export const FLEET_CHANNEL = 'belfry_fleet_changed';

export async function notifyFleetChanged(pool: pg.Pool): Promise<void> {
  await pool.query('select pg_notify($1, $2)', [FLEET_CHANNEL, '']);
}
