import { COMPANY_LIMITS } from '@belfry/schemas/domain/companies';
import type { Kysely } from 'kysely';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import type { Caller } from '../../policies/accounts.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { insertNodes, lockCopies, lockMoves, setParent } from './branches.repository.ts';
import type { CompanyRow, NodePosition } from './companies.repository.ts';
import { findPermittedCompany, lockPermittedCompany } from './company-access.ts';
import { checkPlacement, checkQuota, checkTreeSize } from './tree-rules.ts';

/**
 * A node below which devices are placed; with `lock` it is locked in the order of `moveCompany`, before any device or device
 * node. Throws not_found for a node that the policy does not permit, unprocessable for one that cannot contain devices.
 */
export async function lockDeviceParent(
  trx: Kysely<Database>,
  user: Caller,
  id: number,
  { policy, lock }: { policy: OwnerPolicy; lock: boolean },
): Promise<CompanyRow> {
  const node = await findPermittedCompany(trx, user, id, policy);
  checkPlacement(node, 'Device');
  if (!lock) return node;
  await lockMoves(trx, node.user_id);
  const { tree_id } = await findPermittedCompany(trx, user, id, policy);
  await lockCopies(trx, tree_id);
  return lockPermittedCompany(trx, user, id, { policy, lock: 'as-parent' });
}

/** Adds a node of type Device per name below a locked parent; returns their ids in the same order. Throws unprocessable. */
export async function addDeviceNodes(
  trx: Kysely<Database>,
  config: Pick<Config, 'COMPANY_NODES_PER_USER'>,
  parent: NodePosition,
  names: readonly string[],
): Promise<number[]> {
  if (names.length === 0) return [];
  await checkTreeSize(trx, parent, names.length);
  const ids = await insertNodes(
    trx,
    names.map((name) => ({
      name: name.slice(0, COMPANY_LIMITS.name),
      type: 'Device' as const,
      parent_company_id: parent.company_id,
      main_company_id: parent.tree_id,
      level: parent.level + 1,
      user_id: parent.user_id,
    })),
  );
  await checkQuota(trx, config, parent.user_id, 0);
  return ids;
}

/** Moves locked nodes of type Device, which have no children, below a locked parent of the same owner. Throws unprocessable. */
export async function moveDeviceNodes(
  trx: Kysely<Database>,
  parent: NodePosition,
  nodes: readonly NodePosition[],
): Promise<void> {
  if (nodes.length === 0) return;
  await checkTreeSize(trx, parent, nodes.filter(({ tree_id }) => tree_id !== parent.tree_id).length);
  await setParent(
    trx,
    nodes.map(({ company_id }) => company_id),
    parent,
  );
}
