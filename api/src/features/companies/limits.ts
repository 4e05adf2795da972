import { fieldError } from '../../errors.ts';
import { MAIN_COMPANIES_MAX, TREE_NODES_MAX } from '@belfry/schemas/domain/companies';
import type { Kysely } from 'kysely';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { quotaOf, requireInstallationRoom } from '../service/quotas/index.ts';
import { countMainCompanies, countNodesOf, countTree, type NodePosition } from './companies.repository.ts';

/** Throws unprocessable for a full tree. Concurrent additions may exceed the limit slightly. */
export async function checkTreeSize(
  db: Kysely<Database>,
  { tree_id }: Pick<NodePosition, 'tree_id'>,
  more: number,
): Promise<void> {
  if ((await countTree(db, tree_id)) + more <= TREE_NODES_MAX) return;
  throw fieldError('unprocessable', 'parent_company_id', `A tree has ${TREE_NODES_MAX} elements at most`);
}

/** Throws unprocessable for a user who has the maximum number of main companies. */
export async function checkMainCompanyCount(db: Kysely<Database>, ownerId: number): Promise<void> {
  const most = await quotaOf(db, ownerId, MAIN_COMPANIES_MAX);
  if ((await countMainCompanies(db, ownerId)) < most) return;
  throw fieldError('unprocessable', 'name', `There can be ${most} main companies at most`);
}

/**
 * Throws unprocessable if a user would have more nodes than COMPANY_NODES_PER_USER, or the installation more than QUOTA_NODES. With `more` of 0, after nodes were added in
 * this transaction, the check is exact, because the counter is locked until the transaction ends.
 */
export async function checkQuota(
  trx: Kysely<Database>,
  { COMPANY_NODES_PER_USER }: Pick<Config, 'COMPANY_NODES_PER_USER'>,
  ownerId: number,
  more: number,
): Promise<void> {
  await requireInstallationRoom(trx, 'nodes', Math.max(more, 1));
  const most = await quotaOf(trx, ownerId, COMPANY_NODES_PER_USER);
  if ((await countNodesOf(trx, ownerId)) + more <= most) return;
  throw fieldError(
    'unprocessable',
    'parent_company_id',
    `One person can have ${most} elements at most in all trees together`,
  );
}
