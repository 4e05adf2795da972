import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError, notFound } from '../../errors.ts';
import { findListedNodes, nodePermits, ownerPermits } from '../../people/owner-access.ts';
import type { Caller } from '../../policies/accounts.ts';
import {
  canReadNode,
  canReadSchedule,
  type OwnerPolicy,
  type OwnersPolicy,
  type VisibleOwners,
} from '../../policies/owners.ts';
import {
  type CompanyRow,
  findCompany,
  type Lock,
  lockCompany,
  lockTypes,
  type NodePosition,
} from './companies.repository.ts';

/** A node that the policy permits. Throws not_found for any other, too, forbidden for one that the caller sees. */
export async function findPermittedCompany(
  db: Kysely<Database>,
  user: Caller,
  id: number,
  policy: OwnerPolicy,
): Promise<CompanyRow> {
  return requirePermitted(db, user, await findCompany(db, id), policy);
}

/** The place of an object at a node; null where the caller must not manage it, whether they see the node or not. */
export async function findManagedPlace(
  db: Kysely<Database>,
  user: Caller,
  { company_id }: { company_id: number },
  policy: OwnerPolicy,
): Promise<{ owner_id: number; company_id: number } | null> {
  const node = await findCompany(db, company_id);
  return node && (await nodePermits(db, user, node, policy)) ? { owner_id: node.user_id, company_id } : null;
}

/**
 * A list of what is managed at nodes: of all that the caller manages, or of one and below it. It throws not_found for a node that the caller does
 * not manage.
 */
export function listAtNodes<View>(
  find: (db: Kysely<Database>, owners: VisibleOwners, companyId: number | undefined) => Promise<View[]>,
) {
  return async (
    { db }: Pick<Deps, 'db'>,
    user: Caller,
    policies: { node: OwnerPolicy; visible: OwnersPolicy },
    companyId: number | undefined,
  ): Promise<View[]> => {
    if (companyId !== undefined) await findPermittedCompany(db, user, companyId, policies.node);
    return find(db, findListedNodes(user, policies.visible, companyId), companyId);
  };
}

/** Locks a node as `lockCompany` does. Throws not_found for one that the policy does not permit. */
export async function lockPermittedCompany(
  trx: Kysely<Database>,
  user: Caller,
  id: number,
  { policy, lock }: { policy: OwnerPolicy; lock: Lock },
): Promise<CompanyRow> {
  return requirePermitted(trx, user, await lockCompany(trx, id, lock), policy);
}

async function requirePermitted(
  db: Kysely<Database>,
  user: Caller,
  company: CompanyRow | undefined,
  policy: OwnerPolicy,
): Promise<CompanyRow> {
  if (company && (await nodePermits(db, user, company, policy))) return company;
  if (company && (await nodePermits(db, user, company, canReadNode)))
    throw policy === canReadSchedule
      ? new AppError('forbidden', 'You may see this place, but not its texts and schedules')
      : readOnly();
  throw notFound('Company not found');
}

const readOnly = (): AppError => new AppError('forbidden', 'You may see this, but not change it');

/**
 * A node is moved, copied and deleted by those who may change what is above it: a member changes what is inside of their branch,
 * and not the branch itself. Throws forbidden.
 */
export async function checkPermittedParent(
  db: Kysely<Database>,
  user: Caller,
  { company_id, parent_company_id, user_id }: Pick<CompanyRow, 'company_id' | 'parent_company_id' | 'user_id'>,
  policy: OwnerPolicy,
): Promise<void> {
  if (user_id === user.id) return;
  const permitted =
    parent_company_id === null
      ? await ownerPermits(db, { id: user.id, role: user.role }, user_id, policy)
      : await nodePermits(db, user, { company_id: parent_company_id, user_id }, policy);
  if (permitted) return;
  throw new AppError('forbidden', `You may change what is in element ${company_id}, but not move, copy or delete it`);
}

/** Throws not_found if a node does not exist or belongs to another user, unprocessable if one is not a device node. */
export async function checkDeviceNodes(trx: Kysely<Database>, ownerId: number, ids: readonly number[]): Promise<void> {
  const types = await lockTypes(trx, ownerId, ids);
  if (types.length < ids.length)
    throw notFound('Some of the devices are not in the tree any more. Please load it again.');
  if (types.some((type) => type !== 'Device'))
    throw fieldError('unprocessable', 'devices', 'Only devices can be in a group');
}

/**
 * Must be called after the commit. Notifies the consoles that show the tree, with the ids of the node and its main company, and
 * with `otherTree` if the node was moved there.
 */
export function companiesChanged(
  { events }: Pick<Deps, 'events'>,
  { company_id, tree_id, user_id }: Pick<NodePosition, 'company_id' | 'tree_id' | 'user_id'>,
  otherTree = tree_id,
): void {
  events.changed('companies_changed', [...new Set([company_id, tree_id, otherTree])], user_id);
}
