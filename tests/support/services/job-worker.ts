import { createJobs, defineQueue, type Queue } from '@belfry/api/jobs/index';
import { createLogger } from '@belfry/api/log';
import { letPass } from '@belfry/schemas/testing/clock';
import { z } from 'zod';

/** The queue that the tests and this program use. */
export const NOTES: Queue<{ note: string }> = defineQueue('test-notes', {
  schema: z.strictObject({ note: z.string() }),
  concurrency: 4,
  retries: 3,
  retryDelayS: 1,
  timeoutS: 60,
});

/** Run as a program with the URL of a database: takes jobs, says so on stdout, and never ends one. */
if (import.meta.main) {
  const jobs = createJobs({ url: process.argv[2] ?? '', log: createLogger('silent') });
  jobs.work(NOTES, async ({ note }) => {
    process.stdout.write(`${note}\n`);
    await letPass(600_000);
  });
  await jobs.start();
}
