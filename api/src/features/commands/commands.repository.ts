import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

/**
 * Deletes the commands to these devices, with their results, and what runs have for them. Broadcasts remain, since they belong
 * to other devices too.
 */
export async function deleteCommandsOf(trx: Kysely<Database>, deviceIds: readonly number[]): Promise<void> {
  await sql`
    delete from commands c using command_deliveries d
    where d.device_id = any(${deviceIds}::int4[]) and c.id = d.command_id and c.target = 'device'`.execute(trx);
  await sql`
    delete from command_deliveries d using commands c
    where d.device_id = any(${deviceIds}::int4[]) and c.id = d.command_id and c.target = 'run'`.execute(trx);
}
