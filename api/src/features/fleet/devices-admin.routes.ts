import { nodePermits, ownerPermits } from '../../people/owner-access.ts';
import { hashDevicePass } from '../../lib/password-hash.ts';
import { canEditDevice, type DevicePolicy } from '../../policies/devices.ts';
import { canEditNode, canTransferDevicesOf, type OwnerPolicy } from '../../policies/owners.ts';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { serve } from '../../serve.ts';
import { canDelete } from '@belfry/schemas/domain/device';
import type { CreateDeviceBody, Device, DeviceKeyAnswer, EditDeviceBody } from '@belfry/schemas/http/devices/devices';
import { transact } from '../../db/transact.ts';
import { AppError, editConflict, fieldError, deviceNotFound } from '../../errors.ts';
import { createKey, hashKey } from '../../lib/keys.ts';
import { audit, type Actor } from '../../audit/audit-log.repository.ts';
import { addDeviceNodes, findCompany, lockDeviceParent } from '../companies/index.ts';
import { lockNodeById, rebind, rebindingChanged, type Rebinding } from '../device-ownership/index.ts';
import {
  changeOwner,
  ownerChanged,
  clearRetained,
  deleteDevice,
  insertDevice,
  setDeviceKey,
  devicesChanged,
  readDevice,
  serialExists,
  updateDevice,
  type OwnerChange,
  type DeviceRow,
  lockDevice,
} from '../devices/index.ts';
import type { Deps } from '../../deps.ts';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { overrideReportedState } from '../device-state/index.ts';
import type { Principal } from '../../http/routes/principal.ts';

/** Clients show this text unchanged; see DEV-6. */
const SERIAL_TAKEN_IN_EDIT = 'Serial number is not unique! This should not happen in edit mode.';
type ChangePolicy = { device: DevicePolicy; node: OwnerPolicy; owner: OwnerPolicy };
/**
 * Changes the given fields. Blocking drops the device's connection. Throws device_not_found, the errors of `transferDevice` and
 * `rebind`, serial_not_unique or invalid_input for another serial, which is part of the MQTT topics and cannot change, and
 * edit_conflict with the current device if the edit began with another revision.
 */
async function editDevice(
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
    const moved = { device: transferred?.device ?? device, target: node };
    const rebinding = await rebind(trx, actor.user, policy.node, moved);
    const pass_changed = pass_hash !== undefined;
    const changed = { ...fields, serial, company_id, user_id };
    const details = { ...fields, company_id, user_id, device_version, device_status, pass_changed };
    const entry = { action: 'device.edit', object_kind: 'device', object_id: deviceId, details } as const;
    await audit(trx, actor, { ...entry, owner_id: device.user_id, before: device, after: changed });
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
  const left = await rebind(trx, user, policy.node, { device, target: null });
  const ownership = await changeOwner(trx, [device], ownerId);
  return { device: { ...device, user_id: ownerId, company_id: null }, left, ownership };
}
function noSuchUser(id: number): AppError {
  return fieldError('unprocessable', 'user_id', `There is no user with the number ${id}`);
}

/** Clients show this text unchanged; see DEV-6. */
const SERIAL_TAKEN = 'Serial number is not unique! Please use a different serial number or generate a new one.';
/**
 * Creates a device with its key, which only this answer contains, and which ends when the device fetches one of its own with its pass. Throws serial_not_unique and the errors of `rebind`.
 */
