import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import {
  type BulkAnswer,
  type BulkChangeBody,
  type BulkPreview,
  type BulkTargets,
  BULK_FAILURES_MAX,
  type BulkFailure,
  BULK_DEVICES_MAX,
  BULK_SERIALS_MAX,
} from '@belfry/schemas/http/fleet/bulk';
import { canReceiveCommands } from '@belfry/schemas/domain/device';
import { transact } from '../../db/transact.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { audit } from '../../audit/audit-log.repository.ts';
import { findRightsAtNodes, permittedNodes } from '../../people/owner-access.ts';
import { requiredOwner } from '../../policies/devices.ts';
import { findsNodesOfRoots, operableDevices } from '../../policies/owners.ts';
import {
  findBulkDevices,
  lockBulkDevices,
  type BulkDevice,
  findIdsBySerial,
  findMatchingIds,
  clearBindings,
} from '../devices/index.ts';
import {
  type BulkContext,
  type Decision,
  type PreparedChange,
  type BulkChange,
  placeBelow,
  changeMode,
  changeNote,
  changeTags,
  changeOwners,
  nodesOf,
  notifyOwners,
} from './bulk-changes.ts';
import { AppError } from '../../errors.ts';
import { companiesChanged, findNodePositions } from '../companies/index.ts';
import { isMemberOf } from '../../people/own-work.ts';
import { addElements, findNodesIn, groupChanged, requireChangeableGroup } from '../groups/index.ts';

