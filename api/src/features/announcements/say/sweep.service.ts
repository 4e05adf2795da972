import { reasonText } from '@belfry/schemas/domain/reasons';
import { sql } from 'kysely';
import { transact } from '../../../db/transact.ts';
import type { AnnouncementsDeps } from '../deps.ts';
import { endFinishedRuns } from '../ended-runs.sql.ts';
import { notifyRunsChanged } from '../run-events.ts';
import { scheduleSweep } from '../announcement-jobs.ts';

/** The longest that an announcement may last on a device, after which its end is no longer expected. */
const LONGEST_H = 2;

/**
 * Ends what no device has reported: what was not started in time is expired, and what has been playing for too long is
 * interrupted. A device that reports later is still believed. An emergency has no end before "all clear".
 */
export async function sweepRun(
  deps: Pick<AnnouncementsDeps, 'db' | 'pool' | 'jobs' | 'events'>,
  runId: string,
): Promise<void> {
  const isPlaying = await transact(deps.db, async (trx) => {
    await sql`
      update announcement_deliveries x set
        state = case x.state when 'started' then 'interrupted' else 'expired' end,
        reason = case x.state when 'started' then ${reasonText('no_end')} else ${reasonText('no_start')} end
      from announcement_runs r
      where r.run_id = ${runId}::uuid and x.run_id = r.run_id and (r.kind <> 'emergency' or r.state = 'stopped')
        and (x.state in ('waiting', 'sent', 'fetched')
          or x.state = 'started' and x.started_at < now() - make_interval(hours => ${LONGEST_H}))`.execute(trx);
    const playing = await trx
      .selectFrom('announcement_deliveries as x')
      .innerJoin('announcement_runs as r', 'r.run_id', 'x.run_id')
      .select('x.device_id')
      .where('x.run_id', '=', runId)
      .where('x.state', '=', 'started')
      .where('r.kind', '<>', 'emergency')
      .limit(1)
      .executeTakeFirst();
    if (playing) await scheduleSweep(trx, deps.jobs, runId, new Date(Date.now() + LONGEST_H * 3_600_000));
    return playing !== undefined;
  });
  if (!isPlaying) notifyRunsChanged(deps.events, await endFinishedRuns(deps.pool, [runId]));
}
