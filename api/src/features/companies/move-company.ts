import { TREE_DEPTH_MAX, TREE_NODES_MAX } from '@belfry/schemas/domain/companies';
import type { MoveCompanyBody } from '@belfry/schemas/http/companies/changes';
import type { CompanyInfo } from '@belfry/schemas/http/companies/companies';
import type { ErrorCode } from '@belfry/schemas/http/errors';
import type { Kysely } from 'kysely';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { type AppError, fieldError, notFound } from '../../errors.ts';
import type { Wire } from '../../http/routes/route.ts';
import { memberAccessChanged } from '../../people/member-access.ts';
import { checkOwner } from '../../people/owner-access.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { type BranchNode, lockBranch, lockCopies, lockMoves, moveBranch } from './branches.repository.ts';
import { type CompanyRow, countTree } from './companies.repository.ts';
import {
  checkPermittedParent,
  companiesChanged,
  findPermittedCompany,
  lockPermittedCompany,
} from './company-access.ts';
import { readInfo } from './read-companies.ts';
import { placementError } from './tree-rules.ts';

/**
 * Moves a node with its subtree below another node of the same owner, in the same tree or in another one; see TREE-44.
 * Throws not_found for a node or parent that the policy does not permit or that has another owner, tree_cycle,
 * place_not_allowed, tree_too_deep or tree_full for a parent that cannot take it, rate_limited while another large
 * operation of the caller runs.
 */
export async function moveCompany(
  deps: Deps,
  actor: Actor,
  policy: OwnerPolicy,
  { user_id, ...move }: MoveCompanyBody,
): Promise<Wire<CompanyInfo>> {
  checkOwner(actor.user, user_id);
  const moved = await deps.long.job(actor.user.id, (trx) => moveInTransaction(trx, actor, policy, move));
  if (moved) {
    companiesChanged(deps, moved.node, moved.parent.tree_id);
    await memberAccessChanged(deps, moved.node.user_id);
  }
  return readInfo(deps, actor.user, policy, move.company_id);
}

type Move = Omit<MoveCompanyBody, 'user_id'>;

/**
 * The order of the locks: moves of the owner, copies in both trees, the new parent, the branch. Copies are waited for
 * before any row is locked, so that additions do not wait for a copy.
 * @returns the node before the move and its new parent; null if it is below that parent already
 */
async function moveInTransaction(
  trx: Kysely<Database>,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, parent_company_id }: Move,
): Promise<{ node: CompanyRow; parent: CompanyRow } | null> {
  const { user_id } = await findPermittedCompany(trx, actor.user, company_id, policy);
  await lockMoves(trx, user_id);
  // From here on only this transaction changes positions in the trees of the owner.
  const node = await findPermittedCompany(trx, actor.user, company_id, policy);
  const target = await findPermittedCompany(trx, actor.user, parent_company_id, policy);
  if (target.user_id !== user_id) throw notFound('Company not found');
  if (node.parent_company_id === parent_company_id) return null;
  await checkPermittedParent(trx, actor.user, node, policy);
  checkType(node, target);
  await lockCopies(trx, node.tree_id, target.tree_id);
  const parent = await lockPermittedCompany(trx, actor.user, parent_company_id, { policy, lock: 'as-parent' });
  const branch = await lockBranch(trx, company_id);
  if (branch.length === 0) throw notFound('Company not found');
  await checkBranch(trx, node, parent, branch);
  await moveBranch(trx, node, parent, branch);
  const details = { user_id, from: node.parent_company_id, to: parent_company_id };
  await audit(trx, actor, {
    action: 'company.move',
    object_kind: 'company',
    object_id: company_id,
    owner_id: user_id,
    details,
    before: { parent_company_id: node.parent_company_id },
    after: { parent_company_id },
  });
  return { node, parent };
}

function checkType(node: CompanyRow, parent: CompanyRow): void {
  if (node.type === 'Main') throw refusal('place_not_allowed', 'A main company cannot be moved below another element');
  const why = placementError(parent.type, node.type);
  if (why) throw refusal('place_not_allowed', why);
}

/** Concurrent additions may exceed the size of a tree slightly, as they do among themselves. */
async function checkBranch(
  trx: Kysely<Database>,
  node: CompanyRow,
  parent: CompanyRow,
  branch: readonly BranchNode[],
): Promise<void> {
  if (branch.some(({ company_id }) => company_id === parent.company_id)) {
    throw refusal('tree_cycle', 'An element cannot be moved below itself');
  }
  const deepest = branch.reduce((max, { level }) => Math.max(max, level), node.level);
  if (deepest - node.level + parent.level + 1 > TREE_DEPTH_MAX) {
    throw refusal('tree_too_deep', `A tree has ${TREE_DEPTH_MAX} levels at most`);
  }
  if (node.tree_id !== parent.tree_id && (await countTree(trx, parent.tree_id)) + branch.length > TREE_NODES_MAX) {
    throw refusal('tree_full', `A tree has ${TREE_NODES_MAX} elements at most`);
  }
}

const refusal = (code: ErrorCode, message: string): AppError => fieldError(code, 'parent_company_id', message);
