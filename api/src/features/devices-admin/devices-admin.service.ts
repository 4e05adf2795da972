import { canDelete } from '@belfry/schemas/domain/device';
import type { CreateDeviceBody, Device, DeviceKeyAnswer, EditDeviceBody } from '@belfry/schemas/http/devices';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { AppError, deviceNotFound, editConflict } from '../../errors.ts';
import { createKey, hashKey } from '../../lib/keys.ts';
import type { DevicePolicy } from '../../policies/devices.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { audit, type Actor } from '../audit/index.ts';
import { lockNodeById, rebind, announceRebinding } from '../device-binding/index.ts';
import { overrideReportedState } from '../device-state/index.ts';
import {
  hashDevicePass,
  changeOwner,
  ownerChanged,
  clearRetained,
  type DeviceRow,
  deleteDevice,
  insertDevice,
  lockDevice,
  serialExists,
  setDeviceKey,
  updateDevice,
  devicesChanged,
  readDevice,
} from '../devices/index.ts';
import { transferDevice } from './transfer-device.ts';
import type { DevicesAdminDeps } from './deps.ts';

/** Clients show these texts unchanged; see DEV-6. */
const SERIAL_TAKEN = 'Serial number is not unique! Please use a different serial number or generate a new one.';
const SERIAL_TAKEN_IN_EDIT = 'Serial number is not unique! This should not happen in edit mode.';

/** The policies for the device, for the nodes that it joins and leaves, and for its owners. */
type ChangePolicy = { device: DevicePolicy; node: OwnerPolicy; owner: OwnerPolicy };

/** Creates a device with its key, which only this answer contains. Throws serial_not_unique and the errors of `rebind`. */
export async function createDevice(
  deps: DevicesAdminDeps,
  actor: Actor,
  policy: { node: OwnerPolicy },
  body: CreateDeviceBody,
): Promise<Device & { device_key: string }> {
  const { pass, company_id, ...fields } = body;
  const device_key = createKey();
  const pass_hash = pass === null ? null : await hashDevicePass(pass);
  const { deviceId, rebinding } = await deps.db.transaction().execute(async (trx) => {
    const node = await lockNodeById(trx, company_id);
    const device = { ...fields, company_id: null, pass_hash, key_hash: hashKey(device_key) };
    const deviceId = await insertDevice(trx, device);
    if (deviceId === undefined) throw new AppError('serial_not_unique', SERIAL_TAKEN);
    const rebinding = await rebind(
      trx,
      actor.user,
      policy.node,
      { ...device, device_id: deviceId, user_id: null },
      node,
    );
    const details = { ...fields, company_id };
    await audit(trx, actor, { action: 'device.create', object_kind: 'device', object_id: deviceId, details });
    return { deviceId, rebinding };
  });
  devicesChanged(deps, [deviceId], null);
  await announceRebinding(deps, rebinding);
  return { ...(await readDevice(deps, actor.user, deviceId)), device_key };
}

/**
 * Changes the given fields. Blocking drops the device's connection. Throws device_not_found, the errors of `transferDevice` and
 * `rebind`, serial_not_unique or invalid_input for another serial, which is part of the MQTT topics and cannot change, and
 * edit_conflict with the current device if the edit began with another revision.
 */
