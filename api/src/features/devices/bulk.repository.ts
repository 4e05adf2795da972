import { visibleDevice } from '../../db/conditions.ts';
import type { DeviceMode, DeviceStatus } from '@belfry/schemas/domain/device';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { insertDeviceStates } from '../device-state/index.ts';

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
  return named
    .where(visibleDevice(ownerId, 'operate', 'devices'))
    .orderBy('device_id')
    .execute();
}

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

export async function clearBindings(trx: Kysely<Database>, ids: readonly number[]): Promise<void> {
  await sql`
    update devices set company_id = null, updated_at = now()
    where device_id = any(${ids}::int4[])`.execute(trx);
}

/** The values that an imported line sets; null leaves the present value, and a new device without one. */
export type ImportedDevice = {
  serial: string;
  pass_hash: string | null;
  note: string | null;
  email: string | null;
  tags: string[] | null;
  device_mode: DeviceMode | null;
};

export type PresentDevice = {
  device_id: number;
  serial: string;
  user_id: number | null;
  company_id: number | null;
  device_mode: DeviceMode;
  note: string | null;
  email: string | null;
  tags: string[];
  has_pass: boolean;
};

const given = (devices: readonly ImportedDevice[]) => sql`
  jsonb_to_recordset(${JSON.stringify(devices)}::jsonb)
    as g (serial text, pass_hash text, note text, email text, tags text[], device_mode text)`;

/** Finds devices by their serials; with `lock` they are locked in the order of their ids until the transaction ends. */
export async function findPresent(
  db: Kysely<Database>,
  serials: readonly string[],
  { lock }: { lock: boolean },
): Promise<PresentDevice[]> {
  const { rows } = await sql<PresentDevice>`
    select device_id, serial, user_id, company_id, device_mode, note, email, tags, pass_hash is not null as has_pass
    from devices where serial = any(${serials}::text[])
    order by device_id ${sql.raw(lock ? 'for no key update' : '')}`.execute(db);
  return rows;
}

export async function findBoundIds(
  db: Kysely<Database>,
  nodes: readonly number[],
): Promise<{ company_id: number; device_id: number }[]> {
  const { rows } = await sql<{ company_id: number; device_id: number }>`
    select company_id, device_id from devices where company_id = any(${nodes}::int4[])`.execute(db);
  return rows;
}

/** Inserts devices with their state rows; those whose serial number exists by now are left out. */
export async function insertImported(
  trx: Kysely<Database>,
  devices: readonly ImportedDevice[],
): Promise<{ device_id: number; serial: string }[]> {
  const { rows } = await sql<{ device_id: number; serial: string }>`
    insert into devices (serial, pass_hash, note, email, tags, device_mode)
    select serial, pass_hash, note, email, coalesce(tags, '{}'), coalesce(device_mode, 'new')
    from ${given(devices)} order by serial
    on conflict do nothing
    returning device_id, serial`.execute(trx);
  await insertDeviceStates(
    trx,
    rows.map(({ device_id }) => device_id),
  );
  return rows;
}

/** Sets the given values of existing devices. A pass is only given to devices that have none. */
export async function updateImported(trx: Kysely<Database>, devices: readonly ImportedDevice[]): Promise<void> {
  await sql`
    update devices d set
      pass_hash = coalesce(d.pass_hash, g.pass_hash), note = coalesce(g.note, d.note),
      email = coalesce(g.email, d.email), tags = coalesce(g.tags, d.tags),
      device_mode = coalesce(g.device_mode, d.device_mode), updated_at = now()
    from ${given(devices)} where d.serial = g.serial`.execute(trx);
}
