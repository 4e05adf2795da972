import type {
  CompanyMatch,
  CompanyNode,
  CompanySearchQuery,
  MainCompany,
} from '@belfry/schemas/http/companies/companies';
import { type Insertable, type Kysely, type RawBuilder, type SelectQueryBuilder, sql, type Updateable } from 'kysely';
import type { Database, Row } from '../../db/database.ts';
import { escapeLike, innerNodesWithRight, nodeOfCompany, ownedBy } from '../../db/conditions.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

export type CompanyRow = Row<'companies'>;

export type NewCompany = Insertable<Database['companies']>;
/** Position, type and owner of a node. Type and owner never change; the position changes when the node or an ancestor moves. */
export type NodePosition = Pick<
  CompanyRow,
  'company_id' | 'parent_company_id' | 'tree_id' | 'level' | 'user_id' | 'type'
>;

export async function findCompany(db: Kysely<Database>, id: number): Promise<CompanyRow | undefined> {
  return db.selectFrom('companies').selectAll().where('company_id', '=', id).executeTakeFirst();
}

/**
 * Reads and locks a node until the transaction ends: `as-parent` prevents its deletion only, so that children can be added
 * concurrently; `to-change` also prevents other changes; `to-delete` also prevents new children.
 */
export async function lockCompany(trx: Kysely<Database>, id: number, what: Lock): Promise<CompanyRow | undefined> {
  const node = trx.selectFrom('companies').selectAll().where('company_id', '=', id);
  return LOCK[what](node).executeTakeFirst();
}

export type Lock = 'as-parent' | 'to-change' | 'to-delete';
type Node = SelectQueryBuilder<Database, 'companies', CompanyRow>;
const LOCK: Record<Lock, (node: Node) => Node> = {
  'as-parent': (node) => node.forKeyShare(),
  'to-change': (node) => node.forNoKeyUpdate(),
  'to-delete': (node) => node.forUpdate(),
};

export async function lockNodesOf(trx: Kysely<Database>, userIds: readonly number[]): Promise<void> {
  await sql`
    select company_id from companies where user_id = any(${userIds}::int4[]) order by company_id
    for update`.execute(trx);
}

export async function insertCompany(db: Kysely<Database>, company: NewCompany): Promise<NodePosition> {
  return db
    .insertInto('companies')
    .values(company)
    .returning(['company_id', 'parent_company_id', 'tree_id', 'level', 'user_id', 'type'])
    .executeTakeFirstOrThrow();
}

type CompanyChanges = Updateable<Database['companies']>;

export async function updateCompany(db: Kysely<Database>, id: number, changes: CompanyChanges): Promise<void> {
  await db
    .updateTable('companies')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('company_id', '=', id)
    .execute();
}

export async function deleteCompany(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('companies').where('company_id', '=', id).execute();
}

/** Deletes nodes of which all children are among them. Their devices must be unbound before. */
export async function deleteCompanies(trx: Kysely<Database>, ids: readonly number[]): Promise<void> {
  await sql`delete from companies where company_id = any(${ids}::int4[])`.execute(trx);
}

export async function hasChildren(db: Kysely<Database>, id: number): Promise<boolean> {
  const child = db.selectFrom('companies').select('company_id').where('parent_company_id', '=', id).limit(1);
  return (await child.execute()).length > 0;
}

