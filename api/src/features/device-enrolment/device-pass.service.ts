import PQueue from 'p-queue';
import { setTimeout as delay } from 'node:timers/promises';
import {
  isWithinLimits,
  countAttempt,
  clearAttempts,
  perAddress,
  uncountAttempt,
  type Limit,
} from '../../http/rate-limit.ts';
import { FACTORY_COST, verifyNothing, verifyPassword } from '../../lib/password-hash.ts';
import type { DeviceEnrolmentDeps } from './deps.ts';
import { findDeviceBySerial, type DeviceRow } from '../devices/index.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** A factory may have many devices with a label that cannot be read behind one address. */
const WRONG_PER_ADDRESS = { hits: 100, windowSeconds: 15 * MINUTE_S };
const WRONG_PER_SERIAL_AND_ADDRESS = { hits: 10, windowSeconds: 15 * MINUTE_S };
/** From all addresses together. Beyond it the serial is under attack, and each address has one wrong pass an hour. */
const WRONG_PER_SERIAL = { hits: 100, windowSeconds: HOUR_S };
const WRONG_UNDER_ATTACK = { hits: 1, windowSeconds: HOUR_S };
/**
 * Passes that are checked at once. Each is counted as wrong until it proves right, so that thousands of devices that enrol
 * together behind one address must not all be counted at the same time.
 */
const CHECKS_AT_ONCE = 8;
/** A wrong pass is answered no sooner, whatever the check has cost. */
const WRONG_ANSWERED_AFTER_MS = 250;

const checks = new PQueue({ concurrency: CHECKS_AT_ONCE });

type Attempt = { serial: string; pass: string; ip: string };
type Options = {
  /** Counted in addition to those of the address and the serial, such as of the person who asks. */
  limits?: readonly Limit[];
  /** Whether a serial that there is not is no wrong pass, since the caller may make it. */
  canBeUnknown?: boolean;
  /** Whether a device without a pass is let through; none is unless this says so. */
  withoutPass?: (device: DeviceRow) => boolean;
};
export type PassCheck = { device: DeviceRow | undefined; isRight: boolean };

/**
 * Checks the pass of a serial. The attempt is counted before the check, and a serial that there is not costs the same
 * as a wrong pass. A stranger who guesses does not lock out the device: what is used up is the stranger's own address.
 * @returns no device for an unknown serial. Throws rate_limited.
 */
export async function checkDevicePass(
  deps: Pick<DeviceEnrolmentDeps, 'db' | 'config'>,
  attempt: Attempt,
  options: Options = {},
): Promise<PassCheck> {
  const startedAt = performance.now();
  const check = await checks.add(() => countAndCheck(deps, attempt, options));
  if (isWrong(check, options)) await delay(Math.max(0, WRONG_ANSWERED_AFTER_MS - (performance.now() - startedAt)));
  return check;
}

const isWrong = ({ device, isRight }: PassCheck, { canBeUnknown = false }: Options): boolean =>
  !isRight && !(canBeUnknown && device === undefined);

async function countAndCheck(
  deps: Pick<DeviceEnrolmentDeps, 'db' | 'config'>,
  { serial, pass, ip }: Attempt,
  options: Options,
): Promise<PassCheck> {
  const { limits = [], withoutPass = () => false } = options;
  const { db } = deps;
  const ofAddress = perAddress('pass', ip, WRONG_PER_ADDRESS);
  const ofBoth = perAddress('pass', ip, WRONG_PER_SERIAL_AND_ADDRESS, serial);
  const underAttack = perAddress('pass-attack', ip, WRONG_UNDER_ATTACK, serial);
  const ofSerial: Limit = { key: `pass-serial:${serial}`, ...WRONG_PER_SERIAL };
  await countAttempt(deps, [ofAddress, ...limits, ofBoth]);
  if (!(await isWithinLimits(deps, [ofSerial]))) await countAttempt(deps, [underAttack]);

  const device = await findDeviceBySerial(db, serial);
  const check = { device, isRight: await matches(pass, device, withoutPass) };
  if (!isWrong(check, options)) {
    await uncountAttempt(db, ofAddress, ...limits, ofSerial);
    await clearAttempts(db, ofBoth.key, underAttack.key);
  }
  return check;
}

/** One hash is computed in every case. */
async function matches(
  pass: string,
  device: DeviceRow | undefined,
  withoutPass: (device: DeviceRow) => boolean,
): Promise<boolean> {
  if (device?.pass_hash != null) return verifyPassword(pass, device.pass_hash);
  await verifyNothing(pass, FACTORY_COST);
  return device !== undefined && withoutPass(device);
}
