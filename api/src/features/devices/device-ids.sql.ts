import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { conditionOf, type DeviceFilter } from './device-list.ts';

/** The ids of the devices that match a filter, the first ones in the order of the ids. */
export async function findMatchingIds(db: Kysely<Database>, filter: DeviceFilter, limit: number): Promise<number[]> {
  const { where, needsState } = conditionOf(filter);
  const state = needsState ? sql`join device_state s using (device_id)` : sql``;
  const { rows } = await sql<{ device_id: number }>`
    select d.device_id from devices d ${state} where ${where} order by d.device_id limit ${limit}`.execute(db);
  return rows.map(({ device_id }) => device_id);
}
