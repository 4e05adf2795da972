import type { Device, EditDeviceBody } from '@belfry/schemas/http/devices/devices';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import { AppError, editConflict, fieldError } from '../../../errors.ts';
import type { DevicePolicy } from '../../../policies/devices.ts';
import type { OwnerPolicy } from '../../../policies/owners.ts';
import { audit, type Actor } from '../../audit/index.ts';
import { lockNodeById, rebind, rebindingChanged, type Rebinding } from '../../device-ownership/binding/index.ts';
import { overrideReportedState } from '../../device-state/index.ts';
import {
  hashDevicePass,
  serialExists,
  updateDevice,
  devicesChanged,
  readDevice,
  changeOwner,
  type OwnerChange,
  type DeviceRow,
} from '../index.ts';
import { lockPermitted } from './lock-permitted.ts';
import type { Deps } from '../../../deps.ts';
import type { Principal } from '../../../http/routes/principal.ts';
import { ownerPermits } from '../../accounts/users/index.ts';

/** Clients show this text unchanged; see DEV-6. */
const SERIAL_TAKEN_IN_EDIT = 'Serial number is not unique! This should not happen in edit mode.';

/** The policies for the device, for the nodes that it joins and leaves, and for its owners. */
type ChangePolicy = { device: DevicePolicy; node: OwnerPolicy; owner: OwnerPolicy };

/**
 * Changes the given fields. Blocking drops the device's connection. Throws device_not_found, the errors of `transferDevice` and
 * `rebind`, serial_not_unique or invalid_input for another serial, which is part of the MQTT topics and cannot change, and
 * edit_conflict with the current device if the edit began with another revision.
 */
export async function editDevice(
  deps: Deps,
  actor: Actor,
  policy: ChangePolicy,
  { deviceId, body }: { deviceId: number; body: EditDeviceBody },
): Promise<Device> {
  const { serial, pass, company_id, user_id, device_version, device_status, revision, ...fields } = body;
  const pass_hash = pass ? await hashDevicePass(pass) : undefined;
  const edited = await transact(deps.db, async (trx) => {
    const node = await lockNodeById(trx, company_id);
    const device = await lockPermitted(trx, actor, policy.device, deviceId);
    if (revision !== undefined && revision !== device.revision) return null;
    if (serial !== undefined && serial !== device.serial) await refuseSerial(trx, serial);
    await updateDevice(trx, deviceId, { ...fields, pass_hash });
    await overrideReportedState(trx, deviceId, { device_version, status: device_status });
    const transferred =
      user_id === undefined ? undefined : await transferDevice(trx, actor.user, policy, { device, ownerId: user_id });
    const moved = { device: transferred?.device ?? device, wanted: node };
    const rebinding = await rebind(trx, actor.user, policy.node, moved);
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
  if (transferred) await rebindingChanged(deps, { ...transferred.left, ownership: transferred.ownership });
  await rebindingChanged(deps, rebinding);
  if (fields.device_mode === 'blocked') await deps.broker.disconnect('device', [device.serial]);
  return readDevice(deps, actor.user, deviceId);
}

async function refuseSerial(db: Kysely<Database>, serial: string): Promise<never> {
  if (await serialExists(db, serial)) throw new AppError('serial_not_unique', SERIAL_TAKEN_IN_EDIT);
  throw new AppError('invalid_input', 'The serial number of a device cannot be changed', {
    details: [{ path: 'serial', message: 'The serial number of a device cannot be changed' }],
  });
}

type DeviceTransfer = { device: DeviceRow; left: Rebinding; ownership: OwnerChange };
/**
 * Changes the owner of a locked device, null for none, and unbinds it from its node. Throws
 * unprocessable for a user, and device_owned for a present owner, whom the policy does not permit.
 */
async function transferDevice(
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
