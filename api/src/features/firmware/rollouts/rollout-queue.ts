import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import { transact } from '../../../db/transact.ts';
import { defineQueue, type Jobs } from '../../../jobs/index.ts';
import { findStalledRollouts, nextStep } from './rollouts.repository.ts';
import type { Deps } from '../../../deps.ts';

/** The steps of rollouts. A step takes as long as sending the command to 100 devices; the next one is a job of its own. */
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
  const step = await nextStep(trx, rollout_id);
  await jobs.send(trx, ROLLOUT_STEPS, { rollout_id, step }, startAfter && { startAfter });
}

/** Schedules a step for running rollouts that no job has looked at for two minutes, except in the pause between two phases. */
export async function resumeStalledRollouts({ db, jobs }: Pick<Deps, 'db' | 'jobs'>): Promise<void> {
  for (const id of await findStalledRollouts(db)) await transact(db, (trx) => scheduleStep(trx, jobs, id));
}
