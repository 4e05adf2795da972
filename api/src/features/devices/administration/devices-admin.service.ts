import { canDelete } from '@belfry/schemas/domain/device';
import type { CreateDeviceBody, Device, DeviceKeyAnswer } from '@belfry/schemas/http/devices/devices';
import { transact } from '../../../db/transact.ts';
import { AppError } from '../../../errors.ts';
import { createKey, hashKey } from '../../../lib/keys.ts';
import type { DevicePolicy } from '../../../policies/devices.ts';
import type { OwnerPolicy } from '../../../policies/owners.ts';
import { audit, type Actor } from '../../audit/index.ts';
import { lockNodeById, rebind, rebindingChanged } from '../../device-ownership/binding/index.ts';
import {
  hashDevicePass,
  changeOwner,
  ownerChanged,
  clearRetained,
  deleteDevice,
  insertDevice,
  setDeviceKey,
  devicesChanged,
  readDevice,
} from '../index.ts';
import { lockPermitted } from './lock-permitted.ts';
import type { Deps } from '../../../deps.ts';

/** Clients show this text unchanged; see DEV-6. */
const SERIAL_TAKEN = 'Serial number is not unique! Please use a different serial number or generate a new one.';

/**
 * Creates a device with its key, which only this answer contains, and which ends when the device fetches one of its own with its pass. Throws serial_not_unique and the errors of `rebind`.
 */
export async function createDevice(
  deps: Deps,
  actor: Actor,
  policy: { node: OwnerPolicy },
  body: CreateDeviceBody,
): Promise<Device & { device_key: string }> {
  const { pass, company_id, ...fields } = body;
  const device_key = createKey();
  const pass_hash = pass === null ? null : await hashDevicePass(pass);
  const { deviceId, rebinding } = await transact(deps.db, async (trx) => {
    const node = await lockNodeById(trx, company_id);
    const device = { ...fields, company_id: null, pass_hash, key_hash: hashKey(device_key), key_unused: true };
    const deviceId = await insertDevice(trx, device);
    if (deviceId === undefined) throw new AppError('serial_not_unique', SERIAL_TAKEN);
    const created = { ...device, device_id: deviceId, user_id: null };
    const rebinding = await rebind(trx, actor.user, policy.node, { device: created, wanted: node });
    const details = { ...fields, company_id };
    await audit(trx, actor, { action: 'device.create', object_kind: 'device', object_id: deviceId, details });
    return { deviceId, rebinding };
  });
  devicesChanged(deps, [deviceId], null);
  await rebindingChanged(deps, rebinding);
  return { ...(await readDevice(deps, actor.user, deviceId)), device_key };
}

/** Deletes a device in mode no. Throws device_not_found, mode_forbids, and the errors of `rebind`. */
export async function removeDevice(
  deps: Deps,
  actor: Actor,
  policy: { device: DevicePolicy; node: OwnerPolicy },
  deviceId: number,
): Promise<void> {
  const { device, rebinding, ownership } = await transact(deps.db, async (trx) => {
    const device = await lockPermitted(trx, actor, policy.device, deviceId);
    if (!canDelete(device.device_mode)) {
      throw new AppError('mode_forbids', 'Only a device in mode NO can be deleted. Change its mode first.');
    }
    const rebinding = await rebind(trx, actor.user, policy.node, { device, wanted: null });
    const ownership = await changeOwner(trx, [device], null);
    await deleteDevice(trx, deviceId);
    const details = { serial: device.serial };
    await audit(trx, actor, { action: 'device.delete', object_kind: 'device', object_id: deviceId, details });
    return { device, rebinding, ownership };
  });
  devicesChanged(deps, [deviceId], device.user_id);
  await rebindingChanged(deps, rebinding);
  await ownerChanged(deps, ownership);
  await deps.broker.disconnect('device', [device.serial]);
  await clearRetained(deps.broker, [device.serial]);
  await deps.broker.forget([device.serial]);
}

/** Gives a device a new key and drops the connection that was opened with the old one. Throws device_not_found. */
export async function rotateKey(
  deps: Deps,
  actor: Actor,
  policy: DevicePolicy,
  deviceId: number,
): Promise<DeviceKeyAnswer> {
  const device_key = createKey();
  const device = await transact(deps.db, async (trx) => {
    const before = await lockPermitted(trx, actor, policy, deviceId);
    await setDeviceKey(trx, deviceId, hashKey(device_key));
    await audit(trx, actor, { action: 'device.rotate-key', object_kind: 'device', object_id: deviceId });
    return before;
  });
  devicesChanged(deps, [deviceId], device.user_id);
  await deps.broker.disconnect('device', [device.serial]);
  return { serial: device.serial, device_key };
}
