import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

export type OwnedDevice = { device_id: number; serial: string; user_id: number | null };

export async function setOwner(trx: Kysely<Database>, ids: readonly number[], ownerId: number): Promise<void> {
  await sql`
    update devices set user_id = ${ownerId}, owned_since = now(), updated_at = now()
    where device_id = any(${ids}::int4[])`.execute(trx);
}

/**
 * Removes devices from their owner: deletes their keys and bindings, and requires devices in use to enrol again.
 */
export async function resetOwner(trx: Kysely<Database>, ids: readonly number[], ownerId: number | null): Promise<void> {
  await sql`
    update devices
    set user_id = ${ownerId}, owned_since = now(), company_id = null, key_hash = null, key_created_at = null,
      key_unused = false, enroll_address = null, enroll_until = null, updated_at = now(),
      device_mode = case when device_mode in ('active', 'ok', 'wait') then 'new' else device_mode end
    where device_id = any(${ids}::int4[])`.execute(trx);
}

/** Finds the devices of these users, and locks them in the order of their ids. */
export async function lockDevicesOf(trx: Kysely<Database>, userIds: readonly number[]): Promise<OwnedDevice[]> {
  const { rows } = await sql<OwnedDevice>`
    select device_id, serial, user_id from devices
    where user_id = any(${userIds}::int4[])
    order by device_id
    for no key update`.execute(trx);
  return rows;
}

/** Finds devices by their serials, and locks them in the order of their ids. */
export async function lockDevicesBySerial(trx: Kysely<Database>, serials: readonly string[]): Promise<OwnedDevice[]> {
  const { rows } = await sql<OwnedDevice>`
    select device_id, serial, user_id from devices
    where serial = any(${serials}::text[])
    order by device_id
    for no key update`.execute(trx);
  return rows;
}

export type DeviceBinding = { device_id: number; serial: string; user_id: number | null; company_id: number | null };
const COLUMNS = ['device_id', 'serial', 'user_id', 'company_id'] as const;

export async function lockDeviceBinding(trx: Kysely<Database>, serial: string): Promise<DeviceBinding | undefined> {
  return trx.selectFrom('devices').select(COLUMNS).where('serial', '=', serial).forNoKeyUpdate().executeTakeFirst();
}

export async function findDeviceOfNode(db: Kysely<Database>, companyId: number): Promise<DeviceBinding | undefined> {
  return db.selectFrom('devices').select(COLUMNS).where('company_id', '=', companyId).executeTakeFirst();
}

export async function setBinding(trx: Kysely<Database>, deviceId: number, companyId: number): Promise<void> {
  await trx
    .updateTable('devices')
    .set({ company_id: companyId, updated_at: sql<Date>`now()` })
    .where('device_id', '=', deviceId)
    .execute();
}

export async function clearBinding(trx: Kysely<Database>, companyId: number): Promise<DeviceBinding | undefined> {
  return trx
    .updateTable('devices')
    .set({ company_id: null, updated_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .returning(COLUMNS)
    .executeTakeFirst();
}

export async function clearNodeBindings(
  trx: Kysely<Database>,
  companyIds: readonly number[],
): Promise<Pick<DeviceBinding, 'device_id'>[]> {
  const { rows } = await sql<Pick<DeviceBinding, 'device_id'>>`
    update devices set company_id = null, updated_at = now()
    where company_id = any(${companyIds}::int4[])
    returning device_id`.execute(trx);
  return rows;
}
