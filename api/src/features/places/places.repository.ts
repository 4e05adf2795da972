import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { Serial } from '@belfry/schemas/domain/serial';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import { mapYielding } from '../../lib/map-yielding.ts';
import { deviceNameSql } from '../devices/index.ts';
import { withDefaults, type PlaceSettings, type StoredSettings } from './default-settings.ts';
import { SETTINGS } from './places.sql.ts';

/** A device with the settings of the node that it is bound to. */
export type Place = PlaceSettings & {
  device_id: number;
  serial: Serial;
  /** The owner. */
  user_id: number | null;
  company_id: number | null;
  /** The name of the node; the serial for a device without one. */
  name: string;
  /** The names of the nodes above, the main company first, separated by ` / `. */
  path: string;
  status: DeviceStatus;
};
type Row = Omit<Place, keyof PlaceSettings> & StoredSettings;

export type PlaceScope = { serials: readonly string[] } | { userIds: readonly number[] };

const NAME = sql.raw(deviceNameSql('s', 'd', 'state'));

/** The devices with these serials, or of these owners, by name. */
export async function findPlaces(db: Kysely<Database>, scope: PlaceScope): Promise<Place[]> {
  const condition =
    'serials' in scope ? sql`d.serial = any(${scope.serials}::text[])` : sql`d.user_id = any(${scope.userIds}::int4[])`;
  return readPlaces(db, sql`chosen as (select d.device_id, d.company_id from devices d where ${condition})`);
}

/** The places of the devices that the common table expression `chosen (device_id, company_id)` lists, by name. */
export async function readPlaces(db: Kysely<Database>, chosen: RawBuilder<unknown>, limit?: number): Promise<Place[]> {
  const { rows } = await sql<Row>`
    with recursive ${chosen}, ${SETTINGS}
    select d.device_id, d.serial, d.user_id, d.company_id, coalesce(${NAME}, d.serial) as name, coalesce(s.path, '') as path,
      s.time_zone, s.language, s.voice, s.volume_max, s.quiet_hours, state.status
    from chosen
    join devices d using (device_id)
    join device_state state using (device_id)
    left join settings s on s.company_id = d.company_id
    order by coalesce(${NAME}, d.serial) collate natural_order, d.serial
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(db);
  // There may be many thousands of them.
  return mapYielding(rows, (row) => Object.assign(row, withDefaults(row)));
}
