import type { ProvisionBody } from '@belfry/schemas/http/internal';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { FACTORY_COST, hashPassword } from '../auth/passwords.ts';

/**
 * Makes the devices that leave a factory, mode new; those that exist stay as they are, except that `reset` takes their
 * key away and gives them the pass, so that they can enrol again. One statement, so all or none.
 */
export async function provisionDevices(
  { db, broker, directory }: Pick<Deps, 'db' | 'broker' | 'directory'>,
  { devices, reset }: ProvisionBody,
): Promise<{ created: number; reset: number }> {
  // The last one counts where a serial is given twice: a statement cannot touch one row two times.
  const bySerial = new Map(devices.map((device) => [device.serial, device]));
  const rows = await Promise.all(
    [...bySerial.values()].map(async ({ serial, pass, note }) => ({
      serial,
      note: note ?? null,
      pass_hash: await hashPassword(pass, FACTORY_COST),
    })),
  );
  const { rows: written } = await sql<{ serial: string; created: boolean }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (serial text, note text, pass_hash text)
    ),
    written as (
      insert into devices as d (serial, note, pass_hash, device_mode)
      select serial, note, pass_hash, 'new' from given
      on conflict (serial) do update
        set pass_hash = excluded.pass_hash, key_hash = null, key_created_at = null, updated_at = now(),
            device_mode = case when d.device_mode in ('active', 'ok') then 'new' else d.device_mode end
        where ${reset}
      returning device_id, serial, xmax = 0 as created
    ),
    state as (
      insert into device_state (device_id) select device_id from written where created
    )
    select serial, created from written`.execute(db);
  const again = written.filter(({ created }) => !created).map(({ serial }) => serial);
  directory.changed();
  if (again.length > 0) await broker.disconnect('device', again);
  return { created: written.length - again.length, reset: again.length };
}
