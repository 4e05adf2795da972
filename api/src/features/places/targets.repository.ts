import { TARGET_DEVICES_MAX } from '@belfry/schemas/domain/announcements';
import type { Targets } from '@belfry/schemas/domain/targets';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Database } from '../../db/database.ts';
import { ownedBy } from '../../db/owned-by.ts';
import { type AppError, fieldError, notFound } from '../../errors.ts';
import type { VisibleOwners } from '../../policies/visible-owners.ts';
import { readPlaces, type Place } from './places.repository.ts';

/** Nodes, groups and devices as one side of the targets lists them. */
type Lists = Omit<Targets, 'except'>;

/**
 * The devices of these targets, each once, by name; see ANN-1, as far as they belong to these owners.
 * Throws not_found for a node, group or device that is not the caller's, unless `missing` is `ignore`: of stored targets, what was
 * deleted since is left out. Throws unprocessable for more than TARGET_DEVICES_MAX devices.
 */
export async function resolveTargets(
  db: Kysely<Database>,
  owners: VisibleOwners,
  { except, ...targets }: Targets,
  { missing = 'refuse' }: { missing?: 'refuse' | 'ignore' } = {},
): Promise<Place[]> {
  if (missing === 'refuse') {
    await checkOwned(db, owners, {
      nodes: [...targets.nodes, ...except.nodes],
      groups: [...targets.groups, ...except.groups],
      devices: [...targets.devices, ...except.devices],
    });
  }
  const chosen = sql`
    ${devicesOf('included', targets)}, ${devicesOf('excluded', except)},
    chosen as (
      select d.device_id, d.company_id from devices d
      where d.device_id in (select device_id from included except select device_id from excluded)
        and ${ownedBy(owners, 'd.user_id')}
    )`;
  const places = await readPlaces(db, chosen, TARGET_DEVICES_MAX + 1);
  if (places.length > TARGET_DEVICES_MAX) throw tooMany();
  return places;
}

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

/** Throws not_found unless everything in the lists exists and belongs to one of these owners. */
async function checkOwned(db: Kysely<Database>, owners: VisibleOwners, lists: Lists): Promise<void> {
  const nodes = new Set(lists.nodes);
  const groups = new Set(lists.groups);
  const devices = new Set(lists.devices);
  const { rows } = await sql<{ nodes: number; groups: number; devices: number }>`
    select
      (select count(*)::int from companies d
       where company_id = any(${[...nodes]}::int4[]) and ${ownedBy(owners, 'd.user_id')}) as nodes,
      (select count(*)::int from device_groups d
       where id = any(${[...groups]}::int4[]) and ${ownedBy(owners, 'd.user_id')}) as groups,
      (select count(*)::int from devices d
       where serial = any(${[...devices]}::text[]) and ${ownedBy(owners, 'd.user_id')}) as devices`.execute(db);
  const [found] = rows;
  if (found?.nodes !== nodes.size) throw notFound('A selected place does not exist');
  if (found.groups !== groups.size) throw notFound('A selected group does not exist');
  if (found.devices !== devices.size) throw notFound('A selected device does not exist');
}

const tooMany = (): AppError => {
  return fieldError('unprocessable', 'targets', `At most ${TARGET_DEVICES_MAX} devices at once`);
};
