import type { ReplicaState } from '@belfry/schemas/http/service/health';
import { sql, type Kysely } from 'kysely';
import { AppError } from '../errors.ts';
import { createSemaphore, TooManyWaiting, type Semaphore } from '../lib/semaphore.ts';
import type { Logger } from '../log.ts';
import { createDb, createPool } from './client.ts';
import type { Database } from './database.ts';
import { isStatementTimeout } from './errors.ts';
import { createReadReplica, type ReadConnections } from './read-replica.ts';
import { transact } from './transact.ts';

/** The number of connections is small, because these statements occupy the CPU of Postgres rather than wait. */
const CONNECTIONS = 4;
/** Fewer jobs than connections run at the same time, so that some connections remain for reads. */
const JOBS_AT_ONCE = 2;
const READS_PER_USER = 2;
const WAITING_READS_PER_USER = 30;
const STATEMENT_TIMEOUT_MS = 30_000;
const RETRY_AFTER_S = 5;
/** The class of the advisory locks of jobs; no other lock uses this number. */
const JOB_LOCK = 4_182_003;

const JOB_RUNNING = 'A large operation of yours is still running. Please wait until it has finished.';
const TOO_MANY_READS = 'Too many large lists of yours are being read. Please wait until they are there.';
const TOOK_TOO_LONG = 'This took too long and was stopped. Nothing was changed.';

/**
 * Statements whose cost grows with the stored data: whole trees and lists, copies, evaluations of history. They have a
 * separate pool, so that sign-in, commands and ingest never wait for them, and a statement time-out.
 */
export type LongStatements = {
  /**
   * Reads for a user, from the read replica where there is one that has every commit that was answered before; then `work` may run twice. Throws
   * rate_limited if too many reads of this user wait already, database_unavailable after 30 s.
   */
  read<T>(userId: number, work: (connections: ReadConnections) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction for a user; only one per user runs at a time on all instances of the api. Throws rate_limited
   * while another one runs, database_unavailable after 30 s.
   */
  job<T>(userId: number, work: (trx: Kysely<Database>) => Promise<T>): Promise<T>;
  replica(): ReplicaState;
  stop(): Promise<void>;
};

type LongOptions = { statementTimeoutMs?: number; readUrl?: string | undefined };

export function createLongStatements(
  url: string,
  log: Logger,
  { statementTimeoutMs = STATEMENT_TIMEOUT_MS, readUrl }: LongOptions = {},
): LongStatements {
  const pool = createPool(url, {
    max: CONNECTIONS,
    name: 'belfry-long',
    log,
    statementTimeoutMs,
  });
  const db = createDb(pool);
  const reads = createSemaphore<number>({
    pool: 'reads',
    promisedMs: STATEMENT_TIMEOUT_MS,
    perKey: READS_PER_USER,
    waitingPerKey: WAITING_READS_PER_USER,
    atOnce: CONNECTIONS - JOBS_AT_ONCE,
  });
  const connections = CONNECTIONS - JOBS_AT_ONCE;
  const replica =
    readUrl === undefined
      ? null
      : createReadReplica({ url: readUrl, primary: pool, log, connections, statementTimeoutMs });
  const jobs = createSemaphore<number>({
    pool: 'copies',
    promisedMs: STATEMENT_TIMEOUT_MS,
    perKey: 1,
    atOnce: JOBS_AT_ONCE,
  });
  return {
    read: (userId, work) =>
      limited(reads, userId, TOO_MANY_READS, () => (replica ? replica.read(work, { pool, db }) : work({ pool, db }))),
    job: (userId, work) =>
      limited(jobs, userId, JOB_RUNNING, () =>
        transact(db, async (trx) => {
          if (!(await lockJobs(trx, userId))) throw tooMany(JOB_RUNNING);
          return work(trx);
        }),
      ),
    replica: () => replica?.state() ?? 'unused',
    stop: async () => {
      await replica?.stop();
      await pool.end();
    },
  };
}

async function limited<T>(users: Semaphore<number>, userId: number, text: string, work: () => Promise<T>): Promise<T> {
  try {
    return await users.run(userId, work);
  } catch (error) {
    if (error instanceof TooManyWaiting) throw tooMany(text);
    if (isStatementTimeout(error)) throw new AppError('database_unavailable', TOOK_TOO_LONG, { cause: error });
    throw error;
  }
}

const tooMany = (text: string): AppError => new AppError('rate_limited', text, { retryAfterSeconds: RETRY_AFTER_S });

/** Locks the jobs of this user until the end of the transaction; false if another instance runs one. */
async function lockJobs(trx: Kysely<Database>, userId: number): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${JOB_LOCK}, ${userId}) as locked`.execute(trx);
  return rows[0]?.locked === true;
}
