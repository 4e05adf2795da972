import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { insertDeviceStates } from '../device-state/index.ts';

type ProvisionedDevice = { serial: string; note: string | null; pass_hash: string };

/**
 * Inserts devices; with `reset`, existing ones lose their key and get the new pass. Returns the written devices and which of
 * them are new.
 */
export async function upsertDevices(
  trx: Kysely<Database>,
  rows: readonly ProvisionedDevice[],
  { reset }: { reset: boolean },
): Promise<{ serial: string; created: boolean }[]> {
  const { rows: written } = await sql<{ device_id: number; serial: string; created: boolean }>`
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
    )
    -- This statement does not see its own rows: what is found here was there before.
    select device_id, serial, not exists (select from devices e where e.serial = written.serial) as created
    from written`.execute(trx);
  await insertDeviceStates(
    trx,
    written.map(({ device_id }) => device_id),
  );
  return written;
}
