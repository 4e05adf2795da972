import type { BulkFailure } from '@belfry/schemas/http/fleet/bulk';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { DevicePolicy } from '../../policies/devices.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import type { Actor } from '../../audit/audit-log.repository.ts';
import {
  type BulkDevice,
  changeOwner,
  findBulkDevices,
  ownerChanged,
  setBindings,
  updateDevices,
  updateTags,
  devicesChanged,
} from '../devices/index.ts';
import type { Deps } from '../../deps.ts';
import {
  addDeviceNodes,
  companiesChanged,
  findNodePositions,
  lockDeviceParent,
  lockNodePositions,
  moveDeviceNodes,
  type NodePosition,
} from '../companies/index.ts';
import type { DeviceMode } from '@belfry/schemas/domain/device';
import { TAGS_MAX } from '@belfry/schemas/domain/tags';
import { type AppError, fieldError } from '../../errors.ts';
import { ownerPermits, permittedNodes, permittedOwners } from '../../people/owner-access.ts';

type BulkPolicy = {
  device: DevicePolicy;
  edit: DevicePolicy;
  node: OwnerPolicy;
  group: OwnerPolicy;
  owner: OwnerPolicy;
};

export type BulkContext = { deps: Deps; actor: Actor; policy: BulkPolicy };

/** `change`, nothing because it is so already, or the reason of a refusal. */
export type Decision = 'change' | 'unchanged' | Omit<BulkFailure, 'serial'>;

type AfterCommit = () => void | Promise<void>;

/** One change in one batch of devices. The same decisions make the preview, where `apply` is not called. */
export type PreparedChange = {
  decide(device: BulkDevice): Decision;
  /** Writes the devices that `decide` has accepted. A constant number of statements, whatever the number of devices. */
  apply(trx: Kysely<Database>, devices: readonly BulkDevice[]): Promise<AfterCommit>;
};

/**
 * Reads, and with `lock` locks, what the change refers to besides the devices: nodes, groups, accounts. It is called before the
 * devices are locked, so that all transactions lock nodes first. Throws where the whole change is impossible.
 */
export type BulkChange = (
  trx: Kysely<Database>,
  deviceIds: readonly number[],
  options: { lock: boolean },
) => Promise<PreparedChange>;

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
    const movable = await permittedNodes(trx, actor.user, nodes.map(parentOf), policy.node);

    return {
      decide: ({ user_id, company_id }): Decision => {
        if (user_id !== null && user_id !== parent.user_id) {
          return { code: 'other_owner', reason: 'The device and the company belong to different people' };
        }
        if (company_id === null) return 'change';
        const node = positions.get(company_id);
        if (!node) return { code: 'bound_elsewhere', reason: 'The device was bound to another element meanwhile' };
        if (!movable.has(parentOf(node).company_id))
          return { code: 'bound_elsewhere', reason: 'The device is bound to an element that cannot be moved' };
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

const parentOf = ({ parent_company_id, company_id, user_id }: NodePosition) => ({
  company_id: parent_company_id ?? company_id,
  user_id,
});

/** Sets the mode; blocked devices are disconnected. */
export const changeMode = ({ deps }: BulkContext, device_mode: DeviceMode): BulkChange =>
  always({
    decide: (device) => (device.device_mode === device_mode ? 'unchanged' : 'change'),
    apply: async (trx, devices) => {
      await updateDevices(trx, idsOf(devices), { device_mode });
      return async () => {
        notifyOwners(deps, devices);
        if (device_mode !== 'blocked') return;
        const serials = devices.map(({ serial }) => serial);
        await deps.broker.disconnect('device', serials);
      };
    },
  });

export const changeNote = ({ deps }: BulkContext, note: string | null): BulkChange =>
  always({
    decide: (device) => (device.note === note ? 'unchanged' : 'change'),
    apply: async (trx, devices) => {
      await updateDevices(trx, idsOf(devices), { note });
      return () => notifyOwners(deps, devices);
    },
  });

type TagChange = { add: readonly string[]; remove: readonly string[] };

export const changeTags = ({ deps }: BulkContext, change: TagChange): BulkChange =>
  always({
    decide: ({ tags }) => {
      const next = new Set([...tags, ...change.add]).difference(new Set(change.remove));
      if (next.size > TAGS_MAX) return { code: 'too_many_tags', reason: `A device has ${TAGS_MAX} tags at most` };
      return next.size === tags.length && tags.every((tag) => next.has(tag)) ? 'unchanged' : 'change';
    },
    apply: async (trx, devices) => {
      await updateTags(trx, idsOf(devices), change);
      return () => notifyOwners(deps, devices);
    },
  });

const always =
  (prepared: PreparedChange): BulkChange =>
  () =>
    Promise.resolve(prepared);

const idsOf = (devices: readonly BulkDevice[]): number[] => devices.map(({ device_id }) => device_id);

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

export const nodesOf = (devices: readonly Pick<BulkDevice, 'company_id'>[]): number[] =>
  devices.flatMap(({ company_id }) => company_id ?? []);

/** After the commit: notifies the consoles of administrators and of the owners. */
export function notifyOwners(deps: Deps, devices: readonly BulkDevice[]): void {
  for (const [ownerId, owned] of Map.groupBy(devices, ({ user_id }) => user_id)) {
    const ids = owned.map(({ device_id }) => device_id);
    devicesChanged(deps, ids, ownerId);
  }
}
