import type { DeviceStatus } from '@belfry/schemas/domain/device';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

/**
 * Clears the network data, metrics and players that devices last reported. Timestamps and sequence numbers remain, since
 * they tell a new message from an old one. The status remains too, since the last will of the device updates it.
 */
export async function clearLiveState(trx: Kysely<Database>, deviceIds: readonly number[]): Promise<void> {
  await sql`
    update device_state set hostname = null, ip = null, metrics = null, metrics_measured_at = null, players = '{}'
    where device_id = any(${deviceIds}::int4[])`.execute(trx);
}

/** Inserts the state rows of new devices, in the transaction that inserts the devices. */
export async function insertDeviceStates(trx: Kysely<Database>, deviceIds: readonly number[]): Promise<void> {
  await sql`
    insert into device_state (device_id) select unnest(${deviceIds}::int4[])
    on conflict do nothing`.execute(trx);
}

/**
 * Overrides the reported state of a device until it reports again; see DEV-18. A status that equals the current one is
 * not written, since the dialog sends the status with every edit.
 */
export async function overrideReportedState(
  db: Kysely<Database>,
  deviceId: number,
  { device_version, status }: { device_version?: string | null; status?: DeviceStatus },
): Promise<void> {
  if (device_version !== undefined) {
    await db.updateTable('device_state').set({ device_version }).where('device_id', '=', deviceId).execute();
  }
  if (status !== undefined) {
    await db
      .updateTable('device_state')
      .set({ reported_status: status, silent: false, status_at: sql<Date>`now()` })
      .where('device_id', '=', deviceId)
      .where('status', '!=', status)
      .execute();
  }
}
