import { addressKey } from '@belfry/schemas/domain/address';
import { setTimeout as delay } from 'node:timers/promises';
import {
  isWithinLimits,
  countAttempt,
  clearAttempts,
  perAddress,
  uncountAttempt,
  type Limit,
} from '../../http/rate-limit/rate-limit.ts';
import { FACTORY_COST, simulateVerification, verifyPassword } from '../../lib/password-hash.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { findDeviceBySerial, type DeviceRow } from '../devices/index.ts';
import type { Deps } from '../../deps.ts';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
/** High, because a factory may enrol many devices with unreadable labels from one address. */
const WRONG_PER_ADDRESS = { hits: 100, windowSeconds: 15 * MINUTE_S };
const WRONG_PER_SERIAL_AND_ADDRESS = { hits: 10, windowSeconds: 15 * MINUTE_S };
/** For all addresses together. Beyond it the serial is under attack, and each address has one wrong pass per hour. */
const WRONG_PER_SERIAL = { hits: 100, windowSeconds: HOUR_S };
const WRONG_UNDER_ATTACK = { hits: 1, windowSeconds: HOUR_S };
/**
 * The number of concurrent checks. Each attempt is counted as wrong until the check succeeds, so thousands of devices that
 * enrol behind one address must not be counted at the same time.
 */
const CHECKS = { pool: 'passes', atOnce: 8, perKey: 4, free: 4, waitingPerKey: Infinity };
/** The minimum time until the answer to a wrong pass, independent of the cost of the check. */
const WRONG_ANSWERED_AFTER_MS = 250;

const checks = createSemaphore<string>(CHECKS);

type Attempt = { serial: string; pass: string; ip: string };
type Options = {
  limits?: readonly Limit[];
  /** An unknown serial is no wrong pass where the caller may create the device. */
  canBeUnknown?: boolean;
  /** By default a device without a pass is not accepted. */
  withoutPass?: (device: DeviceRow) => boolean;
};
type PassCheck = { device: DeviceRow | undefined; isRight: boolean };

/**
 * Checks the pass of a serial. The attempt is counted before the check, and an unknown serial has the same cost as a wrong
 * pass. Guessing does not lock the device out, because the attempts are counted per address.
 * @returns no device for an unknown serial. Throws rate_limited.
 */
export async function checkDevicePass(
  deps: Pick<Deps, 'db' | 'config'>,
  attempt: Attempt,
  options: Options = {},
): Promise<PassCheck> {
  const startedAt = performance.now();
  const check = await checks.run(addressKey(attempt.ip), () => countAndCheck(deps, attempt, options));
  if (isWrong(check, options)) await delay(Math.max(0, WRONG_ANSWERED_AFTER_MS - (performance.now() - startedAt)));
  return check;
}

const isWrong = ({ device, isRight }: PassCheck, { canBeUnknown = false }: Options): boolean =>
  !isRight && !(canBeUnknown && device === undefined);

async function countAndCheck(
  deps: Pick<Deps, 'db' | 'config'>,
  { serial, pass, ip }: Attempt,
  options: Options,
): Promise<PassCheck> {
  const { limits = [], withoutPass = () => false } = options;
  const { db } = deps;
  const ofAddress = perAddress('pass', ip, WRONG_PER_ADDRESS);
  const ofSerialAndAddress = perAddress('pass', ip, WRONG_PER_SERIAL_AND_ADDRESS, serial);
  const underAttack = perAddress('pass-attack', ip, WRONG_UNDER_ATTACK, serial);
  const ofSerial: Limit = { key: `pass-serial:${serial}`, ...WRONG_PER_SERIAL };
  await countAttempt(deps, [ofAddress, ...limits, ofSerialAndAddress]);
  if (!(await isWithinLimits(deps, [ofSerial]))) await countAttempt(deps, [underAttack]);

  const device = await findDeviceBySerial(db, serial);
  const check = { device, isRight: await matches(pass, device, withoutPass) };
  if (!isWrong(check, options)) {
    await uncountAttempt(db, ofAddress, ...limits, ofSerial);
    await clearAttempts(db, ofSerialAndAddress.key, underAttack.key);
  }
  return check;
}

/** Computes one hash in every case, so that the time does not reveal whether the serial exists. */
async function matches(
  pass: string,
  device: DeviceRow | undefined,
  withoutPass: (device: DeviceRow) => boolean,
): Promise<boolean> {
  if (device?.pass_hash != null) return verifyPassword(pass, device.pass_hash);
  await simulateVerification(pass, FACTORY_COST);
  return device !== undefined && withoutPass(device);
}
