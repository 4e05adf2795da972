import { type AppError, fieldError } from '../../../../errors.ts';
import { companiesChanged, findNodePositions } from '../../../companies/index.ts';
import { changeOwner, findBulkDevices, ownerChanged } from '../../index.ts';
import { ownerPermits, permittedOwners } from '../../../../people/owner-access.ts';
import type { BulkChange, BulkContext } from '../bulk-change.ts';
import { notifyOwners } from './notify-owners.ts';
import { nodesOf } from './nodes-of.ts';

/**
 * Gives devices to another owner, null for none, with the consequences of DEV-17, and unbinds them. Throws unprocessable for a
 * user whom the policy does not permit; a device of such a user is refused.
 */
export const changeOwners =
  ({ deps, actor, policy }: BulkContext, ownerId: number | null): BulkChange =>
  async (trx, deviceIds) => {
    if (ownerId !== null && !(await ownerPermits(trx, actor.user, ownerId, policy.owner))) throw noSuchUser(ownerId);
    // A device that gets another owner before it is locked is refused.
    const present = (await findBulkDevices(trx, deviceIds)).flatMap(({ user_id }) => user_id ?? []);
    const permitted = await permittedOwners(trx, actor.user, [...new Set(present)], policy.owner);
    return {
      decide: ({ user_id }) => {
        if (user_id === ownerId) return 'unchanged';
        if (user_id === null || permitted.has(user_id)) return 'change';
        return { code: 'other_owner', reason: 'This device belongs to somebody else' };
      },
      apply: async (trx, devices) => {
        const left = await findNodePositions(trx, nodesOf(devices));
        const ownership = await changeOwner(trx, devices, ownerId);
        return async () => {
          for (const node of left) companiesChanged(deps, node);
          notifyOwners(deps, devices);
          await ownerChanged(deps, ownership);
        };
      },
    };
  };

function noSuchUser(id: number): AppError {
  return fieldError('unprocessable', 'change.user_id', `There is no user with the number ${id}`);
}
