import { isMemberOf } from '../../people/own-work.ts';
import { findRightsAtNodes } from '../../people/owner-access.ts';
import { addElements, findNodesIn, groupChanged, requireChangeableGroup } from '../groups/index.ts';
import { findBulkDevices } from '../devices/index.ts';
import { type BulkChange, type BulkContext, type Decision, nodesOf } from './bulk-changes.ts';

/**
 * Adds the nodes of devices to a group of their owner. Throws not_found for a group that the policy does not permit, unprocessable
 * where it would get too many devices.
 */
export const addToGroup =
  ({ deps, actor, policy }: BulkContext, groupId: number): BulkChange =>
  async (trx, deviceIds, { lock }) => {
    const group = await requireChangeableGroup(trx, actor.user, groupId, { policy: policy.group, lock });
    const nodes = nodesOf(await findBulkDevices(trx, deviceIds));
    const inGroup = new Set(await findNodesIn(trx, groupId, nodes));
    const rights = await findRightsAtNodes(trx, actor.user, nodes);
    const permitted = (node: number): boolean =>
      !isMemberOf(actor.user, group.user_id) ||
      policy.group(actor.user, { id: group.user_id, role: 'root', rights: rights.get(node) ?? 0 });
    return {
      decide: ({ user_id, company_id }): Decision => {
        if (user_id !== group.user_id) {
          return { code: 'other_owner', reason: 'The device and the group belong to different people' };
        }
        if (company_id === null) {
          return { code: 'not_bound', reason: 'The device is not bound to an element of the tree' };
        }
        if (!permitted(company_id)) {
          return { code: 'bound_elsewhere', reason: 'The device is at a place for which you do not plan' };
        }
        return inGroup.has(company_id) ? 'unchanged' : 'change';
      },
      apply: async (trx, devices) => {
        await addElements(trx, group, { user: actor.user, policy: policy.group }, nodesOf(devices));
        return () => groupChanged(deps, group);
      },
    };
  };
