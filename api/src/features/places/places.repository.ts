import { TARGET_DEVICES_MAX } from '@belfry/schemas/domain/announcements';
import type { DeviceStatus } from '@belfry/schemas/domain/device';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { Targets } from '@belfry/schemas/domain/targets';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { nodeOfCompany, nodeOfDevice, ownedBy } from '../../db/conditions.ts';
import { AppError, fieldError, notFound } from '../../errors.ts';
import { mapYielding } from '../../lib/map-yielding.ts';
import type { VisibleOwners } from '../../policies/owners.ts';
import { deviceNameSql } from '../../db/device-name.ts';
import { type PlaceSettings, SETTINGS, type StoredSettings, withDefaults } from './settings.repository.ts';

export type Place = PlaceSettings & {
  device_id: number;
  serial: Serial;
  user_id: number | null;
  company_id: number | null;
  /** The name of the node; the serial for a device without one. */
  name: string;
  /** The names of the nodes above, the main company first, separated by ` / `. */
  path: string;
  status: DeviceStatus;
  takes_gain: boolean;
  /** Whether the device reports its clock, so that its firmware knows `clock_required`. */
  reports_clock: boolean;
  /** Whether the device crossfades and shuffles as playlists say, and plays the fallback of stations. */
  mixes_music: boolean;
  listens: boolean;
  leads_in: boolean;
};
type Row = Omit<Place, keyof PlaceSettings> & StoredSettings;

type PlaceScope = { serials: readonly string[] } | { userIds: readonly number[] };

const NAME = sql.raw(deviceNameSql('s', 'd', 'state'));

export async function findPlaces(db: Kysely<Database>, scope: PlaceScope): Promise<Place[]> {
  const condition =
    'serials' in scope ? sql`d.serial = any(${scope.serials}::text[])` : sql`d.user_id = any(${scope.userIds}::int4[])`;
  return readPlaces(db, sql`chosen as (select d.device_id, d.company_id from devices d where ${condition})`);
}

/** The places of the devices that the common table expression `chosen (device_id, company_id)` lists, by name. */
async function readPlaces(db: Kysely<Database>, selection: RawBuilder<unknown>, limit?: number): Promise<Place[]> {
  const { rows } = await sql<Row>`
    with recursive ${selection}, ${SETTINGS}
    select d.device_id, d.serial, d.user_id, d.company_id, coalesce(${NAME}, d.serial) as name, coalesce(s.path, '') as path,
      s.time_zone, s.language, s.voice, s.volume_max, s.quiet_hours, s.trim_db, s.sound_test, s.lead_in, s.clock_required,
      state.status, state.takes_gain, state.mixes_music, state.listens, state.leads_in, state.clock_synchronised is not null as reports_clock
    from chosen
    join devices d using (device_id)
    join device_state state using (device_id)
    left join settings s on s.company_id = d.company_id
    order by coalesce(${NAME}, d.serial) collate natural_order, d.serial
    ${limit === undefined ? sql`` : sql`limit ${limit}`}`.execute(db);
  // There may be many thousands of them.
  return mapYielding(rows, (row) => Object.assign(row, withDefaults(row)));
}

type Lists = Omit<Targets, 'except'>;

/**
 * The devices of these targets, each once, by name; see ANN-1, as far as they belong to these owners; those of nobody are left out.
 * Throws not_found for a node, group or device that is not the caller's, unless `missing` is `ignore`: of stored targets, what was
 * deleted since is left out. Throws forbidden where a member only reads what is named, of which `readable` are the owners, and
 * unprocessable for more than TARGET_DEVICES_MAX devices.
 */
