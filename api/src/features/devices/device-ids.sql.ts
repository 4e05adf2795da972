import type pg from 'pg';
import { conditionOf, type DeviceFilter } from './device-list.ts';

/** The ids of the devices that match a filter, the first ones in the order of the ids. */
export async function findMatchingIds(pool: pg.Pool, filter: DeviceFilter, limit: number): Promise<number[]> {
  const { where, values, needsState } = conditionOf(filter);
  const state = needsState ? 'join device_state s using (device_id)' : '';
  const { rows } = await pool.query<{ device_id: number }>({
    text: `select d.device_id from devices d ${state} where ${where} order by d.device_id limit $${values.length + 1}`,
    values: [...values, limit],
  });
  return rows.map(({ device_id }) => device_id);
}