/** Unbinds devices from their nodes, which stay. A device of a user whose nodes the policy does not permit is refused. */
const unbindDevices =
  ({ deps, actor, policy }: BulkContext): BulkChange =>
  async (trx, deviceIds) => {
    const nodes = await findNodePositions(trx, nodesOf(await findBulkDevices(trx, deviceIds)));
    const permitted = await permittedNodes(trx, actor.user, nodes, policy.node);
    const places = new Map(nodes.map((node) => [node.company_id, node]));
    return {
      decide: ({ company_id }) => {
        if (company_id === null) return 'unchanged';
        const node = places.get(company_id);
        if (node && permitted.has(node.company_id)) return 'change';
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

type Targets = { ids: number[]; missing: BulkFailure[] };
/**
 * Finds the devices that are named, or that match the filter at this moment. Throws unprocessable for a filter that matches
 * more than BULK_DEVICES_MAX.
 */
async function findTargets({ deps, actor, policy }: BulkContext, targets: BulkTargets): Promise<Targets> {
  const owner = requiredOwner(policy.device, actor.user);
  if ('serials' in targets) {
    const serials = [...new Set(targets.serials)];
    const devices = await findIdsBySerial(deps.db, serials, owner);
    const ownSerials = new Set(devices.map(({ serial }) => serial));
    const missing = serials.filter((serial) => !ownSerials.has(serial)).map(notFound);
    return { ids: devices.map(({ device_id }) => device_id), missing };
  }
  const filter = {
    ...targets.filter,
    ...(owner !== null && { owners: operableDevices(actor.user) }),
    hidesRoots: !findsNodesOfRoots(policy.node, actor.user),
  };
  const ids = await deps.long.read(actor.user.id, ({ db }) => findMatchingIds(db, filter, BULK_DEVICES_MAX + 1));
  if (ids.length <= BULK_DEVICES_MAX) return { ids, missing: [] };
  throw new AppError('unprocessable', `A bulk change reaches ${BULK_DEVICES_MAX} devices at most. Narrow the filter.`);
}
const notFound = (serial: BulkFailure['serial']): BulkFailure => ({
  serial,
  code: 'device_not_found',
  reason: 'Device not found',
});
const BATCH_DEVICES = BULK_SERIALS_MAX / 2;
const inBatches = (ids: readonly number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / BATCH_DEVICES) }, (_, index) =>
    ids.slice(index * BATCH_DEVICES, (index + 1) * BATCH_DEVICES),
  );

const BULK_PER_MINUTE = 60;
const TOO_MANY = 'Too many bulk changes.';

const COUNT_ONLY: PreparedChange = { decide: () => 'change', apply: () => Promise.resolve(() => undefined) };

/**
 * Applies one change to many devices, in batches of one transaction each; see DEV-43. A device that cannot be changed is left
 * as it is and reported. Throws where the whole change is impossible: not_found for its node or group, unprocessable, forbidden.
 */
export async function changeDevices(
  context: BulkContext,
  targets: BulkTargets,
  body: BulkChangeBody,
): Promise<BulkAnswer> {
  const { deps, actor } = context;
  const change = changeOf(context, body);
  await limitRate(context);
  const { ids, missing } = await findTargets(context, targets);
  const counter = createResultCounter({ devices: ids.length + missing.length, missing });
  for (const batch of inBatches(ids)) {
    const { decisions, done } = await transact(deps.db, async (trx) => {
      const prepared = await change(trx, batch, { lock: true });
      const decisions = await decide(context, trx, prepared, await lockBulkDevices(trx, batch));
      const changing = decisions.flatMap(([device, decision]) => (decision === 'change' ? [device] : []));
      if (changing.length === 0) return { decisions, done: undefined };
      const done = await prepared.apply(trx, changing);
      const serials = changing.map(({ serial }) => serial);
      const entry = { action: 'device.bulk', object_kind: 'devices', object_id: changing.length } as const;
      await audit(trx, actor, { ...entry, details: { change: body, serials }, after: body });
      return { decisions, done };
    });
    for (const [device, decision] of decisions) counter.add(device, decision);
    await done?.();
  }
  return counter.result();
}

/** Counts also the devices that are not online. Throws like `changeDevices`. */
export async function previewChange(
  context: BulkContext,
  targets: BulkTargets,
  body: BulkChangeBody | undefined,
): Promise<BulkPreview> {
  const { deps, actor } = context;
  const change = body && changeOf(context, body);
  await limitRate(context);
  const { ids, missing } = await findTargets(context, targets);
  const counter = createResultCounter({ devices: ids.length + missing.length, missing });
  let unreachable = 0;
  for (const batch of inBatches(ids)) {
    await deps.long.read(actor.user.id, async ({ db }) => {
      const prepared = (await change?.(db, batch, { lock: false })) ?? COUNT_ONLY;
      const devices = await findBulkDevices(db, batch);
      for (const [device, decision] of await decide(context, db, prepared, devices)) {
        counter.add(device, decision);
        if (!canReceiveCommands(device.status)) unreachable += 1;
      }
    });
  }
  return { ...counter.result(), unreachable };
}

/** The owner may have changed since the devices were selected. */
async function decide(
  { actor, policy }: BulkContext,
  db: Kysely<Database>,
  prepared: PreparedChange,
  devices: readonly BulkDevice[],
): Promise<[BulkDevice, Decision][]> {
  const rights = await findRightsAtNodes(db, actor.user, nodesOf(devices));
  return devices.map((device) => {
    const { user_id, company_id } = device;
    const permitted = policy.device(actor.user, { user_id, rights: rights.get(company_id ?? 0) ?? 0 });
    return [device, permitted ? prepared.decide(device) : NOT_FOUND];
  });
}
const NOT_FOUND: Decision = { code: 'device_not_found', reason: 'Device not found' };

const limitRate = ({ deps, actor }: BulkContext): Promise<void> =>
  countAttempt(deps, [{ key: `device-bulk:${actor.user.id}`, hits: BULK_PER_MINUTE, windowSeconds: 60 }], TOO_MANY);

function createResultCounter({ devices, missing }: { devices: number; missing: readonly BulkFailure[] }) {
  let [changed, unchanged, failed] = [0, 0, 0];
  const failures: BulkFailure[] = [];
  const fail = (failure: BulkFailure): void => {
    failed += 1;
    if (failures.length < BULK_FAILURES_MAX) failures.push(failure);
  };
  for (const failure of missing) fail(failure);
  return {
    add({ serial }: Pick<BulkDevice, 'serial'>, decision: Decision): void {
      if (decision === 'change') changed += 1;
      else if (decision === 'unchanged') unchanged += 1;
      else fail({ serial, ...decision });
    },
    /** Devices that were deleted between their selection and their lock count as failed, without a serial number. */
    result: (): BulkAnswer => ({
      devices,
      changed,
      unchanged,
      failed: Math.max(failed, devices - changed - unchanged),
      failures,
    }),
  };
}

/** The requested change. Throws forbidden for mode and owner where the caller is no administrator. */
function changeOf(context: BulkContext, body: BulkChangeBody): BulkChange {
  const { device_mode, note, tags, company_id, group_id, user_id } = body;
  if (device_mode !== undefined) return changeMode(forAdministrators(context), device_mode);
  if (user_id !== undefined) return changeOwners(forAdministrators(context), user_id);
  if (note !== undefined) return changeNote(context, note);
  if (tags !== undefined) return changeTags(context, tags);
  if (group_id !== undefined) return addToGroup(context, group_id);
  return company_id == null ? unbindDevices(context) : placeBelow(context, company_id);
}
function forAdministrators(context: BulkContext): BulkContext {
  const { actor, policy } = context;
  if (policy.edit(actor.user, { user_id: actor.user.id })) return context;
  throw new AppError('forbidden', 'Only administrators change the mode or the owner of devices');
}

/**
 * Adds the nodes of devices to a group of their owner. Throws not_found for a group that the policy does not permit, unprocessable
 * where it would get too many devices.
 */
const addToGroup =
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
