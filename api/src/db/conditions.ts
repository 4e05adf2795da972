import { type Right, RIGHTS } from '@belfry/schemas/domain/rights';
import { sql, type RawBuilder } from 'kysely';
import type { VisibleOwners } from '../policies/owners.ts';

/**
 * A condition: the object is one that the caller finds. Every statement that loads objects of several people contains it.
 * @param column the id of the owner, such as `r.user_id`; a constant of the code, never input
 * @param node the node at which the object is, such as `d.company_id`; absent for what belongs to a whole organisation
 */
export function ownedBy(owners: VisibleOwners, column: string, node?: string): RawBuilder<boolean> {
  if (owners.kind === 'all') return sql<boolean>`true`;
  const owner = sql.ref(column);
  if (owners.kind === 'own') return sql<boolean>`${owner} = ${owners.id}::int`;
  if (owners.kind === 'member') return visibleToMember(owners, owner, node);
  return sql<boolean>`not exists (select from users root_owner where root_owner.id = ${owner} and root_owner.role = 'root')`;
}

function visibleToMember(
  { id, right, organisations, of }: Extract<VisibleOwners, { kind: 'member' }>,
  owner: RawBuilder<unknown>,
  node: string | undefined,
): RawBuilder<boolean> {
  if (node === undefined) {
    const owners =
      of === undefined ? [id, ...organisations] : organisations.filter((organisation) => organisation === of);
    return sql<boolean>`${owner} = any(${owners}::int4[])`;
  }
  const atNodes = sql<boolean>`${sql.ref(node)} in (${nodesWithRight(id, right)})`;
  return of === undefined
    ? sql<boolean>`(${owner} = ${id}::int or ${atNodes})`
    : sql<boolean>`(${owner} = ${of}::int and ${atNodes})`;
}

/** A subquery: the ids of the nodes at which a member has a right now. It names no outer row, so Postgres evaluates it once. */
export const nodesWithRight = (userId: number, right: Right): RawBuilder<number> =>
  sql<number>`select r.company_id from node_rights r where r.user_id = ${userId}::int and ${sql.raw(grants(right))}`;

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
    or d.company_id in (select r.company_id from node_rights r where r.user_id = ${parameter}::int4 and ${grantsBit(bit)}))`;
};

/** As `deviceVisibleTo`, on a device under the alias `d`, or another table with its columns, for a statement that is not prepared. */
export const visibleDevice = (userId: number | null, right: Right, alias = 'd'): RawBuilder<boolean> => {
  if (userId === null) return sql<boolean>`true`;
  const [owner, node] = [sql.ref(`${alias}.user_id`), sql.ref(`${alias}.company_id`)];
  return sql<boolean>`(${owner} = ${userId}::int or ${node} in (${nodesWithRight(userId, right)}))`;
};

/** A subquery: the nodes of those memberships that give a right now, without what is below these nodes. */
export const membershipNodes = (userId: number, right: Right): RawBuilder<number> =>
  sql<number>`select r.company_id from memberships r where r.user_id = ${userId}::int and ${sql.raw(grants(right))}`;

/** Escapes the wildcards of `like`. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);
