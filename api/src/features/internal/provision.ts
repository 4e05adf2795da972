import type { ProvisionBody } from '@belfry/schemas/http/internal';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { hashDevicePass } from '../devices/device-pass.service.ts';
import { changeOwner, lockDevicesBySerial, ownerChanged } from '../device-ownership/ownership.service.ts';
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

type Delivered = { serial: string; note: string | null; pass_hash: string };

async function upsertDevices(
  trx: Kysely<Database>,
  rows: readonly Delivered[],
  reset: boolean,
): Promise<{ serial: string; created: boolean }[]> {
  const { rows: written } = await sql<{ serial: string; created: boolean }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (serial text, note text, pass_hash text)
    ),
    written as (
      insert into devices as d (serial, note, pass_hash, device_mode)
      select serial, note, pass_hash, 'new' from given order by serial
      on conflict (serial) do update
        set pass_hash = excluded.pass_hash, key_hash = null, key_created_at = null, updated_at = now(),
            device_mode = case when d.device_mode in ('active', 'ok') then 'new' else d.device_mode end
        where ${reset}
      returning device_id, serial
    ),
    state as (
      insert into device_state (device_id) select device_id from written on conflict do nothing
    )
    -- This statement does not see its own rows: what is found here was there before.
    select serial, not exists (select from devices e where e.serial = written.serial) as created from written`.execute(
    trx,
  );
  return written;
}
