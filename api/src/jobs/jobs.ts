import { read, type Reader } from '@belfry/schemas/json/reader';
import type { Kysely } from 'kysely';
import { fromKysely, PgBoss, type Job, type JobResult } from 'pg-boss';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { startDueJobs } from './due-jobs.ts';
import { CONNECT_TIMEOUT_MS } from '../db/client.ts';
import { createThrottledWarning } from '../mqtt/throttled-warning.ts';
import { isDatabaseAway } from '../db/errors.ts';
import { inSpan } from '../tracing/spans.ts';

/** The schema of the jobs in our database; pg-boss creates and migrates it. */
const SCHEMA = 'jobs';
/** For fetching and settling jobs; what jobs do with the data uses the pools of the features. */
const CONNECTIONS = 3;
/** How often jobs of dead instances are looked for. */
const SUPERVISE_S = 5;
/** How often ended jobs are deleted. */
const MAINTAIN_S = 600;
/** Does not connect. An error of the queue is logged: without a listener it would end the process. */
function createBoss(url: string, log: Logger): PgBoss {
  const warn = createThrottledWarning(log, 'the job queue failed');
  const boss = new PgBoss({
    connectionString: url,
    schema: SCHEMA,
    application_name: 'belfry-jobs',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    useListenNotify: true,
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    maintenanceIntervalSeconds: MAINTAIN_S,
  });
  boss.on('error', (error) => warn('error', { err: error }));
  boss.on('warning', ({ message }) => log.debug({ warning: message }, 'the job queue warns'));
  return boss;
}

/** How long running jobs may take at shutdown: longer than a job takes to notice its aborted signal, shorter than the time that a container has to stop. */
const DRAIN_MS = 5_000;

type SendOptions = {
  /** The job is not run before. Default: immediately. */
  startAfter?: Date;
};

export type NewJob<T extends object> = SendOptions & {
  /** A UUID: while the queue has a job with it, no second one is stored. */
  id: string;
  data: T;
};

/** Jobs are stored in Postgres, so they survive restarts of the api; any instance may run them. */
export type Jobs = {
  /**
   * Stores a job in the transaction: it exists if the transaction commits. A job is run at least once, so its handler must
   * tolerate that it already ran. Throws database_unavailable until the queues exist, and a ZodError for invalid data.
   */
  send<T extends object>(trx: Kysely<Database>, queue: Queue<T>, data: T, options?: SendOptions): Promise<void>;
  /** In one statement; otherwise like `send`. */
  sendAll<T extends object>(trx: Kysely<Database>, queue: Queue<T>, jobs: readonly NewJob<T>[]): Promise<void>;
};

export type RunningJobs = Jobs & {
  /** Registers the handler of a queue. Call it before `start`, once for each queue. */
  work: <T extends object>(queue: Queue<T>, handle: Registration<T>['handle']) => void;
  /** May be repeated after a failure. */
  start(): Promise<void>;
  /** Aborts the signals of running jobs and waits for them. Those that do not end are repeated elsewhere. */
  stop(): Promise<void>;
};

export function createJobs({ url, log }: { url: string; log: Logger }): RunningJobs {
  const registrations: Registration<never>[] = [];
  const stopping = new AbortController();
  let boss: PgBoss | null = null;
  let dueJobs: { stop(): void } | null = null;
  const running = (): PgBoss => {
    if (boss) return boss;
    throw new AppError('database_unavailable', 'The background jobs are starting. Please try again.');
  };

  return {
    work: (queue, handle) => void registrations.push({ queue, handle } as unknown as Registration<never>),

    async start() {
      if (boss || stopping.signal.aborted) return;
      const starting = createBoss(url, log);
      const workersOf = new Map<string, string[]>();
      try {
        await starting.start();
        for (const registration of registrations)
          workersOf.set(registration.queue.name, await startWorkers(starting, registration, stopping.signal, log));
      } catch (error) {
        await starting.stop({ graceful: false }).catch(() => undefined);
        throw error;
      }
      boss = starting;
      dueJobs = startDueJobs(starting, workersOf);
    },

    async send(trx, queue, data, { startAfter } = {}) {
      const checked = read(queue.schema, data);
      const options = { db: fromKysely(trx), ...turnOf(queue, checked), ...(startAfter && { startAfter }) };
      await running().send(queue.name, checked, options);
    },

    async sendAll(trx, queue, newJobs) {
      const checked = newJobs.map(({ data: given, ...job }) => {
        const data = read(queue.schema, given);
        return { ...job, data, ...turnOf(queue, data) };
      });
      if (checked.length > 0) await running().insert(queue.name, checked, { db: fromKysely(trx) });
    },

    async stop() {
      stopping.abort();
      dueJobs?.stop();
      await boss?.stop({ graceful: true, timeout: DRAIN_MS });
      boss = null;
    },
  };
}

