import type { DeviceStatus } from '@belfry/schemas/domain/device';
import { sql, type Kysely } from 'kysely';
import { int4Array } from '../../db/binary-arrays.ts';
import type { Database } from '../../db/database.ts';

/**
 * Forgets what devices last reported of their network and their players. What tells a new message from an old one stays,
 * and so does the status: the last will of the device speaks for it.
 */
export async function clearLiveState(trx: Kysely<Database>, deviceIds: readonly number[]): Promise<void> {
  await sql`
    update device_state set hostname = null, ip = null, metrics = null, metrics_measured_at = null, players = '{}'
    where device_id = any(${int4Array(deviceIds)}::int4[])`.execute(trx);
}

/** Every device has one state row, made in the transaction that makes the device. */
export async function insertDeviceStates(trx: Kysely<Database>, deviceIds: readonly number[]): Promise<void> {
  await sql`
    insert into device_state (device_id) select unnest(${int4Array(deviceIds)}::int4[])
    on conflict do nothing`.execute(trx);
}

/**
 * Overrides the state that a device reported until it reports again; see DEV-18. A status that is the present one
 * already is left alone, since the dialog sends it along with every edit.
 */
export async function setStateByHand(
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
