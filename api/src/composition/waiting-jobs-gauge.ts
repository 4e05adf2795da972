import type pg from 'pg';
import { waitingJobs } from '../mqtt/metrics.ts';
import { countWaitingJobs } from '../jobs/index.ts';

const INTERVAL_MS = 10_000;

/** Keeps the metric of waiting jobs up to date. */
export function startWaitingJobsGauge(pool: pg.Pool): { stop(): void } {
  const timer = setInterval(() => {
    // While Postgres is away the last count stays, and other metrics tell why.
    countWaitingJobs(pool).then(
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
