import { deviceNotFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import { requiredOwner, type DevicePolicy } from '../../policies/devices.ts';
import { findMeasuredDevice, type VisibleDevice } from './metrics.sql.ts';
import type { Deps } from '../../deps.ts';

export type Caller = {
  deps: Pick<Deps, 'db' | 'long' | 'config'>;
  user: Principal;
  policy: DevicePolicy;
  serial: string;
};

/**
 * An owner sees what was measured since the device became theirs, administrators everything. Throws device_not_found for a device that the policy
 * does not permit.
 */
export async function findPermittedDevice({ deps, user, policy, serial }: Caller): Promise<VisibleDevice> {
  const device = await findMeasuredDevice(deps.db, serial);
  if (!device || !policy(user, device)) throw deviceNotFound();
  return { ...device, visible_from: requiredOwner(policy, user) === null ? null : device.owned_since };
}
