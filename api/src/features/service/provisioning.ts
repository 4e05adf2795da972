import { hashDevicePass } from '../../lib/password-hash.ts';
import { internalHttp, type ProvisionBody } from '@belfry/schemas/http/service/internal';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { serve } from '../../serve.ts';
import { changeOwner, lockDevicesBySerial, ownerChanged, upsertDevices } from '../devices/index.ts';

const MAX_BODY_BYTES = 1_000_000;

export const internalRoutes = [
  serve(
    internalHttp.provision,
    { access: 'service', bodyLimit: MAX_BODY_BYTES, audit: 'none: a fleet makes its own devices' },
    ({ deps, body }) => provisionDevices(deps, body),
  ),
];

/**
 * Inserts devices with the mode new, in one transaction. Existing devices do not change, unless `reset`: then they lose
 * their key and their owner and get the given pass, so that they can enrol again.
 */
async function provisionDevices(
  deps: Pick<Deps, 'db' | 'broker' | 'directory' | 'events'>,
  { devices, reset }: ProvisionBody,
): Promise<{ created: number; reset: number }> {
  // Of duplicate serials the last one is used: one statement cannot upsert the same row twice.
  const bySerial = new Map(devices.map((device) => [device.serial, device]));
  const rows = await Promise.all(
    [...bySerial.values()].map(async ({ serial, pass, note }) => ({
      serial,
      note: note ?? null,
      pass_hash: await hashDevicePass(pass),
    })),
  );
  const { written, ownership } = await transact(deps.db, async (trx) => {
    const present = reset ? await lockDevicesBySerial(trx, [...bySerial.keys()]) : [];
    const ownership = await changeOwner(trx, present, null);
    return { ownership, written: await upsertDevices(trx, rows, { reset }) };
  });
  const resetSerials = written.filter(({ created }) => !created).map(({ serial }) => serial);
  deps.directory.changed();
  await ownerChanged(deps, ownership);
  if (resetSerials.length > 0) await deps.broker.disconnect('device', resetSerials);
  return { created: written.length - resetSerials.length, reset: resetSerials.length };
}
