import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { transact } from '../../db/transact.ts';
import type { Deps } from '../../deps.ts';
import { defineQueue, type Jobs } from '../../jobs/index.ts';
import type { ConsoleEvents } from '../../mqtt/console-events.ts';
import { endFinishedRuns, type ChangedRun } from './deliveries.sql.ts';
import { endUnreported, isStillPlaying } from './runs.repository.ts';

/** How long a device that comes back still receives an emergency; see ANN-11. */
export const EMERGENCY_S = 24 * 3_600;
const JOBS_PER_RUN = 8;
const SWEEP_DELAY_MS = 15_000;
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

export const PARTS_QUEUE = defineQueue('announcement-parts', {
  schema: z.strictObject({
    run_id: z.uuid(),
    parts: z.array(z.int()),
    owner_id: z.int().default(0),
    emergency: z.boolean().default(false),
  }),
  // They only wait: the rendering gives the owners turns. One by one, since a batch ends with its slowest job.
  concurrency: 16,
  batch: 1,
  groupOf: ({ owner_id }) => owner_id,
  perGroup: 4,
  isUrgent: ({ emergency }) => emergency,
  urgentPlaces: 4,
  retries: 3,
  retryDelayS: 1,
  timeoutS: 600,
});

export const SWEEP_QUEUE = defineQueue('announcement-sweeps', {
  schema: z.strictObject({ run_id: z.uuid() }),
  concurrency: 2,
  retries: 5,
  retryDelayS: 5,
  timeoutS: 60,
});

export async function scheduleParts(
  trx: Kysely<Database>,
  jobs: Jobs,
  { run_id, owner_id, emergency }: { run_id: string; owner_id: number; emergency: boolean },
  parts: readonly number[],
): Promise<void> {
  const count = Math.min(JOBS_PER_RUN, parts.length);
  const shares = Array.from({ length: count }, (_, job) => parts.filter((_part, index) => index % count === job));
  for (const share of shares) await jobs.send(trx, PARTS_QUEUE, { run_id, owner_id, emergency, parts: share });
}

export const scheduleSweep = (trx: Kysely<Database>, jobs: Jobs, runId: string, after: Date): Promise<void> =>
  jobs.send(trx, SWEEP_QUEUE, { run_id: runId }, { startAfter: new Date(after.getTime() + SWEEP_DELAY_MS) });

/** Sends `announcements_changed` to the consoles of administrators and of these users. Call it after the commit. */
export function notifyRunsChanged(events: Pick<ConsoleEvents, 'changed'>, runs: readonly ChangedRun[]): void {
  for (const { run_id, user_ids } of runs) {
    if (user_ids.length === 0) events.changed('announcements_changed', [run_id]);
    for (const userId of user_ids) events.changed('announcements_changed', [run_id], userId);
  }
}
