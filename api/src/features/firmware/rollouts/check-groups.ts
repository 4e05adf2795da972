import type { StartRollout } from '@belfry/schemas/http/devices/firmware-rollouts';
import { notFound } from '../../../errors.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import type { OwnerPolicy } from '../../../policies/owners.ts';
import { findGroupOwners } from './rollouts.repository.ts';
import type { Deps } from '../../../deps.ts';

/** Throws not_found for a group that does not exist or that the policy does not permit. */
export async function checkGroups({ db }: Deps, user: Principal, policy: OwnerPolicy, { phases }: StartRollout) {
  const wanted = new Set(phases.flatMap((phase) => (typeof phase === 'number' ? [] : phase.group_ids)));
  if (wanted.size === 0) return;
  const found = (await findGroupOwners(db, phases)).filter((owner) => policy(user, owner));
  for (const { group_id } of found) wanted.delete(group_id);
  const [missing] = wanted;
  if (missing !== undefined) throw notFound(`There is no group ${missing}`);
}
