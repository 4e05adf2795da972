import type { Kysely } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../log.ts';
import { startDueJobs } from './due-jobs.ts';
import type { Queue } from './queue.ts';
import { startWorkers, type Registration } from './worker.ts';
import { CONNECT_TIMEOUT_MS } from '../db/client.ts';
import { createThrottledWarning } from '../mqtt/throttled-warning.ts';

/** The schema of the jobs in our database; pg-boss creates and migrates it. */
const SCHEMA = 'jobs';
/** For fetching and settling jobs; what jobs do with the data uses the pools of the features. */
const CONNECTIONS = 3;
/** How often jobs of dead instances are looked for. */
const SUPERVISE_S = 5;
/** How often ended jobs are deleted. */
const MAINTAIN_S = 600;
/** Creates the job queue; it does not connect. An error of it is logged: without a listener it would end the process. */
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

export type { JobContext, JobHandler } from './worker.ts';

/** How long running jobs may take at shutdown: longer than a job takes to notice its aborted signal, shorter than the time that a container has to stop. */
const DRAIN_MS = 5_000;

export type SendOptions = {
  /** The job is not run before. Default: immediately. */
  startAfter?: Date;
};

export type NewJob<T extends object> = SendOptions & {
  /** A UUID: while the queue has a job with it, no second one is stored. */
  id: string;
  data: T;
};

/** Background jobs. They are stored in Postgres, so they survive restarts of the api; any instance may run them. */
export type Jobs = {
  /**
   * Stores a job in the transaction: it exists if the transaction commits. A job is run at least once, so its handler must
   * tolerate that it already ran. Throws database_unavailable until the queues exist, and a ZodError for invalid data.
   */
  send<T extends object>(trx: Kysely<Database>, queue: Queue<T>, data: T, options?: SendOptions): Promise<void>;
  /** Stores many jobs in one statement; otherwise like `send`. */
  sendAll<T extends object>(trx: Kysely<Database>, queue: Queue<T>, jobs: readonly NewJob<T>[]): Promise<void>;
};

export type RunningJobs = Jobs & {
  /** Registers the handler of a queue. Call it before `start`, once for each queue. */
  work: <T extends object>(queue: Queue<T>, handle: Registration<T>['handle']) => void;
  /** Migrates the schema of the jobs, creates the queues and starts the workers. May be repeated after a failure. */
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
      const options = { db: fromKysely(trx), ...(startAfter && { startAfter }) };
      await running().send(queue.name, queue.schema.parse(data), options);
    },

    async sendAll(trx, queue, newJobs) {
      const checked = newJobs.map(({ data, ...job }) => ({ ...job, data: queue.schema.parse(data) }));
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