export async function resolveTargets(
  db: Kysely<Database>,
  owners: VisibleOwners,
  { except, ...targets }: Targets,
  { missing = 'refuse', readable }: { missing?: 'refuse' | 'ignore'; readable?: VisibleOwners } = {},
): Promise<Place[]> {
  if (missing === 'refuse') {
    const named = {
      nodes: [...targets.nodes, ...except.nodes],
      groups: [...targets.groups, ...except.groups],
      devices: [...targets.devices, ...except.devices],
    };
    const refusal = await findRefusal(db, owners, named);
    if (refusal && readable?.kind === 'member' && !(await findRefusal(db, readable, named)))
      throw new AppError('forbidden', 'You do not have the right to do this at all of these places');
    if (refusal) throw refusal;
  }
  const places = await readPlaces(db, devicesAt(owners, { ...targets, except }), TARGET_DEVICES_MAX + 1);
  if (places.length > TARGET_DEVICES_MAX) throw tooMany();
  if (places.length === 0 && missing === 'refuse' && (await areUnowned(db, targets.devices))) throw unowned();
  return places;
}

/** Common table expressions: `chosen (device_id, company_id, place_id)` has the devices of the targets. They belong into a `with recursive`. */
export const devicesAt = (owners: VisibleOwners, { except, ...targets }: Targets): RawBuilder<unknown> => sql`
  ${devicesOf('included', targets)}, ${devicesOf('excluded', except)},
  chosen as (
    select d.device_id, d.company_id, d.place_id from devices d
    where d.device_id in (select device_id from included except select device_id from excluded)
      and d.user_id is not null and ${ownedBy(owners, 'd.user_id', nodeOfDevice())}
  )`;

const branches = (name: string): RawBuilder<unknown> => sql.raw(`${name}_nodes`);

/** Common table expressions: `name (device_id)` has the devices of the lists. */
function devicesOf(name: 'included' | 'excluded', { nodes, groups, devices }: Lists): RawBuilder<unknown> {
  return sql`
    ${branches(name)} (company_id) as (
      select unnest(${nodes}::int4[])
      union
      select c.company_id from ${branches(name)} b join companies c on c.parent_company_id = b.company_id
    ),
    ${sql.raw(name)} as (
      select d.device_id from ${branches(name)} b join devices d using (company_id)
      union
      select d.device_id from device_group_elements e join devices d using (company_id)
      where e.group_id = any(${groups}::int4[])
      union
      select d.device_id from devices d where d.serial = any(${devices}::text[])
    )`;
}

async function findRefusal(db: Kysely<Database>, owners: VisibleOwners, lists: Lists): Promise<AppError | null> {
  const nodes = new Set(lists.nodes);
  const groups = new Set(lists.groups);
  const devices = new Set(lists.devices);
  const { rows } = await sql<{ nodes: number; groups: number; devices: number }>`
    select
      (select count(*)::int from companies c
       where company_id = any(${[...nodes]}::int4[]) and ${ownedBy(owners, 'c.user_id', nodeOfCompany())}) as nodes,
      (select count(*)::int from device_groups d
       where id = any(${[...groups]}::int4[]) and ${ownedBy(owners, 'd.user_id')}) as groups,
      (select count(*)::int from devices d
       where serial = any(${[...devices]}::text[]) and ${ownedBy(owners, 'd.user_id', nodeOfDevice())}) as devices`.execute(
    db,
  );
  const [count] = rows;
  if (count?.nodes !== nodes.size) return notFound('A selected place does not exist');
  if (count.groups !== groups.size) return notFound('A selected group does not exist');
  return count.devices === devices.size ? null : notFound('A selected device does not exist');
}

/** Whether one of these devices belongs to nobody: it has no library from which it could play. */
async function areUnowned(db: Kysely<Database>, serials: readonly string[]): Promise<boolean> {
  if (serials.length === 0) return false;
  const devices = await db
    .selectFrom('devices')
    .select('device_id')
    .where('serial', '=', sql<string>`any(${[...serials]}::text[])`)
    .where('user_id', 'is', null)
    .limit(1)
    .execute();
  return devices.length > 0;
}
const unowned = (): AppError =>
  fieldError('unprocessable', 'targets', 'This device belongs to nobody yet. Give it a place first.');

const tooMany = (): AppError => {
  return fieldError('unprocessable', 'targets', `At most ${TARGET_DEVICES_MAX} devices at once`);
};
