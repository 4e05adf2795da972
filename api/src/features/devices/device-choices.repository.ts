import type { DeviceTag, DeviceVersion } from '@belfry/schemas/http/devices/lists';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

const VERSIONS_MAX = 100;
const TAGS_MAX = 200;

/** The versions that devices have reported, the most frequent ones first. */
export async function findDeviceVersions(db: Kysely<Database>): Promise<DeviceVersion[]> {
  const { rows } = await sql<DeviceVersion>`
    select device_version, count(*) as devices from device_state
    where device_version is not null
    group by device_version order by devices desc, device_version limit ${VERSIONS_MAX}`.execute(db);
  return rows;
}

/** The tags of the devices of one owner, or with null of all devices, the most frequent ones first. */
export async function findDeviceTags(db: Kysely<Database>, ownerId: number | null): Promise<DeviceTag[]> {
  const owned = ownerId === null ? sql`true` : sql`user_id = ${ownerId}`;
  const { rows } = await sql<DeviceTag>`
    select tag, count(*) as devices from devices, unnest(tags) as tag
    where ${owned} and tags <> '{}'
    group by tag order by devices desc, tag limit ${TAGS_MAX}`.execute(db);
  return rows;
}
