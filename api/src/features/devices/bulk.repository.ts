import type { DeviceMode, DeviceStatus } from '@belfry/schemas/domain/device';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

/** What decides about a bulk change of a device. */
export type BulkDevice = {
  device_id: number;
  serial: string;
  user_id: number | null;
  company_id: number | null;
  device_mode: DeviceMode;
  note: string | null;
  tags: string[];
  status: DeviceStatus;
};

const columns = sql`d.device_id, d.serial, d.user_id, d.company_id, d.device_mode, d.note, d.tags, s.status`;

/** Finds devices by their ids, in the order of the ids. */
export async function findBulkDevices(db: Kysely<Database>, ids: readonly number[]): Promise<BulkDevice[]> {
  const { rows } = await sql<BulkDevice>`
    select ${columns} from devices d join device_state s using (device_id)
    where d.device_id = any(${ids}::int4[])
    order by d.device_id`.execute(db);
  return rows;
}

/** As `findBulkDevices`, locked in the order of their ids until the transaction ends. */
export async function lockBulkDevices(trx: Kysely<Database>, ids: readonly number[]): Promise<BulkDevice[]> {
  const { rows } = await sql<BulkDevice>`
    select ${columns} from devices d join device_state s using (device_id)
    where d.device_id = any(${ids}::int4[])
    order by d.device_id
    for no key update of d`.execute(trx);
  return rows;
}

/** The ids and serials of those of these devices that belong to the owner, null: to anybody. */
export async function findIdsBySerial(
  db: Kysely<Database>,
  serials: readonly string[],
  ownerId: number | null,
): Promise<{ device_id: number; serial: string }[]> {
  const devices = db.selectFrom('devices').select(['device_id', 'serial']);
  const named = devices.where('serial', '=', sql<string>`any(${serials}::text[])`);
  const permitted = ownerId === null ? named : named.where('user_id', '=', ownerId);
  return permitted.orderBy('device_id').execute();
}

/** Changes the given fields of devices; undefined fields stay. */
export async function updateDevices(
  trx: Kysely<Database>,
  ids: readonly number[],
  changes: { device_mode?: DeviceMode; note?: string | null },
): Promise<void> {
  await trx
    .updateTable('devices')
    .set({ ...changes, updated_at: sql<Date>`now()` })
    .where('device_id', '=', sql<number>`any(${ids}::int4[])`)
    .execute();
}

/** Adds and removes tags of devices; each tag stays once, in alphabetical order. */
export async function updateTags(
  trx: Kysely<Database>,
  ids: readonly number[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> {
  await sql`
    update devices set updated_at = now(), tags = array(
      select distinct tag collate "C" from unnest(tags || ${add}::text[]) as tag
      where tag <> all(${remove}::text[]) order by 1
    )
    where device_id = any(${ids}::int4[])`.execute(trx);
}

/** Binds each device to a node, in one statement. */
export async function setBindings(
  trx: Kysely<Database>,
  bindings: readonly { device_id: number; company_id: number }[],
): Promise<void> {
  await sql`
    update devices d set company_id = b.company_id, updated_at = now()
    from unnest(
      ${bindings.map(({ device_id }) => device_id)}::int4[],
      ${bindings.map(({ company_id }) => company_id)}::int4[]
    ) as b (device_id, company_id)
    where d.device_id = b.device_id`.execute(trx);
}

/** Unbinds devices from their nodes. */
export async function clearBindings(trx: Kysely<Database>, ids: readonly number[]): Promise<void> {
  await sql`
    update devices set company_id = null, updated_at = now()
    where device_id = any(${ids}::int4[])`.execute(trx);
}
