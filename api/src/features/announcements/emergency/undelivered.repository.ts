import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

/** The number of devices that have not begun to play a running emergency `graceS` seconds after it was started. */
export async function countUndeliveredEmergencies(db: Kysely<Database>, graceS: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from announcement_runs r join announcement_deliveries d on d.run_id = r.run_id
    where r.priority = 'emergency' and r.state in ('rendering', 'running')
      and r.at between now() - interval '1 day' and now() - make_interval(secs => ${graceS})
      and d.state not in ('started', 'finished', 'interrupted')`.execute(db);
  return rows[0]?.count ?? 0;
}
