import type { CompanyType } from '@belfry/schemas/domain/companies';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { AppError, deviceNotFound, fieldError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { memberAccessChanged } from '../../people/member-access.ts';
import { devicePermits } from '../../people/owner-access.ts';
import type { DevicePolicy } from '../../policies/devices.ts';
import { rightsIn } from '../../policies/rights.ts';
import { changeOwner, ownerChanged, type OwnerChange } from './ownership.service.ts';
import { devicesChanged } from './devices.service.ts';
import { findDeviceOfNode, lockDeviceBinding, setBinding, type DeviceBinding } from './ownership.repository.ts';
import type { Deps } from '../../deps.ts';

/**
 * A node to which devices are bound. It must be locked before the device, so that concurrent bindings lock in one order.
 */
export type Node = { company_id: number; tree_id: number; user_id: number; type: CompanyType };

export type BindingEffects = {
  device_id: number;
  serial: string;
  node: Pick<Node, 'company_id' | 'tree_id' | 'user_id'>;
  /** A device without an owner now belongs to the owner of the node. */
  ownership: OwnerChange;
};

/**
 * Binds a device to a locked node, in the caller's transaction. Throws device_not_found for one that the policy does not
 * permit, device_owned, unprocessable for a node that is no device, conflict where either is taken.
 */
export async function bindTo(
  trx: Kysely<Database>,
  user: Principal,
  policy: DevicePolicy,
  { node, serial }: { node: Node; serial: string },
): Promise<BindingEffects> {
  checkType(node);
  const device = await lockDeviceBinding(trx, serial);
  if (!device || !(await devicePermits(trx, user, device, policy))) throw deviceNotFound();
  if (device.company_id !== null && device.company_id !== node.company_id) {
    throw new AppError('conflict', 'This device is bound to another element already. Unbind it there first.');
  }
  return bindLocked(trx, device, node, givesOwn(user, device, node));
}

/** Members give their own device to the organisation at whose node they bind it. */
const givesOwn = (user: Principal, device: DeviceBinding, node: Node): boolean =>
  device.user_id === user.id && rightsIn(user, node.user_id) !== 0;

/** Binds a locked device to a locked node, also from another node: for administrators, who enter the id of the node. */
export async function moveTo(trx: Kysely<Database>, device: DeviceBinding, node: Node): Promise<BindingEffects> {
  checkType(node);
  return bindLocked(trx, device, node, false);
}

async function bindLocked(
  trx: Kysely<Database>,
  device: DeviceBinding,
  node: Node,
  given: boolean,
): Promise<BindingEffects> {
  if (device.user_id !== null && device.user_id !== node.user_id && !given) {
    throw new AppError('device_owned', 'The device and the element belong to different people');
  }
  const bound = await findDeviceOfNode(trx, node.company_id);
  if (bound && bound.device_id !== device.device_id) {
    throw new AppError('conflict', 'Another device is bound to this element already. Unbind it first.');
  }
  const ownership = await changeOwner(trx, [device], node.user_id);
  await setBinding(trx, device.device_id, node.company_id);
  const { device_id, serial } = device;
  return { device_id, serial, node, ownership };
}

function checkType({ type }: Pick<Node, 'type'>): void {
  if (type === 'Device') return;
  throw fieldError('unprocessable', 'company_id', 'A device can be bound to an element of type Device only');
}

/** Must be called after a commit that bound a device. */
export async function bindingChanged(
  deps: Pick<Deps, 'broker' | 'db' | 'directory' | 'events'>,
  { device_id, node, ownership }: BindingEffects,
): Promise<void> {
  devicesChanged(deps, [device_id], node.user_id);
  await memberAccessChanged(deps, node.user_id);
  await ownerChanged(deps, ownership);
}
