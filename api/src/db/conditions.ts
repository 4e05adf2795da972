import type { Untyped } from '@belfry/schemas/domain/announcements';
import { type Right, RIGHTS } from '@belfry/schemas/domain/rights';
import { PAGE_TITLES } from '@belfry/schemas/http/live-pages/live-pages';
import { sql, type RawBuilder } from 'kysely';
import type { VisibleOwners } from '../policies/owners.ts';
import { SILENCES_FROM } from '../recurrence/bell-ids.ts';

/**
 * The columns of the node of an object and of the node above that. A member has a right at a node who has it above, or as a member of the node
 * itself: so thousands of objects are compared with the few nodes that have others below them.
 */
export type NodeColumns = { node: string; above: string };

export const nodeOfDevice = (alias = 'd'): NodeColumns => ({
  node: `${alias}.company_id`,
  above: `${alias}.place_id`,
});
export const nodeOfCompany = (alias = 'c'): NodeColumns => ({
  node: `${alias}.company_id`,
  above: `${alias}.parent_company_id`,
});

/**
 * A condition: the object is one that the caller finds. Every statement that loads objects of several people contains it.
 * @param column the id of the owner, such as `r.user_id`; a constant of the code, never input
 * @param node the node at which the object is, such as `x.company_id`; absent for what belongs to a whole organisation
 */
export function ownedBy(owners: VisibleOwners, column: string, node?: string | NodeColumns): RawBuilder<boolean> {
  if (owners.kind === 'all') return sql<boolean>`true`;
  const owner = sql.ref(column);
  if (owners.kind === 'own') return sql<boolean>`${owner} = ${owners.id}::int`;
  if (owners.kind === 'member') return visibleToMember(owners, owner, node);
  return sql<boolean>`not exists (select from users root_owner where root_owner.id = ${owner} and root_owner.role = 'root')`;
}

function visibleToMember(
  { id, right, organisations, of }: Extract<VisibleOwners, { kind: 'member' }>,
  owner: RawBuilder<unknown>,
  node: string | NodeColumns | undefined,
): RawBuilder<boolean> {
  if (node === undefined) {
    const owners =
      of === undefined ? [id, ...organisations] : organisations.filter((organisation) => organisation === of);
    return sql<boolean>`${owner} = any(${owners}::int4[])`;
  }
  const atNodes =
    typeof node === 'string'
      ? sql<boolean>`${sql.ref(node)} in (${nodesWithRight(id, right)})`
      : hasRightAt(node, id, right);
  return of === undefined
    ? sql<boolean>`(${owner} = ${id}::int or ${atNodes})`
    : sql<boolean>`(${owner} = ${of}::int and ${atNodes})`;
}

/** A subquery: the ids of the nodes at which a member has a right now. It names no outer row, so Postgres evaluates it once. */
export const nodesWithRight = (userId: number, right: Right): RawBuilder<number> =>
  sql<number>`select r.company_id from node_rights r where r.user_id = ${userId}::int and ${sql.raw(grants(right))}`;

/**
 * A condition: a member has a right now at the node of a device or company. The lists are arrays, so that indexes of devices and companies find
 * what is in them; they name no outer row, so Postgres evaluates each once.
 */
const hasRightAt = ({ node, above }: NodeColumns, userId: number, right: Right): RawBuilder<boolean> => sql<boolean>`
  (${sql.ref(above)} = any(array(${innerNodesWithRight(userId, right)})) or ${sql.ref(node)} = any(array(${membershipNodes(userId, right)})))`;

/**
 * As `ownedBy` on devices `d`, for the page of a list in the order of an index: each device is compared until the page is full, and those of other
 * organisations are not. Postgres would otherwise find all of them first, since it cannot know how many there are.
 */
export function eachOwnedBy(owners: VisibleOwners): RawBuilder<boolean> {
  if (owners.kind !== 'member') return ownedBy(owners, 'd.user_id');
  const { id, right, organisations, of } = owners;
  const listed = of === undefined ? [id, ...organisations] : [of];
  const own = of === undefined ? sql`d.user_id = ${hidden(id)} or` : sql``;
  return sql<boolean>`(d.user_id = any((select ${listed}::int4[])::int4[]) and (${own}
    d.place_id in (${innerNodesWithRight(id, right)}) or d.company_id in (${membershipNodes(id, right)})))`;
}

/**
 * The number of devices that `ownedBy` finds for a member, as a value: those below nodes are counted in an index alone, as the devices of an owner
 * are, and the few others beside them.
 */
