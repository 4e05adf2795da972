import { hashDevicePass } from '../../lib/password-hash.ts';
import { Reply } from '../../http/routes/route.ts';
import { canApproveDevices } from '../../policies/devices.ts';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { serve } from '../../serve.ts';
import { canEnroll } from '@belfry/schemas/domain/device';
import { WAITING_DEVICES_MAX } from '@belfry/schemas/domain/limits';
import type { DeviceClaim } from '@belfry/schemas/http/device-ownership/approvals';
import type { Device, DeviceKeyAnswer } from '@belfry/schemas/http/devices/devices';
import { transact } from '../../db/transact.ts';
import { AppError, fieldError } from '../../errors.ts';
import type { Limit } from '../../http/rate-limit/rate-limit.ts';
import type { Policy } from '../../policies/accounts.ts';
import { audit, type Actor } from '../../audit/audit-log.repository.ts';
import { createKey, hashKey } from '../../lib/keys.ts';
import {
  ownerChanged,
  devicesChanged,
  readDevice,
  countWaiting,
  setFirstKey,
  type DeviceRow,
  clearRetained,
  createOwnedDevice,
  modeForbids,
  deviceOwned,
  assignDevice,
  type AssignedDevice,
} from '../devices/index.ts';
import { forgetAnnounced } from '../schedules/programmes/index.ts';
import { endRequests, requestClaim, requestEnrolment } from './claims.service.ts';
import { checkDevicePass } from './device-pass.service.ts';
import type { Deps } from '../../deps.ts';

export const enrolmentRoutes = [
  serve(enrolmentHttp.enrol, { access: 'public', audit: 'none: it is the request of a device' }, ({ deps, body, ip }) =>
    enroll(deps, body, ip),
  ),
  serve(
    enrolmentHttp.register,
    { access: 'signed-in', policy: canApproveDevices, audit: 'device.register of device' },
    async ({ deps, body, user, ip, policy }) => {
      const outcome = await registerDevice(deps, { user, ip }, policy, body);
      if ('claim' in outcome) return Reply.of(outcome.claim, { status: 202 });
      return Reply.of(outcome.device, { status: outcome.created ? 201 : 200 });
    },
  ),
];

const WRONG_PER_USER = { hits: 10, windowSeconds: 15 * 60 };

const WRONG_PASS = 'Wrong serial number or pass. A device that has no pass needs the approval of an administrator.';

type EnrollBody = { serial: string; pass: string };

/**
 * Issues the key of a device, once: with its pass, or, for a device without a pass, after the approval of an administrator,
 * which the attempt requests. A key that create has shown to a person and that no device has used is replaced. Throws
 * wrong_pass, the same for an unknown serial and for a device without a pass; already_enrolled; mode_forbids; rate_limited after too many wrong passes.
 */
async function enroll(deps: Deps, { serial, pass }: EnrollBody, ip: string): Promise<DeviceKeyAnswer> {
  const withoutPass = (device: DeviceRow): boolean => isApproved(device, ip);
  const { device, isRight } = await checkDevicePass(deps, { serial, pass, ip }, { withoutPass });
  if (!device || !isRight) {
    if (device && canRequestApproval(device)) await requestEnrolment(deps, serial, ip);
    throw new AppError('wrong_pass', WRONG_PASS);
  }
  if (device.key_hash && !device.key_unused) throw alreadyEnrolled();
  if (!canEnroll(device.device_mode)) throw modeForbids(device.device_mode);
  const device_key = createKey();
  await transact(deps.db, async (trx) => {
    if (!(await setFirstKey(trx, device.device_id, hashKey(device_key)))) throw alreadyEnrolled();
    await forgetAnnounced(trx, [serial]);
  });
  if (device.pass_hash === null) await endRequests(deps, serial);
  // Retained messages that could not be deleted while the broker was unavailable must be deleted before the device reads them.
  await clearRetained(deps.broker, [serial]);
  // Its programme may have been announced again before its topic was cleared.
  await forgetAnnounced(deps.db, [serial]);
  devicesChanged(deps, [device.device_id], device.user_id);
  return { serial, device_key };
}

const isApproved = ({ enroll_address, enroll_until }: DeviceRow, ip: string): boolean =>
  enroll_address === ip && (enroll_until?.getTime() ?? 0) > Date.now();

const canRequestApproval = ({ pass_hash, key_hash, device_mode }: DeviceRow): boolean =>
  pass_hash === null && key_hash === null && canEnroll(device_mode);

type Registration = { serial: string; pass: string | null; note: string | null };
type Outcome = { device: Device; created: boolean } | { claim: DeviceClaim };

/**
 * Makes a user the owner of a device: a known serial requires its pass and no other owner; an unknown one with a pass is
 * created in mode wait. Without a pass it waits for approval, except for users who need none. Throws invalid_input for a wrong
 * pass, device_owned, mode_forbids, rate_limited, and unprocessable for a user with too many waiting devices.
 */
async function registerDevice(
  deps: Deps,
  { user, ip }: Actor,
  needsNoApproval: Policy,
  body: Registration,
): Promise<Outcome> {
  const assigned = await assignOrCreate(deps, { user, ip }, needsNoApproval, body);
  if (!assigned) return { claim: await requestClaim(deps, { user, ip }, body) };
  const { id, created, ownership } = assigned;
  await audit(deps.db, { user, ip }, { action: 'device.register', object_kind: 'device', object_id: id });
  devicesChanged(deps, [id], user.id);
  await ownerChanged(deps, ownership);
  return { device: await readDevice(deps, user, id), created };
}

/** Undefined if an administrator has to decide, because the device has no pass that the user could know. */
async function assignOrCreate(
  deps: Deps,
  { user, ip }: Actor,
  needsNoApproval: Policy,
  { serial, note, pass }: Registration,
): Promise<AssignedDevice | undefined> {
  const { db } = deps;
  const ofUser: Limit = { key: `pass-user:${user.id}`, ...WRONG_PER_USER };
  const { device: enrolled, isRight } = await checkDevicePass(
    deps,
    { serial, pass: pass ?? '', ip },
    // A device without a pass has nothing to guess.
    { limits: [ofUser], canBeUnknown: true, withoutPass: () => true },
  );
  const needsApproval = !needsNoApproval(user);
  if (!enrolled) {
    if (needsApproval && pass === null) return undefined;
    // Concurrent registrations may exceed the limit slightly.
    if ((await countWaiting(db, user.id)) >= WAITING_DEVICES_MAX) throw tooManyWaiting();
    const pass_hash = pass === null ? null : await hashDevicePass(pass);
    return transact(db, (trx) => createOwnedDevice(trx, { serial, note, pass_hash, userId: user.id }));
  }
  if (!isRight) throw wrongPass();
  if (enrolled.pass_hash === null && needsApproval && enrolled.user_id !== user.id) {
    if (enrolled.device_mode === 'blocked') throw modeForbids(enrolled.device_mode);
    if (enrolled.user_id !== null) throw deviceOwned();
    return undefined;
  }
  const checked = enrolled.pass_hash;
  return transact(db, (trx) => assignDevice(trx, { serial, note, userId: user.id, checked }));
}

const alreadyEnrolled = (): AppError => new AppError('already_enrolled', 'This device has its key already');
const tooManyWaiting = (): AppError =>
  new AppError(
    'unprocessable',
    `There can be ${WAITING_DEVICES_MAX} devices at most that wait for their first connection`,
  );

function wrongPass(): AppError {
  return fieldError('invalid_input', 'pass', 'The device password is wrong');
}
