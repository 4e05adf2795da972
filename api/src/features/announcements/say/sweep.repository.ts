import { reasonText } from '@belfry/schemas/domain/reasons';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

/**
 * Settles the deliveries of a run that no device has reported: those that were not started are expired, those that have been
 * playing for `longestHours` are interrupted. An emergency has no end before it is stopped.
 */
export async function endUnreported(trx: Kysely<Database>, runId: string, longestHours: number): Promise<void> {
  await sql`
    update announcement_deliveries x set
      state = case x.state when 'started' then 'interrupted' else 'expired' end,
      reason = case x.state when 'started' then ${reasonText('no_end')} else ${reasonText('no_start')} end
    from announcement_runs r
    where r.run_id = ${runId}::uuid and x.run_id = r.run_id and (r.kind <> 'emergency' or r.state = 'stopped')
      and (x.state in ('waiting', 'sent', 'fetched')
        or x.state = 'started' and x.started_at < now() - make_interval(hours => ${longestHours}))`.execute(trx);
}

/** Whether a device has started the run and not ended it. Never for emergencies. */
export async function isStillPlaying(trx: Kysely<Database>, runId: string): Promise<boolean> {
  const playing = await trx
    .selectFrom('announcement_deliveries as x')
    .innerJoin('announcement_runs as r', 'r.run_id', 'x.run_id')
    .select('x.device_id')
    .where('x.run_id', '=', runId)
    .where('x.state', '=', 'started')
    .where('r.kind', '<>', 'emergency')
    .limit(1)
    .executeTakeFirst();
  return playing !== undefined;
}
