import { transact } from '../../../db/transact.ts';
import { endFinishedRuns } from '../ended-runs.sql.ts';
import { notifyRunsChanged } from '../run-events.ts';
import { scheduleSweep } from '../announcement-jobs.ts';
import { endUnreported, isStillPlaying } from './sweep.repository.ts';
import type { Deps } from '../../../deps.ts';

/** The longest that an announcement may last on a device, after which its end is no longer expected. */
const LONGEST_PLAYBACK_H = 2;

/**
 * Ends what no device has reported: what was not started in time is expired, and what has been playing for too long is
 * interrupted. A device that reports later is still believed. An emergency has no end before "all clear".
 */
export async function sweepRun(deps: Pick<Deps, 'db' | 'pool' | 'jobs' | 'events'>, runId: string): Promise<void> {
  const isPlaying = await transact(deps.db, async (trx) => {
    await endUnreported(trx, runId, LONGEST_PLAYBACK_H);
    const playing = await isStillPlaying(trx, runId);
    if (playing) await scheduleSweep(trx, deps.jobs, runId, new Date(Date.now() + LONGEST_PLAYBACK_H * 3_600_000));
    return playing;
  });
  if (!isPlaying) notifyRunsChanged(deps.events, await endFinishedRuns(deps.pool, [runId]));
}
