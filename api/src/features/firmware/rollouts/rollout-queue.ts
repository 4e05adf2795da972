import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import { defineQueue, type Jobs } from '../../../jobs/index.ts';

/** The steps of rollouts. A step takes as long as telling 100 devices; the next one is a job of its own. */
export const ROLLOUT_STEPS = defineQueue('firmware-rollout', {
  schema: z.object({ rollout_id: z.uuid(), step: z.int() }),
  concurrency: 2,
  retries: 20,
  retryDelayS: 1,
  timeoutS: 120,
});

/** Schedules the next step of a rollout in a transaction; jobs of earlier steps then do nothing. */
export async function scheduleStep(
  trx: Kysely<Database>,
  jobs: Jobs,
  rollout_id: string,
  startAfter?: Date,
): Promise<void> {
  const { step } = await trx
    .updateTable('firmware_rollouts')
    .set((row) => ({ step: row('step', '+', 1) }))
    .where('id', '=', rollout_id)
    .returning('step')
    .executeTakeFirstOrThrow();
  await jobs.send(trx, ROLLOUT_STEPS, { rollout_id, step }, startAfter && { startAfter });
}
