import { companiesChanged, findNodePositions } from '../../../companies/index.ts';
import { clearBindings, findBulkDevices } from '../../index.ts';
import { permittedOwners } from '../../../accounts/users/index.ts';
import type { BulkChange, BulkContext } from '../bulk-change.ts';
import { notifyOwners } from './notify-owners.ts';
import { nodesOf } from './nodes-of.ts';

/** Unbinds devices from their nodes, which stay. A device of a user whose nodes the policy does not permit is refused. */
export const unbindDevices =
  ({ deps, actor, policy }: BulkContext): BulkChange =>
  async (trx, deviceIds) => {
    const nodes = await findNodePositions(trx, nodesOf(await findBulkDevices(trx, deviceIds)));
    const owners = [...new Set(nodes.map(({ user_id }) => user_id))];
    const permitted = await permittedOwners(trx, actor.user, owners, policy.node);
    const places = new Map(nodes.map((node) => [node.company_id, node]));
    return {
      decide: ({ company_id }) => {
        if (company_id === null) return 'unchanged';
        const node = places.get(company_id);
        if (node && permitted.has(node.user_id)) return 'change';
        return { code: 'bound_elsewhere', reason: 'This device is bound to an element that cannot be changed' };
      },
      apply: async (trx, devices) => {
        await clearBindings(
          trx,
          devices.map(({ device_id }) => device_id),
        );
        return () => {
          for (const { company_id } of devices) {
            const node = company_id === null ? undefined : places.get(company_id);
            if (node) companiesChanged(deps, node);
          }
          notifyOwners(deps, devices);
        };
      },
    };
  };
