import type { Kysely } from 'kysely';
import type { Database } from '../../../../db/database.ts';

/** The serial number of the device that is bound to a node; null if there is none. */
export async function findBoundSerial(db: Kysely<Database>, companyId: number): Promise<string | null> {
  const device = db.selectFrom('devices').select('serial').where('company_id', '=', companyId).limit(1);
  return (await device.executeTakeFirst())?.serial ?? null;
}
