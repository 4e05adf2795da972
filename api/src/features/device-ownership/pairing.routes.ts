import { Readable } from 'node:stream';
import { formatUserCode } from '@belfry/schemas/domain/user-code';
import {
  PAIRING_LIFE_S,
  POLL_INTERVAL_S,
  pairingHttp,
  type PairedDevice,
  type Pairing,
} from '@belfry/schemas/http/device-ownership/pairing';
import type { Request } from 'express';
import type { z } from 'zod';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { AppError, SpeechError } from '../../errors.ts';
import { countAttempt, perAddress } from '../../http/rate-limit/rate-limit.ts';
import { keyOf } from '../../http/routes/guard.ts';
import { Reply } from '../../http/routes/route.ts';
import { createKey, hashKey } from '../../lib/keys.ts';
import { canBindDevice, canReadPairing } from '../../policies/devices.ts';
import { canBindAtNode, canEditNode } from '../../policies/owners.ts';
import { serve } from '../../serve.ts';
import { clearRetained, devicesChanged, setFirstKey } from '../devices/index.ts';
import { forgetAnnounced } from '../schedules/programmes/index.ts';
import { pairDevice, readAsking, refusePairing } from './pair.service.ts';
import { createDeviceCode, hashDeviceCode, hashesOf, userCodeOf } from './pairing-codes.ts';
import { endExcess, findWaitingPairing, insertPairing, pollPairing, takePairing } from './pairings.repository.ts';
import { addressesFor, consoleFor } from './public-addresses.ts';
import { speakCode } from './spoken-code.ts';

const OF_DEVICE = 'none: it is the request of a device';

export const pairingRoutes = [
  serve(pairingHttp.ask, { access: 'public', audit: OF_DEVICE }, async ({ deps, body, ip, req }) =>
    Reply.of(await askPairing(deps, body, { ip, req }), { status: 201 }),
  ),
  serve(pairingHttp.audio, { access: 'public' }, async ({ deps, ip, req }) =>
    Reply.bytes(Readable.from([await speakPairing(deps, keyOf(req), ip)]), 'audio/mpeg'),
  ),
  serve(pairingHttp.token, { access: 'public', audit: OF_DEVICE }, ({ deps, body, req }) =>
    issueKey(deps, body.device_code, req),
  ),
  serve(pairingHttp.read, { access: 'signed-in', policy: canReadPairing }, ({ deps, user, ip, params }) =>
    readAsking(deps, { user, ip }, params.user_code),
  ),
  serve(
    pairingHttp.pair,
    {
      access: 'signed-in',
      policy: { parent: canEditNode, node: canBindAtNode, device: canBindDevice },
      audit: 'service',
    },
    async ({ deps, user, ip, policy, body }) =>
      Reply.of(await pairDevice(deps, { user, ip }, policy, body), { status: 201 }),
  ),
  serve(
    pairingHttp.refuse,
    { access: 'signed-in', policy: canReadPairing, audit: 'none: the device is nobody’s yet' },
    ({ deps, user, ip, params }) => refusePairing(deps, { user, ip }, params.user_code),
  ),
];

/** Of an address, behind which many devices may be unpacked. */
const ASKED_PER_ADDRESS = { hits: 100, windowSeconds: PAIRING_LIFE_S };
const SPOKEN_PER_PAIRING = { hits: 20, windowSeconds: PAIRING_LIFE_S };
const DRAWS = 5;

async function askPairing(
  deps: Deps,
  { model, hostname, device_version, language }: z.output<typeof pairingHttp.ask.body>,
  { ip, req }: { ip: string; req: Request },
): Promise<Pairing> {
  const { db, config } = deps;
  await countAttempt(deps, [perAddress('pairing', ip, ASKED_PER_ADDRESS)], 'Too many codes.');
  const device = { model: model ?? null, hostname: hostname ?? null, device_version: device_version ?? null, ip };
  const told = { ...device, language: language || (req.acceptsLanguages()[0] ?? 'en') };
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const device_code = createDeviceCode();
    if (!(await insertPairing(db, { ...told, ...hashesOf(config, device_code) }))) continue;
    await endExcess(db);
    const user_code = formatUserCode(userCodeOf(config, device_code));
    const verification_uri = `${consoleFor(config, req)}/add`;
    return {
      device_code,
      user_code,
      verification_uri,
      verification_uri_complete: `${verification_uri}?code=${user_code}`,
      expires_in: PAIRING_LIFE_S,
      interval: POLL_INTERVAL_S,
    };
  }
  throw new Error('no free code was drawn');
}

async function speakPairing(deps: Deps, deviceCode: string, ip: string): Promise<Buffer> {
  const pairing = await findWaitingPairing(deps.db, hashDeviceCode(deviceCode));
  if (!pairing) throw new AppError('unauthenticated', 'This device code has ended or is unknown.');
  const limit = { key: `pairing-audio:${pairing.id}`, ...SPOKEN_PER_PAIRING };
  await countAttempt(deps, [limit], 'The code was spoken too often.');
  const code = userCodeOf(deps.config, deviceCode);
  return speakCode(deps, { code, language: pairing.language, ip }).catch((error: unknown) => {
    throw error instanceof SpeechError ? new AppError('speech_unavailable', error.message, { cause: error }) : error;
  });
}

/** The answers of RFC 8628, 3.5, until a person has entered the code; then the key, once. */
async function issueKey(deps: Deps, deviceCode: string, req: Request): Promise<PairedDevice> {
  const { db, broker } = deps;
  const polled = await pollPairing(db, hashDeviceCode(deviceCode));
  if (!polled || polled.state === 'used') throw new AppError('expired_token', 'This code was used or is unknown.');
  if (polled.state === 'refused') throw new AppError('access_denied', 'This device was refused in the console.');
  if (polled.state === 'waiting') {
    if (polled.expired) throw new AppError('expired_token', 'This code has expired.');
    throw polled.early
      ? new AppError('slow_down', 'Please ask less often.')
      : new AppError('authorization_pending', 'Nobody has entered this code yet.');
  }
  const device_key = createKey();
  const device = await transact(db, async (trx) => {
    const device = await takePairing(trx, polled.id);
    if (!device) return undefined;
    await forgetAnnounced(trx, [device.serial]);
    return (await setFirstKey(trx, device.device_id, hashKey(device_key))) ? device : undefined;
  });
  // Another call was first, or an administrator has given the device a key meanwhile.
  if (!device) throw new AppError('expired_token', 'This code was used or is unknown.');
  const { device_id, serial, user_id } = device;
  // What an earlier device of this place has left on the broker, before this one reads it; see `enroll`.
  await clearRetained(broker, [serial]);
  await forgetAnnounced(db, [serial]);
  devicesChanged(deps, [device_id], user_id);
  return { serial, device_key, ...addressesFor(deps.config, req) };
}