/** Jobs are fetched by priority, then by age. */
const URGENT = 1;

function turnOf<T extends object>({ groupOf, isUrgent }: Queue<T>, data: T) {
  return { ...(groupOf && { group: { id: String(groupOf(data)) } }), ...(isUrgent?.(data) && { priority: URGENT }) };
}

export type JobContext = {
  id: string;
  /** Aborted when the job has run for too long, and when the api stops. */
  signal: AbortSignal;
};
/** If it throws, the job is repeated as its queue says. */
export type JobHandler<T extends object> = (data: T, context: JobContext) => Promise<void>;
type Registration<T extends object> = { queue: Queue<T>; handle: JobHandler<T> };

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
async function startWorkers(
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
      await inSpan(`job ${queue.name}`, { root: true }, () => handle(read(queue.schema, data), context));
      return { id, status: 'completed' };
    } catch (error) {
      if (!isDatabaseAway(error)) log.error({ err: error, queue: queue.name, job_id: id }, 'a background job failed');
      return { id, status: 'failed', output: { message: String(error) } };
    }
  };
  const batchSize = Math.min(queue.batch ?? BATCH, queue.concurrency);
  const polling = { pollingIntervalSeconds: POLL_S, notifyPollingIntervalSeconds: POLL_S };
  const turns = queue.perGroup === undefined ? {} : { groupConcurrency: queue.perGroup };
  const working = { ...polling, ...turns, perJobResults: true as const, batchSize, burstWhenBatchFull: true };
  const startOne = (only: { minPriority?: number }): Promise<string> =>
    boss.work(queue.name, { ...working, ...only }, (jobs: Job[]) => Promise.all(jobs.map(run)));
  const workers = (places: number, only = {}) =>
    Array.from({ length: Math.ceil(places / batchSize) }, () => startOne(only));
  return Promise.all([...workers(queue.concurrency), ...workers(queue.urgentPlaces ?? 0, { minPriority: URGENT })]);
}

export type QueueOptions<T extends object> = {
  /** Parses the data of a job when it is sent, and again before it is handled. */
  schema: Reader<T>;
  /** How many jobs one instance of the api runs at the same time. */
  concurrency: number;
  /** How many of these are fetched and ended together, which makes many small jobs cheaper; 2 unless given. */
  batch?: number;
  /** The organisation, or person, for whom a job is done, and how many jobs of one run at the same time on all instances. */
  groupOf?: (data: T) => string | number;
  perGroup?: number;
  /** Urgent jobs go before all others; `urgentPlaces` is how many places only they have. */
  isUrgent?: (data: T) => boolean;
  urgentPlaces?: number;
  retries: number;
  /** Seconds until the first repetition; doubled for each further one. */
  retryDelayS: number;
  /** After this time the signal of a job is aborted and the job counts as failed. */
  timeoutS: number;
};

export type Queue<T extends object> = Readonly<QueueOptions<T> & { name: string }>;

/** The name is stored with the jobs: do not change it while jobs may exist. */
export const defineQueue = <T extends object>(name: string, options: QueueOptions<T>): Queue<T> => ({
  name,
  ...options,
});
