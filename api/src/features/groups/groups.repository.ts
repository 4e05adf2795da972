import type { GroupElement } from '@belfry/schemas/http/groups';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { nodesWithRight, ownedBy } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

export type GroupRow = { id: number; user_id: number; name: string };
/** With who has made it for the owner; null where the owner has. */
export type StoredGroup = GroupRow & { created_by: number | null };
const COLUMNS = ['id', 'user_id', 'name', 'created_by'] as const;

const plannedThroughout = (userId: number): RawBuilder<boolean> => sql<boolean>`not exists (
  select from device_group_elements x where x.group_id = g.id and x.company_id not in (${nodesWithRight(userId, 'plan')}))`;

export async function isPlannedThroughout(db: Kysely<Database>, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql<{ planned: boolean }>`
    select ${plannedThroughout(userId)} as planned from device_groups g where g.id = ${id}`.execute(db);
  return rows[0]?.planned ?? false;
}

type ListedGroup = StoredGroup & { device_count: number; planned: boolean };

/** `planned`: the caller plans for all places of the group, also for those that they do not see. */
export async function findGroups(db: Kysely<Database>, owners: VisibleOwners): Promise<ListedGroup[]> {
  const planned =
    owners.kind === 'member' ? sql`g.user_id = ${owners.id}::int or ${plannedThroughout(owners.id)}` : sql`true`;
  const { rows } = await sql<ListedGroup>`
    select g.id, g.name, g.user_id, g.created_by, count(e.company_id) as device_count, ${planned} as planned
    from device_groups g left join device_group_elements e on e.group_id = g.id ${seenBy(owners)}
    where ${ownedBy(owners, 'g.user_id')}
    group by g.id
    ${owners.kind === 'member' ? sql`having count(e.company_id) > 0 or ${owners.id}::int in (g.user_id, g.created_by)` : sql``}
    order by g.name collate natural_order, g.id`.execute(db);
  return rows;
}

const seenBy = (owners: VisibleOwners): RawBuilder<unknown> =>
  owners.kind === 'member'
    ? sql`and (g.user_id = ${owners.id}::int or e.company_id in (${nodesWithRight(owners.id, owners.right)}))`
    : sql``;

export async function findGroup(db: Kysely<Database>, id: number): Promise<StoredGroup | undefined> {
  return db.selectFrom('device_groups').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}

export async function lockGroup(trx: Kysely<Database>, id: number): Promise<StoredGroup | undefined> {
  const group = trx.selectFrom('device_groups').select(COLUMNS).where('id', '=', id);
  return group.forUpdate().executeTakeFirst();
}

/** Undefined if the owner has a group of this name. @param creatorId the user who makes it for the owner */
export async function insertGroup(
  db: Kysely<Database>,
  ownerId: number,
  name: string,
  creatorId: number | null = null,
): Promise<GroupRow | undefined> {
  return db
    .insertInto('device_groups')
    .values({ user_id: ownerId, name, created_by: creatorId })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'user_id', 'name'])
    .executeTakeFirst();
}

/** Violates the unique constraint if the owner has another group of this name. */
export async function updateGroupName(db: Kysely<Database>, id: number, name: string): Promise<void> {
  await db.updateTable('device_groups').set({ name }).where('id', '=', id).execute();
}

export async function deleteGroup(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('device_groups').where('id', '=', id).execute();
}

export async function deleteEmptyGroups(trx: Kysely<Database>, ownerId: number, ids: readonly number[]): Promise<void> {
  await sql`
    delete from device_groups g
    where g.id = any(${ids}::int4[]) and g.user_id = ${ownerId}
      and not exists (select from device_group_elements e where e.group_id = g.id)`.execute(trx);
}

export async function insertElements(db: Kysely<Database>, groupId: number, nodes: readonly number[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into device_group_elements (group_id, company_id)
    select ${groupId}::int, * from unnest(${nodes}::int4[])
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

export async function findNodesIn(db: Kysely<Database>, groupId: number, nodes: readonly number[]): Promise<number[]> {
  const elements = db.selectFrom('device_group_elements').select('company_id').where('group_id', '=', groupId);
  const rows = await elements.where('company_id', '=', sql<number>`any(${nodes}::int4[])`).execute();
  return rows.map(({ company_id }) => company_id);
}

export async function countElements(db: Kysely<Database>, groupId: number): Promise<number> {
  const elements = db.selectFrom('device_group_elements').where('group_id', '=', groupId);
  return (await elements.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

export async function deleteElement(db: Kysely<Database>, groupId: number, node: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('device_group_elements')
    .where('group_id', '=', groupId)
    .where('company_id', '=', node)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/**
 * The devices of a group by name, with a member only those at places that they may read. One without an address has that of its
 * company; see GROUP-5.
 */
export async function findElements(
  db: Kysely<Database>,
  groupId: number,
  memberId: number | null,
): Promise<GroupElement[]> {
  const seen = memberId === null ? sql`` : sql`and e.company_id in (${nodesWithRight(memberId, 'read')})`;
  const { rows } = await sql<GroupElement>`
    select c.company_id, c.name, c.description, d.serial, s.status, a.continent, a.country, a.city, a.street, a.house
    from device_group_elements e
    join companies c on c.company_id = e.company_id
    left join devices d on d.company_id = c.company_id
    left join device_state s on s.device_id = d.device_id
    left join companies a on a.company_id = case
      when coalesce(c.continent, c.country, c.city, c.street, c.house) is null then c.parent_company_id
      else c.company_id end
    where e.group_id = ${groupId} ${seen}
    order by c.name collate natural_order, c.company_id`.execute(db);
  return rows;
}
