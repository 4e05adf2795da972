import type { Kysely } from 'kysely';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { isMissingReference } from '../../db/errors.ts';
import { notFound } from '../../errors.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { audit, type Actor } from '../audit/index.ts';
import { checkOwner } from '../accounts/users/index.ts';
import { countBranch, type CompanyRow } from './companies.repository.ts';
import { findPermittedCompany } from './company-access.ts';
import { companiesChanged } from './company-events.ts';
import { copyBranch, findSiblingNames, lockCopies } from './copy.repository.ts';
import { copyName } from './copy-name.ts';
import { checkMainCompanyCount, checkQuota, checkTreeSize } from './limits.ts';
import type { Deps } from '../../deps.ts';

/**
 * Copies a node with its subtree as a sibling with another name, without device bindings; see TREE-11. Throws not_found for a
 * node that the policy does not permit, unprocessable beyond a limit, rate_limited while another copy of the caller runs.
 * @returns the company_id of the copy
 */
export async function duplicateCompany(
  deps: Deps,
  actor: Actor,
  policy: OwnerPolicy,
  { company_id, user_id }: { company_id: number; user_id?: number },
): Promise<number> {
  checkOwner(actor.user, user_id);
  const copy = await deps.long
    .job(actor.user.id, async (trx) => {
      const source = await findSource(trx, actor, policy, company_id);
      await checkCopySize(trx, deps.config, source);
      const name = copyName(source.name, await findSiblingNames(trx, source));
      const made = await copyBranch(trx, company_id, name);
      if (!made) throw notFound('Company not found');
      await checkQuota(trx, deps.config, made.user_id, 0);
      const details = { user_id: source.user_id, from: company_id, name };
      const object_id = made.company_id;
      await audit(trx, actor, { action: 'company.duplicate', object_kind: 'company', object_id, details });
      return made;
    })
    .catch((error: unknown) => {
      // The parent was deleted while the copy was made.
      throw isMissingReference(error) ? notFound('Company not found') : error;
    });
  companiesChanged(deps, copy);
  return copy.company_id;
}

/** The node to copy, with the lock of its tree. It may be moved to another tree while this waits for the lock. */
async function findSource(
  trx: Kysely<Database>,
  { user }: Actor,
  policy: OwnerPolicy,
  company_id: number,
): Promise<CompanyRow> {
  let source = await findPermittedCompany(trx, user, company_id, policy);
  for (;;) {
    const { tree_id } = source;
    await lockCopies(trx, tree_id);
    source = await findPermittedCompany(trx, user, company_id, policy);
    if (source.tree_id === tree_id) return source;
  }
}

/** Checked before anything is written, because a copy beyond the limits must be cheap. */
async function checkCopySize(
  trx: Kysely<Database>,
  config: Pick<Config, 'COMPANY_NODES_PER_USER'>,
  source: CompanyRow,
): Promise<void> {
  const nodes = await countBranch(trx, source);
  if (source.level === 0) await checkMainCompanyCount(trx, source.user_id);
  else await checkTreeSize(trx, source, nodes);
  await checkQuota(trx, config, source.user_id, nodes);
}