export const countOwnedBy = ({
  id,
  right,
}: Extract<VisibleOwners, { kind: 'member' }>): RawBuilder<number> => sql<number>`
  (with above as materialized (select array(${innerNodesWithRight(id, right)}) as ids)
   select (select count(*) from devices d where d.place_id = any((select ids from above)::int4[]))
     + (select count(*) from devices d where d.user_id = ${hidden(id)} and (d.place_id = any((select ids from above)::int4[])) is not true)
     + (select count(*) from devices d where d.company_id = any(array(${membershipNodes(id, right)}))
        and d.user_id is distinct from ${hidden(id)} and (d.place_id = any((select ids from above)::int4[])) is not true))`;

/** In a subquery a plan for one user has no advantage, so that Postgres keeps the general one: planning costs as much as counting. */
const hidden = (userId: number): RawBuilder<number> => sql<number>`(select ${userId}::int)`;

/** As `ownedBy` on nodes, where they are few: the right to each is looked up. @param alias of `companies` */
export const eachNodeOwnedBy = (owners: VisibleOwners, alias = 'c'): RawBuilder<boolean> =>
  owners.kind === 'member'
    ? sql<boolean>`(${sql.ref(`${alias}.user_id`)} = ${owners.id}::int or exists (
        select from node_rights r where r.user_id = ${owners.id}::int and r.company_id = ${sql.ref(`${alias}.company_id`)} and ${sql.raw(grants(owners.right))}))`
    : ownedBy(owners, `${alias}.user_id`);

/** A subquery: as `nodesWithRight`, without the nodes of devices, which have nothing below them. */
export const innerNodesWithRight = (userId: number, right: Right): RawBuilder<number> => sql<number>`
  select r.company_id from companies inside join node_rights r on r.user_id = ${userId}::int and r.company_id = inside.company_id
  where inside.type <> 'Device' and ${sql.raw(grants(right))}
    and inside.user_id in (
      select top.user_id from memberships m join companies top on top.company_id = m.company_id where m.user_id = ${userId}::int)`;

const grantsBit = (bit: string): string => `r.rights & ${bit} <> 0 and (r.expires_at is null or r.expires_at > now())`;
const grants = (right: Right): string => grantsBit(String(RIGHTS[right]));
/**
 * The text of a condition on `d` (devices), for prepared statements: the user of the parameter owns the device, or has the right at
 * its node; where the parameter is null, every device fulfils it.
 * @param right a right, or the parameter or column that has its bit
 */
export const deviceVisibleTo = (parameter: string, right: Right | `${string}.${string}` | `$${string}`): string => {
  const bit = right in RIGHTS ? String(RIGHTS[right as Right]) : right;
  return `(${parameter}::int4 is null or d.user_id = ${parameter}::int4
    or exists (select from node_rights r where r.user_id = ${parameter}::int4 and r.company_id = d.company_id and ${grantsBit(bit)}))`;
};

export const visibleDevice = (userId: number | null, right: Right, alias = 'd'): RawBuilder<boolean> => {
  if (userId === null) return sql<boolean>`true`;
  return sql<boolean>`(${sql.ref(`${alias}.user_id`)} = ${userId}::int or ${hasRightAt(nodeOfDevice(alias), userId, right)})`;
};

/** A subquery: the nodes of those memberships that give a right now, without what is below these nodes. */
export const membershipNodes = (userId: number, right: Right): RawBuilder<number> =>
  sql<number>`select r.company_id from memberships r where r.user_id = ${userId}::int and ${sql.raw(grants(right))}`;

/**
 * A condition: the node in a column is this one, or below it. `is true` keeps Postgres from a join, for which it would find the branch again for each row.
 * @param column a constant of the code, never input
 */
export const isBelow = (column: string, companyId: number): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} in (select unnest(branch_of(${companyId}::int)))) is true`;

/** A condition on `x` (announcement_deliveries): what has begun was not missed, also where it was interrupted. */
export const BEGUN = sql<boolean>`(x.started_at is not null or x.state in ('started', 'finished'))`;
/** Conditions on `x`: what has begun was heard, or sent to a network speaker, which does not say; see NET-6. */
export const HEARD = sql<boolean>`(${BEGUN} and not x.only_sent)`;
export const SENT = sql<boolean>`(${BEGUN} and x.only_sent)`;
/** A condition on `x` and its run `r`: it has begun by a voice of another language than that of the text. */
export const BY_OTHER_VOICE = sql<boolean>`(${BEGUN} and split_part(x.language, '-', 1) <> r.said ->> 'text_language')`;

/** Of `r` (announcement_runs), as `untypedSchema`: only a built-in chime was asked for without a text, and only the server names pages and silences. */
export const UNTYPED = sql<Untyped>`(case
    when r.kind = 'page' then case r.title when ${sql.lit(PAGE_TITLES.recording)} then 'recording' else 'live' end
    when r.schedule_id < ${sql.lit(SILENCES_FROM)} then 'silence'
    when not r.said ?| array['text', 'message_id', 'audio_id'] then r.said ->> 'chime' end)`;

export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
