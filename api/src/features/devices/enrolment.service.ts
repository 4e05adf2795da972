import { canEnroll } from '@belfry/schemas/domain/device';
import { WAITING_DEVICES_MAX } from '@belfry/schemas/domain/limits';
import type { Device, DeviceKeyAnswer } from '@belfry/schemas/http/devices';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import type { Principal } from '../../http/principal.ts';
import type { Limit } from '../../http/rate-limit.ts';
import { audit } from '../audit/audit.service.ts';
import { createKey, hashKey } from '../auth/keys.ts';
import { changeOwner, clearRetained, ownerChanged, type OwnerChange } from '../device-ownership/ownership.service.ts';
import { checkDevicePass, hashDevicePass } from './device-pass.service.ts';
import { devicesChanged, readDevice } from './devices.service.ts';
import { countWaiting, insertDevice, lockDeviceBySerial, setFirstKey, updateDevice } from './devices.repository.ts';

/** Wrong passes of one person, from whichever address. */
const WRONG_PER_USER = { hits: 10, windowSeconds: 15 * 60 };

type Claim = { serial: string; pass: string | null };

/**
 * Gives a device its key, once (decision 22). Throws wrong_pass, the same for a serial that does not exist;
 * already_enrolled; mode_forbids; rate_limited after too many wrong passes.
 */
export async function enroll(deps: Deps, { serial, pass }: Claim, ip: string): Promise<DeviceKeyAnswer> {
  const { device, isRight } = await checkDevicePass(deps, { serial, pass: pass ?? '', ip });
  if (!device || !isRight) throw new AppError('wrong_pass', 'Wrong serial number or pass');
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
  const { id, created, ownership } = await takeDevice(deps, user, ip, body);
  await audit(deps.db, { user, ip }, { action: 'device.register', object_kind: 'device', object_id: id });
  devicesChanged(deps, [id], user.id);
  await ownerChanged(deps, ownership);
  return { device: await readDevice(deps, user, id), created };
}

type Taken = { id: number; created: boolean; ownership: OwnerChange };

async function takeDevice(deps: Deps, user: Principal, ip: string, body: Registration): Promise<Taken> {
  const { db } = deps;
  const ofUser: Limit = { key: `pass-user:${user.id}`, ...WRONG_PER_USER };
  const { device: known, isRight } = await checkDevicePass(
    deps,
    { serial: body.serial, pass: body.pass ?? '', ip },
    { limits: [ofUser], canBeUnknown: true },
  );
  if (!known) return makeDevice(db, user, body);
  if (!isRight) throw wrongPass();
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
  const pass_hash = pass === null ? null : await hashDevicePass(pass);
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
