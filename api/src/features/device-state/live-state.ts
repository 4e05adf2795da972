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
