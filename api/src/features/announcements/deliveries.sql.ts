import type { ANNOUNCEMENT_DELIVERY_STATES } from '@belfry/schemas/domain/announcements';
import type pg from 'pg';

export type ChangedRun = { run_id: string; user_ids: number[] };

/**
 * Ends the runs of which every delivery has ended. An emergency lasts until "all clear", a live page until nobody speaks any more, and a scheduled
 * run has no list of its deliveries.
 */
export async function endFinishedRuns(pool: pg.Pool, runIds: readonly string[]): Promise<ChangedRun[]> {
  const { rows } = await pool.query<ChangedRun>({
    name: 'end-finished-runs',
    text: `update announcement_runs r set ended_at = now(),
        state = case when exists (select from announcement_deliveries x where x.run_id = r.run_id and x.state <> 'failed')
          then 'finished' else 'failed' end
      where r.run_id = any($1::uuid[]) and r.kind in ('say', 'drill', 'page') and r.state in ('rendering', 'running')
        and (r.kind <> 'page' or not exists (select from pages p where p.run_id = r.run_id and p.state <> 'ended'))
        and not exists (select from announcement_deliveries x where x.run_id = r.run_id and x.state in ${openStatesSql})
      returning r.run_id, array_remove(array[r.user_id], null) as user_ids`,
    values: [runIds],
  });
  return rows;
}

type AnnouncementDeliveryState = (typeof ANNOUNCEMENT_DELIVERY_STATES)[number];

/**
 * A delivery only changes to a state of a higher rank. What the server concluded without the device has rank 0, because the
 * device knows better.
 */
const RANKS: Record<AnnouncementDeliveryState, number> = {
  waiting: 0,
  offline: 0,
  failed: 0,
  expired: 0,
  sent: 1,
  fetched: 2,
  started: 3,
  finished: 4,
  interrupted: 4,
  skipped: 4,
  missed: 4,
};

export const rankSql = (state: string): string =>
  `case ${state} ${Object.entries(RANKS)
    .map(([name, rank]) => `when '${name}' then ${rank}`)
    .join(' ')} end`;

/** The states in which a delivery may still change without anybody's fault. */
const OPEN_STATES: readonly AnnouncementDeliveryState[] = ['waiting', 'sent', 'fetched', 'started'];
const openStatesSql = `(${OPEN_STATES.map((state) => `'${state}'`).join(', ')})`;
