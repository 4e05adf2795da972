import { type DeviceInput, INPUTS_LISTED_MAX } from '@belfry/schemas/http/triggers/inputs';
import { type Kysely, sql } from 'kysely';
import { nodeOfDevice, ownedBy } from '../../../db/conditions.ts';
import type { Database } from '../../../db/database.ts';
import { changeInBatches } from '../../../db/transact.ts';
import type { Wire } from '../../../http/routes/route.ts';
import type { VisibleOwners } from '../../../policies/owners.ts';

const KEPT_DAYS = 90;

export async function findInputs(db: Kysely<Database>, owners: VisibleOwners): Promise<Wire<DeviceInput>[]> {
  const { rows } = await sql<Wire<DeviceInput>>`
    select d.serial, d.company_id, coalesce(c.name, d.serial) as place, i.input, i.state, i.at
    from devices d left join companies c on c.company_id = d.company_id
    cross join lateral (
      select distinct on (k.input) k.input, k.state, k.at from device_inputs k
      where k.device_id = d.device_id order by k.input, k.seq desc, k.at desc
    ) as i
    where d.device_id in (select device_id from device_input_seqs) and ${ownedBy(owners, 'd.user_id', nodeOfDevice())}
    order by coalesce(c.name, d.serial) collate natural_order, d.serial, i.input limit ${sql.lit(INPUTS_LISTED_MAX)}`.execute(
    db,
  );
  return rows;
}

export async function isDeviceAt(
  db: Kysely<Database>,
  serial: string,
  { owner_id, company_id }: { owner_id: number; company_id: number },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from devices d
      where d.serial = ${serial} and d.user_id = ${owner_id} and is_at_or_below(d.company_id, ${company_id})) as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}

/** Keeps the last change of each input, which is its state. */
export const deleteOldInputs = (db: Kysely<Database>): Promise<void> =>
  changeInBatches(async (limit) =>
    sql`delete from device_inputs where (device_id, seq, at) in (
      select i.device_id, i.seq, i.at from device_inputs i
      where i.received_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)}) and exists (
        select from device_inputs k where k.device_id = i.device_id and k.input = i.input and (k.seq, k.at) > (i.seq, i.at))
      limit ${limit})`.execute(db),
  );
