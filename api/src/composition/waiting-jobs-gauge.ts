import type { Kysely } from 'kysely';
import type { Database } from '../db/database.ts';
import { waitingJobs } from '../mqtt/metrics.ts';
import { countWaitingJobs } from '../jobs/index.ts';

const INTERVAL_MS = 10_000;

/** Keeps the metric of waiting jobs up to date. */
export function startWaitingJobsGauge(db: Kysely<Database>): { stop(): void } {
  const timer = setInterval(() => {
    // While Postgres is away the last count stays, and other metrics tell why.
    countWaitingJobs(db).then(
      (count) => waitingJobs.set(count),
      () => undefined,
    );
  }, INTERVAL_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      waitingJobs.set(0);
    },
  };
}
