import { readUserCode } from '@belfry/schemas/domain/user-code';
import type { AskingDevice, PairAnswer, PairBody } from '@belfry/schemas/http/device-ownership/pairing';
import type { Kysely } from 'kysely';
import { type Actor, auditOf } from '../../audit/audit-log.repository.ts';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, deviceNotFound, fieldError, notFound } from '../../errors.ts';
import {
  clearAttempts,
  countAttempt,
  isWithinLimits,
  type Limit,
  perAddress,
  uncountAttempt,
} from '../../http/rate-limit/rate-limit.ts';
import { devicePermits } from '../../people/owner-access.ts';
import type { DevicePolicy } from '../../policies/devices.ts';
import { lockPermittedCompany } from '../companies/index.ts';
import { clearLiveState } from '../device-state/index.ts';
import {
  clearRetained,
  devicesChanged,
  endCredentials,
  findDeviceBySerial,
  lockDeviceBySerial,
  modeForbids,
} from '../devices/index.ts';
import { addDeviceAt, type PlacePolicy } from './new-device.ts';
import { hashUserCode } from './pairing-codes.ts';
import { type CodedPairing, lockPairingByCode, settlePairing } from './pairings.repository.ts';

const WINDOW_S = 15 * 60;
const WRONG_PER_PERSON = { hits: 20, windowSeconds: WINDOW_S };
const WRONG_PER_ADDRESS = { hits: 100, windowSeconds: WINDOW_S };
/** Past the limit of an address each person there still has these, so that nobody locks out who shares it. */
const WRONG_UNDER_ATTACK = { hits: 5, windowSeconds: WINDOW_S };
const TOO_MANY = 'Too many wrong codes.';

/**
 * Does something with the waiting device that has shown this code, in a transaction. The attempt is counted before the code is looked up, and
 * taken back where it is right. Throws not_found for an unknown code and one that was used, code_expired, rate_limited.
 */
async function withCode<T>(
  deps: Deps,
  { user, ip }: Actor,
  typed: string,
  work: (trx: Kysely<Database>, pairing: CodedPairing) => Promise<T>,
): Promise<T> {
  const ofPerson: Limit = { key: `pair-user:${user.id}`, ...WRONG_PER_PERSON };
  const ofAddress = perAddress('pair', ip, WRONG_PER_ADDRESS);
  const underAttack = perAddress('pair-attack', ip, WRONG_UNDER_ATTACK, String(user.id));
  await countAttempt(deps, [ofPerson], TOO_MANY);
  if (!(await isWithinLimits(deps, [ofAddress]))) await countAttempt(deps, [underAttack], TOO_MANY);
  const code = readUserCode(typed);
  let isRight = false;
  try {
    return await transact(deps.db, async (trx) => {
      const pairing = code === null ? undefined : await lockPairingByCode(trx, hashUserCode(deps.config, code));
      if (!pairing) throw notFound('No device waits with this code. Please check its letters.');
      isRight = true;
      if (pairing.state !== 'waiting') throw notFound('This code was used already. The device shows a new one.');
      if (pairing.expired) throw new AppError('code_expired', 'This code has expired. The device shows a new one.');
      return work(trx, pairing);
    });
  } finally {
    if (isRight) {
      await uncountAttempt(deps.db, ofPerson, ofAddress);
      await clearAttempts(deps.db, underAttack.key);
    }
  }
}

export const readAsking = (deps: Deps, actor: Actor, typed: string): Promise<AskingDevice> =>
  withCode(deps, actor, typed, async (_trx, { model, hostname, ip, asked_at }) => ({ model, hostname, ip, asked_at }));

export const refusePairing = (deps: Deps, actor: Actor, typed: string): Promise<void> =>
  withCode(deps, actor, typed, (trx, { id }) => settlePairing(trx, id, { state: 'refused' }));

type PairPolicy = PlacePolicy & { device: DevicePolicy };
type Paired = PairAnswer & { settle: () => Promise<void> };

/**
 * Adds the device with this code to a place, or gives it that of a broken one. Throws also not_found and forbidden for the place,
 * device_not_found and mode_forbids for the broken device, conflict for a node that has a device, unprocessable.
 */
export async function pairDevice(
  deps: Deps,
  actor: Actor,
  policy: PairPolicy,
  { user_code, ...body }: PairBody,
): Promise<PairAnswer> {
  const { settle, ...answer } = await withCode(deps, actor, user_code, async (trx, pairing) => {
    const { replaces } = body;
    const paired =
      replaces === undefined
        ? await addDevice(trx, deps, { actor, policy, body, pairing })
        : await replaceDevice(trx, deps, { actor, policy, body: { ...body, replaces }, pairing });
    await settlePairing(trx, pairing.id, { state: 'paired', device_id: paired.device_id });
    return paired;
  });
  await settle();
  return answer;
}

type PairRequest<B> = { actor: Actor; policy: PairPolicy; body: B; pairing: CodedPairing };

const askedBy = ({ model, hostname, ip }: CodedPairing) => ({ model, hostname, address: ip });

async function addDevice(
  trx: Kysely<Database>,
  deps: Deps,
  { actor, policy, body, pairing }: PairRequest<Omit<PairBody, 'user_code'>>,
): Promise<Paired> {
  const { company_id: at = 0, name } = body;
  const { device_id, serial, node, settle } = await addDeviceAt(trx, deps, actor.user, {
    policy,
    place: { company_id: at, name },
  });
  const { company_id } = node;
  await auditOf(trx, actor, node.user_id, {
    action: 'device.pair',
    object_kind: 'device',
    object_id: device_id,
    company_id,
    details: { serial, company_id, ...askedBy(pairing) },
    after: { serial, company_id },
  });
  return { device_id, serial, company_id, settle };
}

/**
 * The new device takes over the serial number, and with it everything that is planned, set and recorded for the place. Key and pass of
 * the broken one end at once.
 */
async function replaceDevice(
  trx: Kysely<Database>,
  deps: Deps,
  {
    actor,
    policy,
    body: { replaces, company_id },
    pairing,
  }: PairRequest<{ replaces: string; company_id?: number | undefined }>,
): Promise<Paired> {
  const before = await findDeviceBySerial(trx, replaces);
  // Nodes are locked before devices.
  const node =
    before?.company_id == null
      ? undefined
      : await lockPermittedCompany(trx, actor.user, before.company_id, { policy: policy.node, lock: 'to-change' });
  const device = await lockDeviceBySerial(trx, replaces);
  if (!device || !(await devicePermits(trx, actor.user, device, policy.device))) throw deviceNotFound();
  if (!node || device.company_id !== node.company_id)
    throw fieldError('unprocessable', 'replaces', 'This device is at no place');
  if (company_id !== undefined && company_id !== node.company_id && company_id !== node.parent_company_id)
    throw fieldError('unprocessable', 'company_id', 'The device that is replaced is at another place');
  if (device.device_mode === 'blocked') throw modeForbids(device.device_mode);
  const { device_id, serial, user_id } = device;
  await endCredentials(trx, device_id);
  await clearLiveState(trx, [device_id]);
  await auditOf(trx, actor, node.user_id, {
    action: 'device.replace',
    object_kind: 'device',
    object_id: device_id,
    company_id: node.company_id,
    details: { serial, ...askedBy(pairing) },
  });
  const settle = async (): Promise<void> => {
    devicesChanged(deps, [device_id], user_id);
    await deps.broker.disconnect('device', [serial]);
    await clearRetained(deps.broker, [serial]);
  };
  return { device_id, serial, company_id: node.company_id, settle };
}
