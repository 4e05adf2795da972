import { isAdministrator } from '@belfry/schemas/domain/roles';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { AppError, notFound } from '../../errors.ts';
import { mayReach, type Principal } from '../../http/principal.ts';
import { maySee } from '../users-admin/rights.ts';
import { findUser } from '../users/users.service.ts';
import { findCompany, lockCompany, lockTypes, type Lock } from './companies.repository.ts';
import type { CompanyRow } from './companies.table.ts';
import { unprocessable } from './placement.ts';

export { findCompany as findPlace, lockCompany as lockNode } from './companies.repository.ts';

/** A node that the caller may reach. Throws not_found for another's too. */
export async function reachCompany(db: Kysely<Database>, user: Principal, id: number): Promise<CompanyRow> {
  return reachable(user, await findCompany(db, id));
}

/** The same, and locked as `lockCompany` has it until the transaction ends. */
export async function lockReachable(
  trx: Kysely<Database>,
  user: Principal,
  id: number,
  what: Lock,
): Promise<CompanyRow> {
  return reachable(user, await lockCompany(trx, id, what));
}

function reachable(user: Principal, company: CompanyRow | undefined): CompanyRow {
  // The text of specification 002 §8.
  if (!company || !mayReach(user, company.user_id)) throw notFound('Company not found');
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
  if (ownerId === undefined || ownerId === user.id) return user.id;
  const owner = await findUser(db, ownerId);
  if (!owner || !maySee(user, owner)) throw new AppError('user_not_found', 'User not found');
  return ownerId;
}

/** Throws not_found where a node is not there or not this person's, unprocessable where one is no device. */
export async function checkDeviceNodes(trx: Kysely<Database>, ownerId: number, ids: readonly number[]): Promise<void> {
  const types = await lockTypes(trx, ownerId, ids);
  if (types.length < ids.length)
    throw notFound('Some of the devices are not in the tree any more. Please load it again.');
  if (types.some((type) => type !== 'Device')) throw unprocessable('Only devices can be in a group', 'devices');
}
