import { canEnroll } from '@belfry/schemas/domain/device';
import { WAITING_DEVICES_MAX } from '@belfry/schemas/domain/limits';
import type { Device, DeviceKeyAnswer } from '@belfry/schemas/http/devices';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/principal.ts';
import { countTry, refuseAfter } from '../../http/rate-limit.ts';
import { audit } from '../audit/audit.service.ts';
import { createKey, hashKey } from '../auth/keys.ts';
import { hashPassword, verifyNothing, verifyPassword } from '../auth/passwords.ts';
import { changeOwner, clearRetained, ownerChanged, type OwnerChange } from '../device-ownership/ownership.service.ts';
import { devicesChanged, readDevice } from './devices.service.ts';
import {
  countWaiting,
  findDeviceBySerial,
  insertDevice,
  lockDeviceBySerial,
  setFirstKey,
  updateDevice,
} from './devices.repository.ts';

const WRONG_PASSES = 10;
const WINDOW_S = 15 * 60;

type Claim = { serial: string; pass: string | null };

/**
 * Gives a device its key, once (decision 22). Throws wrong_pass, the same for a serial that does not exist;
 * already_enrolled; mode_forbids; rate_limited after too many wrong passes for this serial.
 */
export async function enroll(deps: Deps, { serial, pass }: Claim): Promise<DeviceKeyAnswer> {
  const tries = { key: `enroll:${serial}`, hits: WRONG_PASSES, windowSeconds: WINDOW_S };
  await refuseAfter(deps, tries);
  const device = await findDeviceBySerial(deps.db, serial);
  if (!(await passFits(pass, device)) || !device) {
    await countTry(deps, [tries]);
    throw new AppError('wrong_pass', 'Wrong serial number or pass');
  }
  if (device.key_hash) throw alreadyEnrolled();
  if (!canEnroll(device.device_mode)) throw modeForbids(device.device_mode);
  const device_key = createKey();
  if (!(await setFirstKey(deps.db, device.device_id, hashKey(device_key)))) throw alreadyEnrolled();
  // A new life begins: whatever could not be cleared while the broker was away is cleared before the device reads it.
  await clearRetained(deps.broker, [serial]);
  devicesChanged(deps, [device.device_id], device.user_id);
  return { serial, device_key };
}

type Registration = Claim & { note: string | null };
type Outcome = { device: Device; created: boolean };

/**
 * Makes a device a user's own (decision 22): a known serial needs its pass and no other owner, an unknown one is made in
 * mode wait. Throws invalid_input for a wrong pass, device_owned, mode_forbids, rate_limited, and unprocessable for a
 * person who has too many that wait.
 */
export async function registerDevice(deps: Deps, user: Principal, ip: string, body: Registration): Promise<Outcome> {
  const tries = { key: `register:${user.id}`, hits: WRONG_PASSES, windowSeconds: WINDOW_S };
  await refuseAfter(deps, tries);
  const { id, created, ownership } = await takeDevice(deps, user, body).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'invalid_input') await countTry(deps, [tries]);
    throw error;
  });
  await audit(deps.db, { user, ip }, { action: 'device.register', object_kind: 'device', object_id: id });
  devicesChanged(deps, [id], user.id);
  await ownerChanged(deps, ownership);
  return { device: await readDevice(deps, user, id), created };
}

type Taken = { id: number; created: boolean; ownership: OwnerChange };

async function takeDevice({ db }: Deps, user: Principal, body: Registration): Promise<Taken> {
  const known = await findDeviceBySerial(db, body.serial);
  if (!known) return makeDevice(db, user, body);
  if (!(await passFits(body.pass ?? '', known))) throw wrongPass();
  return db.transaction().execute(async (trx) => {
    const device = await lockDeviceBySerial(trx, body.serial);
    // What was checked is no longer what is there.
    if (!device || device.pass_hash !== known.pass_hash) throw wrongPass();
    if (device.device_mode === 'blocked') throw modeForbids(device.device_mode);
    if (device.user_id !== null && device.user_id !== user.id) throw owned();
    const ownership = await changeOwner(trx, [device], user.id);
    if (body.note !== null) await updateDevice(trx, device.device_id, { note: body.note });
    return { id: device.device_id, created: false, ownership };
  });
}

async function makeDevice(db: Kysely<Database>, user: Principal, body: Registration): Promise<Taken> {
  // Those who register at once may pass together: it is no invariant.
  if ((await countWaiting(db, user.id)) >= WAITING_DEVICES_MAX) throw tooManyWaiting();
  const { pass, note, serial } = body;
  const pass_hash = pass === null ? null : await hashPassword(pass);
  return db.transaction().execute(async (trx) => {
    const id = await insertDevice(trx, { ...NEW_DEVICE, serial, note, pass_hash });
    if (id === undefined) throw owned();
    const ownership = await changeOwner(trx, [{ device_id: id, serial, user_id: null }], user.id);
    return { id, created: true, ownership };
  });
}

const NEW_DEVICE = {
  device_type: 'audio',
  device_mode: 'wait',
  email: null,
  company_id: null,
  key_hash: null,
} as const;

/** A device without a pass takes an empty one only. */
async function passFits(pass: string | null, device: { pass_hash: string | null } | undefined): Promise<boolean> {
  if (!device) return verifyNothing(pass ?? '');
  return device.pass_hash === null ? !pass : verifyPassword(pass ?? '', device.pass_hash);
}

const alreadyEnrolled = (): AppError => new AppError('already_enrolled', 'This device has its key already');
const tooManyWaiting = (): AppError =>
  new AppError(
    'unprocessable',
    `There can be ${WAITING_DEVICES_MAX} devices at most that wait for their first connection`,
  );
const owned = (): AppError => new AppError('device_owned', 'This device belongs to somebody else');
const modeForbids = (mode: string): AppError =>
  new AppError('mode_forbids', `A device in mode ${mode} cannot be taken into use`);

function wrongPass(): AppError {
  const message = 'The device password is wrong';
  return new AppError('invalid_input', message, { details: [{ path: 'pass', message }] });
}
