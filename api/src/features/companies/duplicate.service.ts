import type { Deps } from '../../deps.ts';
import { audit, type Actor } from '../audit/audit.service.ts';
import { checkOwner, lockReachable } from './company-access.ts';
import { companiesChanged } from './company-events.ts';
import { copyBranch, findNamesBeside } from './copy.repository.ts';
import { copyName } from './copy-name.ts';
import { checkMainRoom, checkRoom } from './room.ts';

/**
 * Copies a node with everything below it, beside itself and under a name of its own, without device bindings (decision
 * 26). Throws not_found for another's, unprocessable where there is no room for it.
 * @returns the company_id of the copy
 */
export async function duplicateCompany(
  deps: Deps,
  actor: Actor,
  { company_id, user_id }: { company_id: number; user_id?: number },
): Promise<number> {
  checkOwner(actor.user, user_id);
  const copy = await deps.db.transaction().execute(async (trx) => {
    // Two who copy the same node take turns, so that they find different names.
    const source = await lockReachable(trx, actor.user, company_id, 'to-change');
    if (source.level === 0) await checkMainRoom(trx, source.user_id);
    const name = copyName(source.name, await findNamesBeside(trx, source));
    const made = await copyBranch(trx, company_id, name);
    await checkRoom(trx, made, 0);
    const details = { user_id: source.user_id, from: company_id, name };
    const object_id = made.company_id;
    await audit(trx, actor, { action: 'company.duplicate', object_kind: 'company', object_id, details });
    return made;
  });
  companiesChanged(deps, copy);
  return copy.company_id;
}
