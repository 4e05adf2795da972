import { z } from 'zod';
import { defineQueue } from '../../../jobs/index.ts';

const HOURS_12_S = 12 * 3_600;

/** The bulk creation of samples. A repeated job goes on where the last one ended. */
export const sampleRunQueue = defineQueue('voice-sample-runs', {
  schema: z.object({ run_id: z.int() }),
  concurrency: 1,
  retries: 1_000,
  retryDelayS: 1,
  timeoutS: HOURS_12_S,
});
