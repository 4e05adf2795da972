import {
  addDeviceNodes,
  companiesChanged,
  findNodePositions,
  lockDeviceParent,
  lockNodePositions,
  moveDeviceNodes,
  type NodePosition,
} from '../../../companies/index.ts';
import { changeOwner, findBulkDevices, ownerChanged, setBindings } from '../../index.ts';
import type { BulkChange, BulkContext, Decision } from '../bulk-change.ts';
import { notifyOwners } from './notify-owners.ts';
import { nodesOf } from './nodes-of.ts';

/**
 * Places devices below a company: the node of a bound device moves there, an unbound device gets a new node that is named after its
 * serial number, and a device without an owner becomes that of the company's owner; see DEV-45. Throws not_found for a node that the
 * policy does not permit, unprocessable for one that cannot contain devices.
 */
export const placeBelow =
  ({ deps, actor, policy }: BulkContext, companyId: number): BulkChange =>
  async (trx, deviceIds, { lock }) => {
    const parent = await lockDeviceParent(trx, actor.user, companyId, { policy: policy.node, lock });
    const bound = nodesOf(await findBulkDevices(trx, deviceIds));
    const nodes = await (lock ? lockNodePositions : findNodePositions)(trx, bound);
    const positions = new Map(nodes.map((node) => [node.company_id, node]));

    return {
      decide: ({ user_id, company_id }): Decision => {
        if (user_id !== null && user_id !== parent.user_id) {
          return { code: 'other_owner', reason: 'The device and the company belong to different people' };
        }
        if (company_id === null) return 'change';
        const node = positions.get(company_id);
        if (!node) return { code: 'bound_elsewhere', reason: 'The device was bound to another element meanwhile' };
        return node.parent_company_id === companyId ? 'unchanged' : 'change';
      },
      apply: async (trx, devices) => {
        const moving = devices.flatMap(({ company_id }) => positionOf(company_id) ?? []);
        await moveDeviceNodes(trx, parent, moving);
        const unbound = devices.filter(({ company_id }) => company_id === null);
        const names = unbound.map(({ serial }) => serial);
        const created = await addDeviceNodes(trx, deps.config, parent, names);
        const ownership = await changeOwner(trx, unbound, parent.user_id);
        await setBindings(
          trx,
          unbound.flatMap(({ device_id }, index) => {
            const company_id = created[index];
            return company_id === undefined ? [] : [{ device_id, company_id }];
          }),
        );
        return async () => {
          companiesChanged(deps, parent);
          for (const node of moving) companiesChanged(deps, node, parent.tree_id);
          notifyOwners(deps, devices);
          await ownerChanged(deps, ownership);
        };
      },
    };

    function positionOf(id: number | null): NodePosition | undefined {
      return id === null ? undefined : positions.get(id);
    }
  };
