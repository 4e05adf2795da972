import type pg from 'pg';
import { openStatesSql } from './delivery-rank.ts';
import type { ChangedRun } from './run-events.ts';

/**
 * Ends the runs of which every delivery has ended. An emergency lasts until "all clear", and a scheduled run has no list of
 * its deliveries.
 */
export async function endFinishedRuns(pool: pg.Pool, runIds: readonly string[]): Promise<ChangedRun[]> {
  const { rows } = await pool.query<ChangedRun>({
    name: 'end-finished-runs',
    text: `update announcement_runs r set ended_at = now(),
        state = case when exists (select from announcement_deliveries x where x.run_id = r.run_id and x.state <> 'failed')
          then 'finished' else 'failed' end
      where r.run_id = any($1::uuid[]) and r.kind in ('say', 'drill') and r.state in ('rendering', 'running')
        and not exists (select from announcement_deliveries x where x.run_id = r.run_id and x.state in ${openStatesSql})
      returning r.run_id, array_remove(array[r.user_id], null) as user_ids`,
    values: [runIds],
  });
  return rows;
}
