import { canBindDevice, type DevicePolicy } from '../../policies/devices.ts';
import { canBindAtNode, type OwnerPolicy } from '../../policies/owners.ts';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { serve } from '../../serve.ts';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { transact } from '../../db/transact.ts';
import { deviceNotFound, type AppError, fieldError } from '../../errors.ts';
import { auditOf, type Actor } from '../../audit/audit-log.repository.ts';
import { findCompany, lockPermittedCompany, companiesChanged, lockCompany } from '../companies/index.ts';
import {
  devicesChanged,
  readDevice,
  bindingChanged,
  bindTo,
  clearBinding,
  lockDeviceBinding,
  ownerChanged,
  type OwnerChange,
  moveTo,
  type Node,
  type DeviceBinding,
} from '../devices/index.ts';
import { memberAccessChanged } from '../../people/member-access.ts';
import { devicePermits, nodePermits } from '../../people/owner-access.ts';
import type { Deps } from '../../deps.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Principal } from '../../http/routes/principal.ts';

export const deviceBindingRoutes = [
  serve(
    bindingHttp.bind,
    { access: 'signed-in', policy: { node: canBindAtNode, device: canBindDevice }, audit: 'service' },
    ({ deps, user, ip, policy, body }) => bindDevice(deps, { user, ip }, policy, body),
  ),
  serve(
    bindingHttp.unbind,
    { access: 'signed-in', policy: { node: canBindAtNode, device: canBindDevice }, audit: 'service' },
    ({ deps, user, ip, policy, body }) => unbindDevice(deps, { user, ip }, policy, body.serial),
  ),
];

type BindingPolicy = { node: OwnerPolicy; device: DevicePolicy };
/** Binds a device to a node of its owner. Throws what `bindTo` does, and not_found for a node of another. */
async function bindDevice(
  deps: Deps,
  actor: Actor,
  policy: BindingPolicy,
  { serial, company_id }: { serial: string; company_id: number },
): Promise<Device> {
  const bound = await transact(deps.db, async (trx) => {
    const node = await lockPermittedCompany(trx, actor.user, company_id, {
      policy: policy.node,
      lock: 'to-change',
    });
    const bound = await bindTo(trx, actor.user, policy.device, { node, serial });
    const entry = { action: 'device.bind', object_kind: 'device', object_id: bound.device_id } as const;
    const sides = { before: { company_id: null }, after: { company_id } };
    await auditOf(trx, actor, node.user_id, { ...entry, company_id, ...sides, details: { serial, company_id } });
    return bound;
  });
  companiesChanged(deps, bound.node);
  await bindingChanged(deps, bound);
  return readDevice(deps, actor.user, bound.device_id);
}
/**
 * Unbinds a device from its node, if it is bound. Throws device_not_found also for a device or a node that the policy does not
 * permit.
 */
async function unbindDevice(deps: Deps, actor: Actor, policy: BindingPolicy, serial: string): Promise<Device> {
  const { device, node } = await transact(deps.db, async (trx) => {
    const device = await lockDeviceBinding(trx, serial);
    if (!device || !(await devicePermits(trx, actor.user, device, policy.device))) throw deviceNotFound();
    const { device_id, company_id, user_id } = device;
    if (company_id === null) return { device, node: undefined };
    const node = await findCompany(trx, company_id);
    if (node && !(await nodePermits(trx, actor.user, node, policy.node))) throw deviceNotFound();
    await clearBinding(trx, company_id);
    const entry = { action: 'device.unbind', object_kind: 'device', object_id: device_id } as const;
    const sides = { before: { company_id }, after: { company_id: null } };
    await auditOf(trx, actor, user_id, { ...entry, company_id, ...sides, details: { serial, company_id } });
    return { device, node };
  });
  if (node) {
    companiesChanged(deps, node);
    devicesChanged(deps, [device.device_id], device.user_id);
    await memberAccessChanged(deps, node.user_id);
  }
  return readDevice(deps, actor.user, device.device_id);
}

/** The requested node of a device: undefined leaves it, null unbinds. */
type Requested<T> = T | null | undefined;

/**
 * Locks the node with an id that an administrator has entered; must be called before the device is locked. Throws
 * unprocessable if there is no such node.
 */
export async function lockNodeById(trx: Kysely<Database>, companyId: Requested<number>): Promise<Requested<Node>> {
  if (companyId == null) return companyId;
  const node = await lockCompany(trx, companyId, 'to-change');
  if (node) return node;
  throw noSuchNode(companyId);
}

function noSuchNode(companyId: number): AppError {
  return fieldError('unprocessable', 'company_id', `There is no element with the number ${companyId}`);
}

export type Rebinding = {
  nodes: Pick<Node, 'company_id' | 'tree_id' | 'user_id'>[];
  ownership: OwnerChange | undefined;
};

/**
 * Binds a locked device to the requested node, or unbinds it. Throws the errors of `moveTo`, and unprocessable for a node that
 * the policy does not permit, also if the device would leave such a node.
 */
export async function rebind(
  trx: Kysely<Database>,
  user: Principal,
  policy: OwnerPolicy,
  { device, target }: { device: DeviceBinding; target: Requested<Node> },
): Promise<Rebinding> {
  if (target === undefined || (target?.company_id ?? null) === device.company_id) return NOT_MOVED;
  if (target && !(await nodePermits(trx, user, target, policy))) throw noSuchNode(target.company_id);
  const left = device.company_id === null ? undefined : await findCompany(trx, device.company_id);
  if (left && !(await nodePermits(trx, user, left, policy))) throw noSuchNode(left.company_id);
  if (left && !target) await clearBinding(trx, left.company_id);
  const bound = target && (await moveTo(trx, device, target));
  const nodes = [left, bound?.node].filter((node) => node != null);
  return { nodes, ownership: bound?.ownership };
}
const NOT_MOVED: Rebinding = { nodes: [], ownership: undefined };

/** After the commit: trees show the change, and the consoles of a new owner get a new access list. */
export async function rebindingChanged(
  deps: Pick<Deps, 'db' | 'events' | 'broker' | 'directory'>,
  { nodes, ownership }: Rebinding,
): Promise<void> {
  for (const node of nodes) companiesChanged(deps, node);
  for (const ownerId of new Set(nodes.map(({ user_id }) => user_id))) await memberAccessChanged(deps, ownerId);
  if (ownership) await ownerChanged(deps, ownership);
}
