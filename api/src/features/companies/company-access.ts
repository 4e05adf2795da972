import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Principal } from '../../http/principal.ts';
import { maySee } from '../users-admin/rights.ts';
import { findUser } from '../users/users.service.ts';
import { findCompany, lockCompany, lockTypes, type Lock } from './companies.repository.ts';
import type { CompanyRow } from './companies.table.ts';
import { unprocessable } from './placement.ts';

export { findCompany as findPlace, lockCompany as lockNode, lockNodesOf } from './companies.repository.ts';

/**
 * Whether trees and groups of this person are open to the caller: one's own are, and for administrators those of every
 * account that they may look into (decision 5).
 */
export async function mayOpen(db: Kysely<Database>, user: Principal, ownerId: number): Promise<boolean> {
  if (ownerId === user.id) return true;
  if (!isAdministrator(user.role)) return false;
  const owner = await findUser(db, ownerId);
  return owner !== undefined && maySee(user, owner);
}

/** A node that the caller may reach. Throws not_found for another's too. */
export async function reachCompany(db: Kysely<Database>, user: Principal, id: number): Promise<CompanyRow> {
  return reachable(db, user, await findCompany(db, id));
}

/** The same, and locked as `lockCompany` has it until the transaction ends. */
export async function lockReachable(
  trx: Kysely<Database>,
  user: Principal,
  id: number,
  what: Lock,
): Promise<CompanyRow> {
  return reachable(trx, user, await lockCompany(trx, id, what));
}

async function reachable(db: Kysely<Database>, user: Principal, company: CompanyRow | undefined): Promise<CompanyRow> {
  // The text of specification 002 §8.
  if (!company || !(await mayOpen(db, user, company.user_id))) throw notFound('Company not found');
  return company;
}

/** Throws forbidden where a person names another as the owner; administrators may (decision 4). */
export function checkOwner(user: Principal, ownerId: number | undefined): void {
  if (ownerId === undefined || ownerId === user.id || isAdministrator(user.role)) return;
  throw new AppError('forbidden', 'What you add or change here can only be your own');
}

/** Whose a list or a new main company is: one's own, or for administrators that of whom they name. */
export async function ownerOf(db: Kysely<Database>, user: Principal, ownerId: number | undefined): Promise<number> {
  checkOwner(user, ownerId);
  if (ownerId === undefined) return user.id;
  if (!(await mayOpen(db, user, ownerId))) throw new AppError('user_not_found', 'User not found');
  return ownerId;
}

/** Throws not_found where a node is not there or not this person's, unprocessable where one is no device. */
export async function checkDeviceNodes(trx: Kysely<Database>, ownerId: number, ids: readonly number[]): Promise<void> {
  const types = await lockTypes(trx, ownerId, ids);
  if (types.length < ids.length)
    throw notFound('Some of the devices are not in the tree any more. Please load it again.');
  if (types.some((type) => type !== 'Device')) throw unprocessable('Only devices can be in a group', 'devices');
}
