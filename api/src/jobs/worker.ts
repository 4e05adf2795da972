import type { Job, JobResult, PgBoss } from 'pg-boss';
import { isDatabaseAway } from '../db/errors.ts';
import { inSpan } from '../tracing/spans.ts';
import type { Logger } from '../log.ts';
import type { Queue } from './queue.ts';

export type JobContext = {
  id: string;
  /** Aborted when the job has run for too long, and when the api stops. */
  signal: AbortSignal;
};
/** Runs a job. If it throws, the job is repeated as its queue says. */
export type JobHandler<T extends object> = (data: T, context: JobContext) => Promise<void>;
export type Registration<T extends object> = { queue: Queue<T>; handle: JobHandler<T> };

/** The workers are woken for what is due (due-jobs.ts), so their own polling is only a safeguard. */
const POLL_S = 30;
/** A worker that has not confirmed its job for so long is dead, and the job is repeated. The minimum of the library. */
const HEARTBEAT_S = 10;
/** Ended jobs are kept so long, for the investigation of failures. */
const KEEP_ENDED_S = 3_600;
/** Two, because a worker whose batch was full fetches again immediately instead of when it is woken. */
const BATCH = 2;

/**
 * Creates the queue, or applies its options where it exists, and starts its workers.
 * @returns the ids of the workers. Each is registered by itself, because the library wakes only the first of several.
 */
export async function startWorkers(
  boss: PgBoss,
  { queue, handle }: Registration<never>,
  stopping: AbortSignal,
  log: Logger,
): Promise<string[]> {
  const options = {
    retryLimit: queue.retries,
    retryDelay: queue.retryDelayS,
    retryBackoff: true,
    expireInSeconds: queue.timeoutS,
    heartbeatSeconds: HEARTBEAT_S,
    deleteAfterSeconds: KEEP_ENDED_S,
    notify: true,
  };
  await boss.createQueue(queue.name, options);
  await boss.updateQueue(queue.name, options);

  const run = async ({ id, data, signal }: Job): Promise<JobResult> => {
    try {
      const context = { id, signal: AbortSignal.any([signal, stopping]) };
      await inSpan(`job ${queue.name}`, { root: true }, () => handle(queue.schema.parse(data), context));
      return { id, status: 'completed' };
    } catch (error) {
      if (!isDatabaseAway(error)) log.error({ err: error, queue: queue.name, job_id: id }, 'a background job failed');
      return { id, status: 'failed', output: { message: String(error) } };
    }
  };
  const batchSize = Math.min(queue.batch ?? BATCH, queue.concurrency);
  const polling = { pollingIntervalSeconds: POLL_S, notifyPollingIntervalSeconds: POLL_S };
  const startOne = (): Promise<string> =>
    boss.work(queue.name, { ...polling, perJobResults: true, batchSize, burstWhenBatchFull: true }, (jobs: Job[]) =>
      Promise.all(jobs.map(run)),
    );
  const count = Math.ceil(queue.concurrency / batchSize);
  return Promise.all(Array.from({ length: count }, startOne));
}
