import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../http/principal.ts';
import { canAccessOwner } from '../users/index.ts';
import { findCompany, lockCompany, lockTypes, type Lock } from './companies.repository.ts';
import type { CompanyRow } from './companies.table.ts';
import { unprocessable } from './placement.ts';

/** A node of an owner whom the caller may access. Throws not_found for any other, too. */
export async function findVisibleCompany(db: Kysely<Database>, user: Principal, id: number): Promise<CompanyRow> {
  return requireVisible(db, user, await findCompany(db, id));
}

/** The same, and locked as `lockCompany` has it until the transaction ends. */
export async function lockVisibleCompany(
  trx: Kysely<Database>,
  user: Principal,
  id: number,
  what: Lock,
): Promise<CompanyRow> {
  return requireVisible(trx, user, await lockCompany(trx, id, what));
}

async function requireVisible(
  db: Kysely<Database>,
  user: Principal,
  company: CompanyRow | undefined,
): Promise<CompanyRow> {
  if (!company || !(await canAccessOwner(db, user, company.user_id))) throw notFound('Company not found');
  return company;
}

/** Throws not_found where a node is not there or not this person's, unprocessable where one is no device. */
export async function checkDeviceNodes(trx: Kysely<Database>, ownerId: number, ids: readonly number[]): Promise<void> {
  const types = await lockTypes(trx, ownerId, ids);
  if (types.length < ids.length)
    throw notFound('Some of the devices are not in the tree any more. Please load it again.');
  if (types.some((type) => type !== 'Device')) throw unprocessable('Only devices can be in a group', 'devices');
}
