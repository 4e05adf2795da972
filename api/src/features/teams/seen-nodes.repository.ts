import { ALL_RIGHTS, type RightsMask, rightsFrom } from '@belfry/schemas/domain/rights';
import type { SeenNode } from '@belfry/schemas/http/teams/access';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ownedBy } from '../../db/conditions.ts';
import type { Database } from '../../db/database.ts';
import type { Wire } from '../../http/routes/route.ts';
import type { VisibleOwners } from '../../policies/owners.ts';

export type SeenBy = {
  userId: number;
  readerId: number;
  ownTrees: boolean;
  managed: VisibleOwners;
  readable: VisibleOwners;
};

const NOW = sql`(r.expires_at is null or r.expires_at > now())`;

/** A condition on a node under this alias: the member sees it, and the reader manages its members. */
const isSeen = ({ userId, ownTrees, managed }: SeenBy, alias: 'c' | 'above'): RawBuilder<boolean> => {
  const [id, owner] = [sql.ref(`${alias}.company_id`), sql.ref(`${alias}.user_id`)];
  return sql<boolean>`(${ownedBy(managed, `${alias}.user_id`, `${alias}.company_id`)} and (
    exists (select from node_rights r where r.user_id = ${userId} and r.company_id = ${id} and ${NOW})
    or (${ownTrees} and ${owner} = ${userId})))`;
};

/** A subquery: the nodes at which either person has got a right, among which are the highest of what the reader manages and the member sees. */
const sourcesOf = ({ userId, readerId }: SeenBy): RawBuilder<number> => sql<number>`
  select company_id from memberships where user_id = any(${[userId, readerId]}::int4[])
  union select company_id from companies where user_id = ${userId} and parent_company_id is null`;

/** A condition: the nodes directly below one, or the highest ones. */
const isAt = (seen: SeenBy, below: number | undefined): RawBuilder<boolean> =>
  below === undefined
    ? sql<boolean>`c.company_id in (${sourcesOf(seen)}) and ${isSeen(seen, 'c')} and not exists (
        select from companies above where above.company_id = c.parent_company_id and ${isSeen(seen, 'above')})`
    : sql<boolean>`c.parent_company_id = ${below} and ${isSeen(seen, 'c')}`;

export async function isSeenNode(db: Kysely<Database>, seen: SeenBy, id: number): Promise<boolean> {
  const { rows } = await sql`select from companies c where c.company_id = ${id} and ${isSeen(seen, 'c')}`.execute(db);
  return rows.length > 0;
}

export async function countSeenNodes(db: Kysely<Database>, seen: SeenBy, below: number | undefined): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from companies c where ${isAt(seen, below)}`.execute(db);
  return rows[0]?.total ?? 0;
}

export async function findSeenRights(db: Kysely<Database>, seen: SeenBy): Promise<RightsMask> {
  const { rows } = await sql<{ rights: number; own: boolean }>`
    select coalesce(bit_or(r.rights), 0) as rights, coalesce(bool_or(c.user_id = ${seen.userId}), false) as own
    from companies c left join node_rights r on r.company_id = c.company_id and r.user_id = ${seen.userId} and ${NOW}
    where c.company_id in (${sourcesOf(seen)}) and ${isSeen(seen, 'c')}`.execute(db);
  return rows[0]?.own === true ? ALL_RIGHTS : (rows[0]?.rights ?? 0);
}

type Found = Omit<SeenNode, 'rights' | 'sources'> & { own: boolean };
type Source = Wire<SeenNode>['sources'][number];

export async function findSeenNodes(
  db: Kysely<Database>,
  seen: SeenBy,
  below: number | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<Wire<SeenNode>[]> {
  const { rows } = await sql<Found>`
    select c.company_id, c.name, c.type, c.user_id = ${seen.userId} as own,
      exists (select from companies child where child.parent_company_id = c.company_id) as has_children
    from companies c where ${isAt(seen, below)}
    order by c.name collate natural_order, c.company_id limit ${limit} offset ${offset}`.execute(db);
  const held = await findSources(
    db,
    seen,
    rows.map(({ company_id }) => company_id),
  );
  return rows.map(({ own, company_id, name, type, has_children }) => {
    const sources = held.filter(({ at }) => at === company_id);
    const mask = own ? ALL_RIGHTS : sources.reduce<RightsMask>((all, { rights }) => all | rights, 0);
    return {
      company_id,
      name,
      type,
      has_children,
      rights: rightsFrom(mask),
      sources: sources.map(({ at: _at, rights: _rights, ...source }) => source),
    };
  });
}

async function findSources(
  db: Kysely<Database>,
  { userId, readable }: SeenBy,
  nodes: readonly number[],
): Promise<(Source & { at: number; rights: number })[]> {
  const { rows } = await sql<Source & { at: number; rights: number }>`
    select r.company_id as at, r.rights, m.company_id, case when ${ownedBy(readable, 'n.user_id', 'n.company_id')} then n.name end as name,
      m.role, m.may_emergency, m.expires_at
    from node_rights r join memberships m using (member_id) join companies n on n.company_id = m.company_id
    where r.user_id = ${userId} and r.company_id = any(${[...nodes]}::int4[]) and ${NOW}
    order by n.level, m.member_id`.execute(db);
  return rows;
}
