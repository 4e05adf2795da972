import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** The broker has lost what it retained, or may not give it to these devices: their programmes are announced again. */
export async function forgetAnnounced(db: Kysely<Database>, serials?: readonly string[]): Promise<void> {
  await sql`
    update programmes p set announced = null, announce_at = null
    where announced is not null
      and (${serials ?? null}::text[] is null
        or device_id in (select device_id from devices where serial = any(${serials ?? null}::text[])))`.execute(db);
}
