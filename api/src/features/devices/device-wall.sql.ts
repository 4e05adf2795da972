import { WALL_DEVICES_MAX } from '@belfry/schemas/http/devices/wall';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { nodesFor, type Viewer } from './device-json.sql.ts';
import { deviceNameSql } from './device-name.sql.ts';
import { conditionOf, type DeviceFilter } from './device-list.ts';

/** The devices that match a filter as `deviceWallSchema` describes them, as JSON text that is sent unchanged. */
export async function readWallJson(db: Kysely<Database>, viewer: Viewer, filter: DeviceFilter): Promise<string> {
  const { where } = conditionOf(filter);
  const { rows } = await sql<{ json: string }>`
    with matching as (
      select d.device_id, d.serial from devices d join device_state s using (device_id) where ${where}
    ),
    shown as (select device_id from matching order by serial limit ${sql.lit(WALL_DEVICES_MAX)})
    select json_build_object(
      'total', (select count(*) from matching),
      'devices', coalesce(json_agg(json_build_object(
        'device_id', d.device_id, 'serial', d.serial, 'status', s.status, 'device_mode', d.device_mode,
        'name', ${sql.raw(deviceNameSql('c'))}) order by d.serial), '[]')
    )::text as json
    from shown join devices d using (device_id) join device_state s using (device_id) ${nodesFor(viewer)}`.execute(db);
  return rows[0]?.json ?? '{"total":0,"devices":[]}';
}
