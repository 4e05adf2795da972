import type { ProvisionBody } from '@belfry/schemas/http/internal';
import { hashDevicePass, upsertDevices, changeOwner, ownerChanged, lockDevicesBySerial } from '../devices/index.ts';
import type { InternalDeps } from './deps.ts';

/**
 * Makes the devices that leave a factory, mode new; those that exist stay as they are, except that `reset` takes their
 * key and their owner away and gives them the pass, so that they can enrol again. One transaction, so all or none.
 */
export async function provisionDevices(
  deps: Pick<InternalDeps, 'db' | 'broker' | 'directory' | 'events'>,
  { devices, reset }: ProvisionBody,
): Promise<{ created: number; reset: number }> {
  // The last one counts where a serial is given twice: a statement cannot touch one row two times.
  const bySerial = new Map(devices.map((device) => [device.serial, device]));
  const rows = await Promise.all(
    [...bySerial.values()].map(async ({ serial, pass, note }) => ({
      serial,
      note: note ?? null,
      pass_hash: await hashDevicePass(pass),
    })),
  );
  const { written, ownership } = await deps.db.transaction().execute(async (trx) => {
    const known = reset ? await lockDevicesBySerial(trx, [...bySerial.keys()]) : [];
    const ownership = await changeOwner(trx, known, null);
    return { ownership, written: await upsertDevices(trx, rows, reset) };
  });
  const again = written.filter(({ created }) => !created).map(({ serial }) => serial);
  deps.directory.changed();
  await ownerChanged(deps, ownership);
  if (again.length > 0) await deps.broker.disconnect('device', again);
  return { created: written.length - again.length, reset: again.length };
}
