import { type Actor, auditForeign } from '../../../audit/audit-log.repository.ts';
import { ownerPermits } from '../../../people/owner-access.ts';
import { canBindDevice, type DevicePolicy } from '../../../policies/devices.ts';
import { canEditNode, type OwnerPolicy } from '../../../policies/owners.ts';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { serve } from '../../../serve.ts';
import type { Device } from '@belfry/schemas/http/devices/devices';
import { transact } from '../../../db/transact.ts';
import { deviceNotFound } from '../../../errors.ts';
import { findCompany, lockPermittedCompany, companiesChanged } from '../../companies/index.ts';
import {
  devicesChanged,
  readDevice,
  bindingChanged,
  bindTo,
  clearBinding,
  lockDeviceBinding,
} from '../../devices/index.ts';
import type { Deps } from '../../../deps.ts';

export const deviceBindingRoutes = [
  serve(
    bindingHttp.bind,
    { access: 'signed-in', policy: { node: canEditNode, device: canBindDevice } },
    ({ deps, user, ip, policy, body }) => bindDevice(deps, { user, ip }, policy, body),
  ),
  serve(
    bindingHttp.unbind,
    { access: 'signed-in', policy: { node: canEditNode, device: canBindDevice } },
    ({ deps, user, ip, policy, body }) => unbindDevice(deps, { user, ip }, policy, body.serial),
  ),
];

/** The policies for the node and the device of a binding. */
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
    await auditForeign(trx, actor, node.user_id, { ...entry, details: { serial, company_id } });
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
    if (!device || !policy.device(actor.user, device)) throw deviceNotFound();
    const { device_id, company_id, user_id } = device;
    if (company_id === null) return { device, node: undefined };
    const node = await findCompany(trx, company_id);
    if (node && !(await ownerPermits(trx, actor.user, node.user_id, policy.node))) throw deviceNotFound();
    await clearBinding(trx, company_id);
    const entry = { action: 'device.unbind', object_kind: 'device', object_id: device_id } as const;
    await auditForeign(trx, actor, user_id, { ...entry, details: { serial, company_id } });
    return { device, node };
  });
  if (node) {
    companiesChanged(deps, node);
    devicesChanged(deps, [device.device_id], device.user_id);
  }
  return readDevice(deps, actor.user, device.device_id);
}
