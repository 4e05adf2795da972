import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { AppError } from '../../errors.ts';
import { changeOwner, type OwnerChange } from './ownership.service.ts';
import { insertDevice, lockDeviceBySerial, updateDevice } from './devices.repository.ts';

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
