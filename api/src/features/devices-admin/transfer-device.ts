import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { AppError, fieldError } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { rebind, type Rebinding } from '../device-binding/index.ts';
import { changeOwner, type OwnerChange, type DeviceRow } from '../devices/index.ts';
import { ownerPermits } from '../users/index.ts';

export type DeviceTransfer = { device: DeviceRow; left: Rebinding; ownership: OwnerChange };

/**
 * Changes the owner of a locked device, null for none, and unbinds it from its node. Throws
 * unprocessable for a user, and device_owned for a present owner, whom the policy does not permit.
 */
export async function transferDevice(
  trx: Kysely<Database>,
  user: Principal,
  policy: { node: OwnerPolicy; owner: OwnerPolicy },
  { device, ownerId }: { device: DeviceRow; ownerId: number | null },
): Promise<DeviceTransfer | undefined> {
  if (ownerId === device.user_id) return undefined;
  if (ownerId !== null && !(await ownerPermits(trx, user, ownerId, policy.owner))) throw noSuchUser(ownerId);
  if (device.user_id !== null && !(await ownerPermits(trx, user, device.user_id, policy.owner))) {
    throw new AppError('device_owned', 'This device belongs to somebody else');
  }
  const left = await rebind(trx, user, policy.node, { device, wanted: null });
  const ownership = await changeOwner(trx, [device], ownerId);
  return { device: { ...device, user_id: ownerId, company_id: null }, left, ownership };
}

function noSuchUser(id: number): AppError {
  return fieldError('unprocessable', 'user_id', `There is no user with the number ${id}`);
}