async function createDevice(
  deps: Deps,
  actor: Actor,
  policy: { node: OwnerPolicy },
  body: CreateDeviceBody,
): Promise<Device & { device_key: string }> {
  const { pass, company_id, ...fields } = body;
  const device_key = createKey();
  const pass_hash = pass === null ? null : await hashDevicePass(pass);
  const { deviceId, rebinding } = await transact(deps.db, async (trx) => {
    const node = await lockPlace(trx, deps, { actor, policy }, { company_id, name: fields.note ?? fields.serial });
    const device = { ...fields, company_id: null, pass_hash, key_hash: hashKey(device_key), key_unused: true };
    const deviceId = await insertDevice(trx, device);
    if (deviceId === undefined) throw new AppError('serial_not_unique', SERIAL_TAKEN);
    const created = { ...device, device_id: deviceId, user_id: null };
    const rebinding = await rebind(trx, actor.user, policy.node, { device: created, target: node });
    const details = { ...fields, company_id };
    const entry = { action: 'device.create', object_kind: 'device', object_id: deviceId, details } as const;
    await audit(trx, actor, { ...entry, company_id, after: { ...fields, company_id } });
    return { deviceId, rebinding };
  });
  devicesChanged(deps, [deviceId], null);
  await rebindingChanged(deps, rebinding);
  return { ...(await readDevice(deps, actor.user, deviceId)), device_key };
}
async function lockPlace(
  trx: Kysely<Database>,
  { config }: Pick<Deps, 'config'>,
  { actor, policy }: { actor: Actor; policy: { node: OwnerPolicy } },
  { company_id, name }: { company_id: number | null; name: string },
) {
  const named = company_id === null ? undefined : await findCompany(trx, company_id);
  if (named?.type !== 'Company' || !(await nodePermits(trx, actor.user, named, policy.node)))
    return lockNodeById(trx, company_id);
  const parent = await lockDeviceParent(trx, actor.user, named.company_id, { policy: policy.node, lock: true });
  const [added = null] = await addDeviceNodes(trx, config, parent, [name]);
  return lockNodeById(trx, added);
}
/** Deletes a device in mode no. Throws device_not_found, mode_forbids, and the errors of `rebind`. */
async function removeDevice(
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
    const rebinding = await rebind(trx, actor.user, policy.node, { device, target: null });
    const ownership = await changeOwner(trx, [device], null);
    await deleteDevice(trx, deviceId);
    const details = { serial: device.serial };
    const entry = { action: 'device.delete', object_kind: 'device', object_id: deviceId, details } as const;
    const { serial, user_id, company_id, device_type } = device;
    await audit(trx, actor, {
      ...entry,
      owner_id: user_id,
      company_id,
      before: { serial, user_id, company_id, device_type },
    });
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
async function rotateKey(deps: Deps, actor: Actor, policy: DevicePolicy, deviceId: number): Promise<DeviceKeyAnswer> {
  const device_key = createKey();
  const device = await transact(deps.db, async (trx) => {
    const before = await lockPermitted(trx, actor, policy, deviceId);
    await setDeviceKey(trx, deviceId, hashKey(device_key));
    const entry = { action: 'device.rotate-key', object_kind: 'device', object_id: deviceId } as const;
    await audit(trx, actor, { ...entry, owner_id: before.user_id, company_id: before.company_id });
    return before;
  });
  devicesChanged(deps, [deviceId], device.user_id);
  await deps.broker.disconnect('device', [device.serial]);
  return { serial: device.serial, device_key };
}

export const devicesAdminRoutes = [
  serve(
    devicesAdminHttp.create,
    { access: 'admin', policy: { node: canEditNode }, audit: 'service' },
    ({ deps, body, user, ip, policy }) => createDevice(deps, { user, ip }, policy, body),
  ),
  serve(
    devicesAdminHttp.edit,
    {
      access: 'admin',
      policy: { device: canEditDevice, node: canEditNode, owner: canTransferDevicesOf },
      audit: 'service',
    },
    ({ deps, params, body, user, ip, policy }) =>
      editDevice(deps, { user, ip }, policy, { deviceId: params.device_id, body }),
  ),
  serve(
    devicesAdminHttp.remove,
    { access: 'admin', policy: { device: canEditDevice, node: canEditNode }, audit: 'service' },
    ({ deps, params, user, ip, policy }) => removeDevice(deps, { user, ip }, policy, params.device_id),
  ),
  serve(
    devicesAdminHttp.rotateKey,
    { access: 'admin', policy: canEditDevice, audit: 'service' },
    ({ deps, params, user, ip, policy }) => rotateKey(deps, { user, ip }, policy, params.device_id),
  ),
];

/** Locks a device. Throws device_not_found for one that the policy does not permit. */
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
