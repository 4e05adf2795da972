import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import { defineQueue, type Jobs, type Queue } from '../../../jobs/index.ts';
import { nextStep } from './run-writes.repository.ts';

type RunStep = { run_id: string; step: number };

/** The steps of runs: each looks at the run, does what is due and schedules the next one. */
export const RUN_STEPS: Queue<RunStep> = defineQueue('command-run-steps', {
  schema: z.strictObject({ run_id: z.uuid(), step: z.int() }),
  concurrency: 4,
  retries: 5,
  retryDelayS: 1,
  timeoutS: 60,
});

/** Schedules the next step of a run in the caller's transaction. It replaces the one that is scheduled. */
export async function scheduleStep(trx: Kysely<Database>, jobs: Jobs, runId: string, startAfter?: Date): Promise<void> {
  const step = await nextStep(trx, runId);
  await jobs.send(trx, RUN_STEPS, { run_id: runId, step }, startAfter && { startAfter });
}
