import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/database.ts';
import { defineQueue, type Jobs, type Queue } from '../../jobs/index.ts';

/** How long a device that comes back still receives an emergency; see ANN-11. */
export const EMERGENCY_S = 24 * 3_600;
/** The maximum number of jobs that render one run. */
const JOBS_PER_RUN = 8;
/** How long after its expiry a run waits for receipts that are on their way. */
const SWEEP_DELAY_MS = 15_000;

type RenderParts = { run_id: string; parts: number[] };
/** Renders parts of a run and sends each as soon as it is ready. */
export const PARTS_QUEUE: Queue<RenderParts> = defineQueue('announcement-parts', {
  schema: z.strictObject({ run_id: z.uuid(), parts: z.array(z.int()) }),
  concurrency: 8,
  retries: 3,
  retryDelayS: 1,
  timeoutS: 600,
});

type Sweep = { run_id: string };
/** Ends the deliveries of a run that no device reports any more. */
export const SWEEP_QUEUE: Queue<Sweep> = defineQueue('announcement-sweeps', {
  schema: z.strictObject({ run_id: z.uuid() }),
  concurrency: 2,
  retries: 5,
  retryDelayS: 5,
  timeoutS: 60,
});

export async function scheduleParts(
  trx: Kysely<Database>,
  jobs: Jobs,
  runId: string,
  parts: readonly number[],
): Promise<void> {
  const count = Math.min(JOBS_PER_RUN, parts.length);
  const shares = Array.from({ length: count }, (_, job) => parts.filter((_part, index) => index % count === job));
  for (const share of shares) await jobs.send(trx, PARTS_QUEUE, { run_id: runId, parts: share });
}

export const scheduleSweep = (trx: Kysely<Database>, jobs: Jobs, runId: string, after: Date): Promise<void> =>
  jobs.send(trx, SWEEP_QUEUE, { run_id: runId }, { startAfter: new Date(after.getTime() + SWEEP_DELAY_MS) });
