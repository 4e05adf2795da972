import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { deleteCommandsOf } from '../commands/index.ts';
import { deleteConfigurations, clearLiveState } from '../device-state/index.ts';
import { resetOwner, setOwner, type OwnedDevice } from './ownership.repository.ts';
import { clearRetained } from './retained.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { insertDevice, lockDeviceBySerial, updateDevice } from './devices.repository.ts';

export type OwnerChange = { devices: readonly OwnedDevice[]; ownerId: number | null };

/**
 * Changes the owner of locked devices; null means no owner. Every change of an owner uses this function, and `ownerChanged`
 * after the commit. The data of a previous owner is deleted: the configuration with its WiFi password, the last state, the
 * history of commands, the binding and the device key. A device without a previous owner keeps its key and configuration, so
 * that administrators can prepare it.
 */
export async function changeOwner(
  trx: Kysely<Database>,
  devices: readonly OwnedDevice[],
  ownerId: number | null,
): Promise<OwnerChange> {
  const changed = devices.filter(({ user_id }) => user_id !== ownerId);
  const unowned = idsOf(changed.filter(({ user_id }) => user_id === null));
  if (ownerId !== null && unowned.length > 0) await setOwner(trx, unowned, ownerId);
  const owned = idsOf(changed.filter(({ user_id }) => user_id !== null));
  if (owned.length > 0) {
    await resetOwner(trx, owned, ownerId);
    await deleteConfigurations(trx, owned);
    await clearLiveState(trx, owned);
    await deleteCommandsOf(trx, owned);
  }
  return { devices: changed, ownerId };
}

/**
 * Must be called after the commit: reconnects the consoles of previous and new owners, so that they get a new access list,
 * disconnects devices whose key was deleted, and deletes their retained messages.
 */
export async function ownerChanged(
  { broker, directory, events }: Pick<Deps, 'broker' | 'directory' | 'events'>,
  { devices, ownerId }: OwnerChange,
): Promise<void> {
  if (devices.length === 0) return;
  directory.changed();
  const byFormerOwner = Map.groupBy(devices, ({ user_id }) => user_id);
  for (const [userId, owned] of byFormerOwner) events.changed('devices_changed', idsOf(owned), userId);
  if (ownerId !== null) events.changed('devices_changed', idsOf(devices), ownerId);
  const userIds = [...byFormerOwner.keys(), ownerId].filter((id) => id !== null);
  const reset = devices.filter(({ user_id }) => user_id !== null).map(({ serial }) => serial);
  await Promise.all([
    userIds.length > 0 && broker.disconnect('console', userIds),
    reset.length > 0 && broker.disconnect('device', reset),
  ]);
  await clearRetained(broker, reset);
}

const idsOf = (devices: readonly OwnedDevice[]): number[] => devices.map(({ device_id }) => device_id);

export type AssignedDevice = { id: number; created: boolean; ownership: OwnerChange };
type Assignment = { serial: string; note: string | null; userId: number };
/** `checked`: the hash of the pass that was verified. */
type Proof = { checked?: string | null };

/**
 * Makes a user the owner of an existing device; undefined if there is none, or if its pass has changed since it was verified.
 * Without a note the stored one stays. Throws device_owned, mode_forbids.
 */
export async function assignDevice(
  trx: Kysely<Database>,
  { serial, note, userId, checked }: Assignment & Proof,
): Promise<AssignedDevice | undefined> {
  const device = await lockDeviceBySerial(trx, serial);
  if (!device || (checked !== undefined && device.pass_hash !== checked)) return undefined;
  if (device.device_mode === 'blocked') throw modeForbids(device.device_mode);
  if (device.user_id !== null && device.user_id !== userId) throw deviceOwned();
  const ownership = await changeOwner(trx, [device], userId);
  if (note !== null) await updateDevice(trx, device.device_id, { note });
  return { id: device.device_id, created: false, ownership };
}

/** Creates a device of this user in mode wait. Throws device_owned if the serial exists. */
export async function createOwnedDevice(
  trx: Kysely<Database>,
  { serial, note, pass_hash, userId }: Assignment & { pass_hash: string | null },
): Promise<AssignedDevice> {
  const id = await insertDevice(trx, { ...NEW_DEVICE, serial, note, pass_hash });
  if (id === undefined) throw deviceOwned();
  const ownership = await changeOwner(trx, [{ device_id: id, serial, user_id: null }], userId);
  return { id, created: true, ownership };
}

const NEW_DEVICE = {
  device_type: 'audio',
  device_mode: 'wait',
  email: null,
  company_id: null,
  key_hash: null,
} as const;

export const deviceOwned = (): AppError => new AppError('device_owned', 'This device belongs to somebody else');
export const modeForbids = (mode: string): AppError =>
  new AppError('mode_forbids', `A device in mode ${mode} cannot be taken into use`);
