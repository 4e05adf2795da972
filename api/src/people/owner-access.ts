import type { Right, RightsMask } from '@belfry/schemas/domain/rights';
import { isAdministrator } from '@belfry/schemas/domain/roles';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Caller } from '../policies/accounts.ts';
import type { DevicePolicy } from '../policies/devices.ts';
import {
  canNameOwner,
  ofOwner,
  type OwnerPolicy,
  type OwnersPolicy,
  ownOf,
  type VisibleOwners,
} from '../policies/owners.ts';
import { isMember, organisationsWith, rightsIn } from '../policies/rights.ts';
import { findAccounts, findUserById } from './users.repository.ts';

export async function ownerPermits(
  db: Kysely<Database>,
  user: Caller,
  ownerId: number,
  policy: OwnerPolicy,
): Promise<boolean> {
  if (ownerId === user.id) return policy(user, { id: user.id, role: user.role });
  // Whoever may not name another user as the owner sees no other account either, and costs no statement.
  if (!canNameOwner(user, ownerId)) return false;
  const rights = rightsIn(user, ownerId);
  if (rights !== 0 && policy(user, { id: ownerId, role: 'root', rights })) return true;
  if (!isAdministrator(user.role)) return false;
  const owner = await findUserById(db, ownerId);
  return owner !== undefined && policy(user, { id: owner.id, role: owner.role });
}

export async function nodePermits(
  db: Kysely<Database>,
  user: Caller,
  { company_id, user_id }: { company_id: number; user_id: number },
  policy: OwnerPolicy,
): Promise<boolean> {
  if (user_id !== user.id && rightsIn(user, user_id) !== 0) {
    const rights = await findRightsAt(db, user.id, company_id);
    if (policy(user, { id: user_id, role: 'root', rights })) return true;
    if (!isAdministrator(user.role)) return false;
  }
  return ownerPermits(db, withoutMemberships(user), user_id, policy);
}

export async function devicePermits(
  db: Kysely<Database>,
  user: Caller,
  { company_id, user_id }: { company_id: number | null; user_id: number | null },
  policy: DevicePolicy,
): Promise<boolean> {
  if (policy(user, { user_id })) return true;
  if (company_id === null || user_id === null || rightsIn(user, user_id) === 0) return false;
  return policy(user, { user_id, rights: await findRightsAt(db, user.id, company_id) });
}

export async function permittedNodes(
  db: Kysely<Database>,
  user: Caller,
  nodes: readonly { company_id: number; user_id: number }[],
  policy: OwnerPolicy,
): Promise<Set<number>> {
  const owners = [...new Set(nodes.map(({ user_id }) => user_id))];
  const permitted = await permittedOwners(db, withoutMemberships(user), owners, policy);
  const rights = await findRightsAtNodes(
    db,
    user,
    nodes.map(({ company_id }) => company_id),
  );
  const allowed = nodes.filter(
    ({ company_id, user_id }) =>
      permitted.has(user_id) || policy(user, { id: user_id, role: 'root', rights: rights.get(company_id) ?? 0 }),
  );
  return new Set(allowed.map(({ company_id }) => company_id));
}

/** Nodes without any are absent. */
export async function findRightsAtNodes(
  db: Kysely<Database>,
  user: Caller,
  companyIds: readonly number[],
): Promise<Map<number, RightsMask>> {
  if (!isMember(user) || companyIds.length === 0) return new Map();
  const { rows } = await sql<{ company_id: number; rights: number }>`
    select company_id, bit_or(rights) as rights from node_rights
    where user_id = ${user.id} and company_id = any(${[...companyIds]}::int4[]) and (expires_at is null or expires_at > now())
    group by company_id`.execute(db);
  return new Map(rows.map(({ company_id, rights }) => [company_id, rights]));
}

const withoutMemberships = ({ id, role }: Caller): Caller => ({ id, role });

export async function findRightsAt(db: Kysely<Database>, userId: number, companyId: number): Promise<RightsMask> {
  const { rows } = await sql<{ rights: number | null }>`
    select bit_or(rights) as rights from node_rights
    where user_id = ${userId} and company_id = ${companyId} and (expires_at is null or expires_at > now())`.execute(db);
  return rows[0]?.rights ?? 0;
}

export async function permittedOwners(
  db: Kysely<Database>,
  user: Caller,
  ownerIds: readonly number[],
  policy: OwnerPolicy,
): Promise<Set<number>> {
  const visible = ownerIds.filter((id) => canNameOwner(user, id));
  const accounts = await findAccounts(db, visible);
  const permitted = accounts.filter(({ id, role }) => policy(user, { id, role, rights: rightsIn(user, id) }));
  return new Set(permitted.map(({ id }) => id));
}

/** Throws forbidden where a user who is no administrator names another as the owner. */
export function checkOwner(user: Caller, ownerId: number | undefined): void {
  if (ownerId === undefined || canNameOwner(user, ownerId)) return;
  throw new AppError('forbidden', 'What you add or change here can only be your own');
}

/**
 * Whose objects a list shows: those of the owner that it names, otherwise all of which the caller is owner or member.
 * Throws forbidden for somebody else, user_not_found for an account that an administrator must not know of.
 */
export async function findListedOwners(
  db: Kysely<Database>,
  user: Caller,
  ownerId: number | undefined,
  { policy, visible }: { policy: OwnerPolicy; visible: OwnersPolicy },
): Promise<VisibleOwners> {
  const owners = visible(user);
  if (ownerId === undefined) return owners.kind === 'member' ? owners : ownOf(user.id);
  return ofOwner(owners, await findPermittedOwner(db, user, ownerId, policy));
}

/** Whose nodes a list shows: those that the caller owns or is member of; with one node, which is permitted, that of everybody whom they see. */
export function findListedNodes(user: Caller, visible: OwnersPolicy, companyId: number | undefined): VisibleOwners {
  const owners = visible(user);
  return companyId !== undefined || owners.kind === 'member' ? owners : ownOf(user.id);
}

/**
 * To whom something new belongs that names no owner: to the caller, or, where they have no tree and are member of one
 * organisation with this right only, to that one.
 */
export function homeOf(user: Caller & { owns_nodes?: boolean }, right: Right): number {
  const [organisation, ...others] = organisationsWith(user, right);
  return organisation === undefined || others.length > 0 || user.owns_nodes === true ? user.id : organisation;
}

/**
 * The owner of something new: whom it names, otherwise `homeOf`. Throws as `findListedOwners`, and forbidden for a member without a tree of
 * their own who has this right nowhere: what they add would be nowhere to be seen.
 */
export async function findNewOwner(
  db: Kysely<Database>,
  user: Caller & { owns_nodes?: boolean },
  ownerId: number | undefined,
  { policy, right }: { policy: OwnerPolicy; right: Right },
): Promise<number> {
  const isGuest = user.owns_nodes !== true && isMember(user) && !isAdministrator(user.role);
  if (ownerId === undefined && isGuest && organisationsWith(user, right).length === 0)
    throw new AppError('forbidden', 'You may see this, but not change it');
  return findPermittedOwner(db, user, ownerId ?? homeOf(user, right), policy);
}

/** Throws forbidden, user_not_found. */
export async function findPermittedOwner(
  db: Kysely<Database>,
  user: Caller,
  ownerId: number | undefined,
  policy: OwnerPolicy,
): Promise<number> {
  checkOwner(user, ownerId);
  if (ownerId === undefined) return user.id;
  if (!(await ownerPermits(db, user, ownerId, policy))) throw new AppError('user_not_found', 'User not found');
  return ownerId;
}
