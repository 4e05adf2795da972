import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { deviceNotFound } from '../../../errors.ts';
import type { DevicePolicy } from '../../../policies/devices.ts';
import type { Actor } from '../../audit/index.ts';
import { type DeviceRow, lockDevice } from '../index.ts';

/** Locks a device. Throws device_not_found for one that the policy does not permit. */
export async function lockPermitted(
  trx: Kysely<Database>,
  { user }: Actor,
  policy: DevicePolicy,
  deviceId: number,
): Promise<DeviceRow> {
  const device = await lockDevice(trx, deviceId);
  if (!device || !policy(user, device)) throw deviceNotFound();
  return device;
}
