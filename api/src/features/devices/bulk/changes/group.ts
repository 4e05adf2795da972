import { findBulkDevices } from '../../index.ts';
import { addElements, findNodesIn, groupChanged, readGroup } from '../../../groups/index.ts';
import type { BulkChange, BulkContext, Decision } from '../bulk-change.ts';
import { nodesOf } from './nodes-of.ts';

/**
 * Adds the nodes of devices to a group of their owner. Throws not_found for a group that the policy does not permit, unprocessable
 * where it would get too many devices.
 */
export const addToGroup =
  ({ deps, actor, policy }: BulkContext, groupId: number): BulkChange =>
  async (trx, deviceIds, { lock }) => {
    const group = await readGroup(trx, actor.user, groupId, { policy: policy.group, lock });
    const inGroup = new Set(await findNodesIn(trx, groupId, nodesOf(await findBulkDevices(trx, deviceIds))));
    return {
      decide: ({ user_id, company_id }): Decision => {
        if (user_id !== group.user_id) {
          return { code: 'other_owner', reason: 'The device and the group belong to different people' };
        }
        if (company_id === null) {
          return { code: 'not_bound', reason: 'The device is not bound to an element of the tree' };
        }
        return inGroup.has(company_id) ? 'unchanged' : 'change';
      },
      apply: async (trx, devices) => {
        await addElements(trx, group, nodesOf(devices));
        return () => groupChanged(deps, group);
      },
    };
  };
