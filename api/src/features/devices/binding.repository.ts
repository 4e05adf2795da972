import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

/** A device with its owner and the node to which it is bound. */
export type DeviceBinding = { device_id: number; serial: string; user_id: number | null; company_id: number | null };
const COLUMNS = ['device_id', 'serial', 'user_id', 'company_id'] as const;

/** Reads and locks a device until the transaction ends. */
export async function lockDeviceBinding(trx: Kysely<Database>, serial: string): Promise<DeviceBinding | undefined> {
  return trx.selectFrom('devices').select(COLUMNS).where('serial', '=', serial).forNoKeyUpdate().executeTakeFirst();
}

/** Finds the device that is bound to a node. */
export async function findDeviceOfNode(db: Kysely<Database>, companyId: number): Promise<DeviceBinding | undefined> {
  return db.selectFrom('devices').select(COLUMNS).where('company_id', '=', companyId).executeTakeFirst();
}

/** Binds a device to a node of its owner. */
export async function setBinding(trx: Kysely<Database>, deviceId: number, companyId: number): Promise<void> {
  await trx
    .updateTable('devices')
    .set({ company_id: companyId, updated_at: sql<Date>`now()` })
    .where('device_id', '=', deviceId)
    .execute();
}

/** Unbinds the device of a node and returns it, if there is one. */
export async function clearBinding(trx: Kysely<Database>, companyId: number): Promise<DeviceBinding | undefined> {
  return trx
    .updateTable('devices')
    .set({ company_id: null, updated_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Unbinds the devices of these nodes and returns them. */
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
