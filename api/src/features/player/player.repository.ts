import type { PlayerRun } from '@belfry/schemas/http/player/player';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';

type NodeNames = { name: string; place: string | null };

/** The names of the node of a device and of the place above it. */
export const findNames = (db: Kysely<Database>, companyId: number): Promise<NodeNames | undefined> =>
  db
    .selectFrom('companies as c')
    .leftJoin('companies as above', 'above.company_id', 'c.parent_company_id')
    .select(['c.name', 'above.name as place'])
    .where('c.company_id', '=', companyId)
    .executeTakeFirst();

/** An announcement with the text as this device says it; undefined where it is not to say it. */
export async function findRunOfDevice(
  db: Kysely<Database>,
  runId: string,
  deviceId: number,
): Promise<PlayerRun | undefined> {
  const { rows } = await sql<PlayerRun>`
    select r.kind, r.priority, r.title, p.text, p.language
    from announcement_deliveries x
    join announcement_runs r on r.run_id = x.run_id
    left join announcement_parts p on p.run_id = x.run_id and p.part = x.part and p.text <> '' and r.kind <> 'page'
    where x.run_id = ${runId}::uuid and x.device_id = ${deviceId}::int`.execute(db);
  return rows[0];
}
