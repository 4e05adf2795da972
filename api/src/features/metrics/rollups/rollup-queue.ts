import { z } from 'zod';
import { defineQueue } from '../../../jobs/index.ts';

const HOUR_S = 3_600;

/** Rolls up the days that are complete. A repeated job goes on where the last one ended. */
export const METRICS_ROLLUPS = defineQueue('metrics-rollups', {
  schema: z.strictObject({ day: z.iso.date() }),
  concurrency: 1,
  retries: 20,
  retryDelayS: 2,
  timeoutS: HOUR_S,
});

export type RollupJob = z.output<typeof METRICS_ROLLUPS.schema>;