export async function editDevice(
  deps: DevicesAdminDeps,
  actor: Actor,
  policy: ChangePolicy,
  deviceId: number,
  body: EditDeviceBody,
): Promise<Device> {
  const { serial, pass, company_id, user_id, device_version, device_status, revision, ...fields } = body;
  const pass_hash = pass ? await hashDevicePass(pass) : undefined;
  const edited = await deps.db.transaction().execute(async (trx) => {
    const node = await lockNodeById(trx, company_id);
    const device = await lockPermitted(trx, actor, policy.device, deviceId);
    if (revision !== undefined && revision !== device.revision) return null;
    if (serial !== undefined && serial !== device.serial) await refuseSerial(trx, serial);
    await updateDevice(trx, deviceId, { ...fields, pass_hash });
    await overrideReportedState(trx, deviceId, { device_version, status: device_status });
    const transferred =
      user_id === undefined ? undefined : await transferDevice(trx, actor.user, policy, device, user_id);
    const rebinding = await rebind(trx, actor.user, policy.node, transferred?.device ?? device, node);
    const pass_changed = pass_hash !== undefined;
    const details = { ...fields, company_id, user_id, device_version, device_status, pass_changed };
    await audit(trx, actor, { action: 'device.edit', object_kind: 'device', object_id: deviceId, details });
    return { device, rebinding, transferred };
  });
  if (!edited)
    throw editConflict(
      'Somebody else has changed this device meanwhile.',
      await readDevice(deps, actor.user, deviceId),
    );
  const { device, rebinding, transferred } = edited;
  devicesChanged(deps, [deviceId], device.user_id);
  if (transferred) await announceRebinding(deps, { ...transferred.left, ownership: transferred.ownership });
  await announceRebinding(deps, rebinding);
  if (fields.device_mode === 'blocked') await deps.broker.disconnect('device', [device.serial]);
  return readDevice(deps, actor.user, deviceId);
}

async function refuseSerial(db: Kysely<Database>, serial: string): Promise<never> {
  if (await serialExists(db, serial)) throw new AppError('serial_not_unique', SERIAL_TAKEN_IN_EDIT);
  throw new AppError('invalid_input', 'The serial number of a device cannot be changed', {
    details: [{ path: 'serial', message: 'The serial number of a device cannot be changed' }],
  });
}

/** Deletes a device in mode no. Throws device_not_found, mode_forbids, and the errors of `rebind`. */
export async function removeDevice(
  deps: DevicesAdminDeps,
  actor: Actor,
  policy: { device: DevicePolicy; node: OwnerPolicy },
  deviceId: number,
): Promise<void> {
  const { device, rebinding, ownership } = await deps.db.transaction().execute(async (trx) => {
    const device = await lockPermitted(trx, actor, policy.device, deviceId);
    if (!canDelete(device.device_mode)) {
      throw new AppError('mode_forbids', 'Only a device in mode NO can be deleted. Change its mode first.');
    }
    const rebinding = await rebind(trx, actor.user, policy.node, device, null);
    const ownership = await changeOwner(trx, [device], null);
    await deleteDevice(trx, deviceId);
    const details = { serial: device.serial };
    await audit(trx, actor, { action: 'device.delete', object_kind: 'device', object_id: deviceId, details });
    return { device, rebinding, ownership };
  });
  devicesChanged(deps, [deviceId], device.user_id);
  await announceRebinding(deps, rebinding);
  await ownerChanged(deps, ownership);
  await deps.broker.disconnect('device', [device.serial]);
  await clearRetained(deps.broker, [device.serial]);
}

/** Gives a device a new key and drops the connection that was opened with the old one. Throws device_not_found. */
export async function rotateKey(
  deps: DevicesAdminDeps,
  actor: Actor,
  policy: DevicePolicy,
  deviceId: number,
): Promise<DeviceKeyAnswer> {
  const device_key = createKey();
  const device = await deps.db.transaction().execute(async (trx) => {
    const before = await lockPermitted(trx, actor, policy, deviceId);
    await setDeviceKey(trx, deviceId, hashKey(device_key));
    await audit(trx, actor, { action: 'device.rotate-key', object_kind: 'device', object_id: deviceId });
    return before;
  });
  devicesChanged(deps, [deviceId], device.user_id);
  await deps.broker.disconnect('device', [device.serial]);
  return { serial: device.serial, device_key };
}

async function lockPermitted(
  trx: Kysely<Database>,
  { user }: Actor,
  policy: DevicePolicy,
  deviceId: number,
): Promise<DeviceRow> {
  const device = await lockDevice(trx, deviceId);
  if (!device || !policy(user, device)) throw deviceNotFound();
  return device;
}