export async function countTree(db: Kysely<Database>, treeId: number): Promise<number> {
  const nodes = db.selectFrom('companies').where('tree_id', '=', treeId);
  return (await nodes.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

/** The number of a user's nodes in all trees, from a counter that triggers maintain, with those added in this transaction. */
export async function countNodesOf(db: Kysely<Database>, ownerId: number): Promise<number> {
  const count = db.selectFrom('company_counts').select('nodes').where('user_id', '=', ownerId);
  return (await count.executeTakeFirst())?.nodes ?? 0;
}

export async function countBranch(db: Kysely<Database>, { company_id, level, tree_id }: NodePosition): Promise<number> {
  if (level === 0) return countTree(db, tree_id);
  const { rows } = await sql<{ n: number }>`select count(*) as n ${branch(company_id)}`.execute(db);
  return rows[0]?.n ?? 0;
}

export async function countMainCompanies(db: Kysely<Database>, ownerId: number): Promise<number> {
  const mains = db.selectFrom('companies').where('user_id', '=', ownerId).where('parent_company_id', 'is', null);
  return (await mains.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

/** The types of those nodes that belong to this user; locked against deletion until the transaction ends. */
export async function lockTypes(
  trx: Kysely<Database>,
  ownerId: number,
  ids: readonly number[],
): Promise<CompanyRow['type'][]> {
  const { rows } = await sql<Pick<CompanyRow, 'type'>>`
    select type from companies
    where company_id = any(${ids}::int4[]) and user_id = ${ownerId}
    order by company_id
    for key share`.execute(trx);
  return rows.map(({ type }) => type);
}

/**
 * The main companies of a user, those with the most descendants first; see TREE-12. For members also the topmost nodes that they
 * may read.
 */
export async function findMainCompanies(db: Kysely<Database>, owners: VisibleOwners): Promise<MainCompany[]> {
  const { rows } = await sql<MainCompany>`
    select m.company_id, m.user_id, m.name, m.description, m.continent, m.country, m.emblem,
      case when m.parent_company_id is null
        then (select count(*) - 1 from companies c where c.tree_id = m.company_id)
        else ${countBelow(owners)} end as subcompany_count
    from companies m
    where ${isTopmost(owners)}
    order by subcompany_count desc, m.name collate natural_order, m.company_id`.execute(db);
  return rows;
}

/** The nodes below `m` (companies), which is the node of a membership, since nothing above it is visible: each has a row for that. */
const countBelow = (owners: VisibleOwners): RawBuilder<number> =>
  owners.kind === 'member'
    ? sql<number>`(select count(*) - 1 from node_rights r where r.member_id = (
        select min(member_id) from memberships where company_id = m.company_id and user_id = ${owners.id}::int))`
    : sql<number>`0`;

function isTopmost(owners: VisibleOwners): RawBuilder<boolean> {
  const visible = ownedBy(owners, 'm.user_id', nodeOfCompany('m'));
  if (owners.kind !== 'member') return sql<boolean>`(${visible} and m.parent_company_id is null)`;
  const readable = innerNodesWithRight(owners.id, owners.right);
  // Every node that is readable without its parent has a membership of its own.
  return sql<boolean>`(${visible} and (m.parent_company_id is null or (
    m.company_id in (select company_id from memberships where user_id = ${owners.id}::int)
    and m.parent_company_id not in (${readable}))))`;
}

const NODE_COLUMNS = `
  c.company_id, c.parent_company_id, c.user_id, c.name, c.description, c.type, c.continent, c.country, c.city, c.street,
  c.house, c.zip, c.device_type, d.serial, s.status, c.emblem,
  case when c.latitude is not null then json_build_object('latitude', c.latitude, 'longitude', c.longitude) end as coordinates`;
const WITH_DEVICE = `
  left join devices d on d.company_id = c.company_id
  left join device_state s on s.device_id = d.device_id`;
/** The same for a branch: Postgres, which cannot know how small it is, would otherwise read all devices of the installation. */
const WITH_DEVICE_OF_EACH = `
  left join lateral (
    select d.serial, s.status from devices d join device_state s using (device_id) where d.company_id = c.company_id limit 1
  ) d on true
  cross join lateral (select d.status) s`;
type StoredInfo = CompanyNode &
  Pick<
    CompanyRow,
    | 'time_zone'
    | 'clock_required'
    | 'volume_max'
    | 'quiet_hours'
    | 'trim_db'
    | 'sound_test'
    | 'lead_in'
    | 'created_at'
    | 'updated_at'
  >;

export async function findCompanyInfo(db: Kysely<Database>, id: number): Promise<StoredInfo | undefined> {
  const { rows } = await sql<StoredInfo>`
    select ${sql.raw(NODE_COLUMNS)}, c.time_zone, c.clock_required, c.volume_max, c.quiet_hours, c.trim_db, c.sound_test, c.lead_in, c.created_at, c.updated_at
    from companies c ${sql.raw(WITH_DEVICE)}
    where c.company_id = ${id}`.execute(db);
  return rows[0];
}

const MATCHES_MAX = 20;

export async function searchCompanies(
  db: Kysely<Database>,
  { q, type, for_device }: CompanySearchQuery,
  owners: VisibleOwners,
): Promise<CompanyMatch[]> {
  const text = escapeLike(q);
  const { rows } = await sql<CompanyMatch>`
    select node.company_id, node.name, node.type, main.name as main_company_name
    from (
      select row_number() over () as position, best.* from (
        select node.* from companies node
        where (node.name ilike ${`%${text}%`} or node.company_id::text = ${q})
          and (${type ?? null}::text is null or node.type = ${type ?? null})
          and (not ${for_device} or node.type = 'Company' or (node.type = 'Device'
            and not exists (select from devices d where d.company_id = node.company_id)))
          and ${ownedBy(owners, 'node.user_id', nodeOfCompany('node'))}
        order by node.company_id::text = ${q} desc, node.name ilike ${`${text}%`} desc, node.level,
          node.name collate natural_order, node.company_id
        limit ${MATCHES_MAX}) best
    ) node
    left join companies main on main.company_id = node.main_company_id
      and ${ownedBy(owners, 'main.user_id', nodeOfCompany('main'))}
    order by node.position`.execute(db);
  return rows;
}

/** One value of some megabytes would be copied again and again while it grows, by Postgres and by the reader of its bytes. */
const NODES_PER_ROW = 128;

const wholeTree = (id: number): RawBuilder<unknown> => sql`where c.tree_id = ${id}`;
const branch = (id: number): RawBuilder<unknown> => sql`
  from (
    with recursive branch (company_id) as (
      select ${id}::int union all
      select child.company_id from companies child join branch on child.parent_company_id = branch.company_id
    ) select company_id from branch) as branch`;

/**
 * A node with its subtree as JSON text that Postgres has built, ordered by level and name, so that parents precede their
 * children.
 */
export async function readTreeJson(db: Kysely<Database>, { company_id, level }: NodePosition): Promise<string> {
  const { rows } = await sql<{ nodes: string }>`
    select json_agg(node order by c.position)::text as nodes
    from (
      select *, row_number() over (order by level, name collate natural_order, company_id) as position
      from companies c ${level === 0 ? wholeTree(company_id) : sql`where c.company_id in (select company_id ${branch(company_id)})`}
    ) as c ${sql.raw(level === 0 ? WITH_DEVICE : WITH_DEVICE_OF_EACH)}
    cross join lateral (select ${sql.raw(NODE_COLUMNS)}) as node
    group by c.position / ${sql.lit(NODES_PER_ROW)} order by c.position / ${sql.lit(NODES_PER_ROW)}`.execute(db);
  return `[${rows.map(({ nodes }) => nodes.slice(1, -1)).join(',')}]`;
}
