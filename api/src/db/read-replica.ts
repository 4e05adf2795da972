import { setTimeout as delay } from 'node:timers/promises';
import type { ReplicaState } from '@belfry/schemas/http/service/health';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from '../log.ts';
import { createDb, createPool } from './client.ts';
import type { Database } from './database.ts';
import { isDatabaseAway, isTransactionConflict } from './errors.ts';
import { Counter, Gauge } from 'prom-client';

const replicaUp = new Gauge({
  name: 'belfry_read_replica_up',
  help: '1 while reads use the server of DATABASE_READ_URL',
});
const replicaReads = new Counter({
  name: 'belfry_reads_total',
  help: 'Reads of lists, charts and exports where DATABASE_READ_URL is set, by server, and why not by the replica',
  labelNames: ['server', 'reason'],
});

export type ReadConnections = { pool: pg.Pool; db: Kysely<Database> };
type Read<T> = (connections: ReadConnections) => Promise<T>;

type ReadReplica = {
  /** Runs a read on the replica, or with `primary` where the replica is away or behind. It may run twice. */
  read<T>(work: Read<T>, primary: ReadConnections): Promise<T>;
  state(): ReplicaState;
  stop(): Promise<void>;
};

type Options = { url: string; primary: pg.Pool; log: Logger; connections: number; statementTimeoutMs: number };

/** Reads rely on this check, so that none waits for a host that does not answer. */
const CHECK_EVERY_MS = 1_000;
const CATCH_UP_MS = 100;
const POLL_MS = 5;

/**
 * Reads from a streaming replica as if it were the primary: a read runs there once the replica has replayed everything that was committed
 * durably when it began, whoever committed it, through whichever instance of the api.
 */
export function createReadReplica({ url, primary, log, connections, statementTimeoutMs }: Options): ReadReplica {
  const pool = createPool(url, { max: connections, name: 'belfry-read', log, statementTimeoutMs });
  const db = createDb(pool);
  /** null: it has not been looked at yet. */
  let up: boolean | null = null;

  function set(next: boolean, error?: unknown): void {
    if (up !== next && next) log.info('the read replica is used');
    if (up !== next && !next) log.warn({ err: error }, 'the read replica is not used; the primary answers');
    up = next;
    replicaUp.set(next ? 1 : 0);
  }

  async function check(): Promise<void> {
    try {
      await checkReplica(primary, pool);
      set(true);
    } catch (error) {
      set(false, error);
    }
  }

  let checking = check();
  const timer = setInterval(() => {
    checking = check();
  }, CHECK_EVERY_MS).unref();

  return {
    async read(work, ofPrimary) {
      const onPrimary = (reason: 'away' | 'behind'): ReturnType<typeof work> => {
        replicaReads.inc({ server: 'primary', reason });
        return work(ofPrimary);
      };
      if (!up) return onPrimary('away');
      try {
        if (!(await catchesUp(pool, primary))) return await onPrimary('behind');
        const result = await work({ pool, db });
        replicaReads.inc({ server: 'replica', reason: '' });
        return result;
      } catch (error) {
        // A replica cancels reads of rows that the primary has removed since.
        if (isTransactionConflict(error)) return onPrimary('behind');
        if (!isDatabaseAway(error)) throw error;
        set(false, error);
        return onPrimary('away');
      }
    },
    state: () => (up ? 'ok' : 'down'),
    async stop() {
      clearInterval(timer);
      await checking;
      await pool.end();
    },
  };
}

/** Waits until the replica has replayed what was committed on the primary before. @returns whether it has in time */
async function catchesUp(replica: pg.Pool, primary: pg.Pool): Promise<boolean> {
  const position = await primaryPosition(primary);
  const deadline = performance.now() + CATCH_UP_MS;
  while (!(await hasReplayed(replica, position))) {
    if (performance.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}

/** Up to where the primary's commits are durable; a replica that has replayed as much contains every commit that was answered. */
async function primaryPosition(primary: pg.Pool): Promise<string> {
  const { rows } = await primary.query<{ lsn: string }>({
    name: 'primary-position',
    text: 'select pg_current_wal_flush_lsn()::text as lsn',
  });
  return rows[0]?.lsn ?? '';
}

/** Throws for a server that is not a replica, or has become a primary. */
async function hasReplayed(replica: pg.Pool, lsn: string): Promise<boolean> {
  const { rows } = await replica.query<{ replayed: boolean | null }>({
    name: 'replica-position',
    text: 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as replayed',
    values: [lsn],
  });
  return rows[0]?.replayed === true;
}

const IDENTITY = `select pg_is_in_recovery() as standby, current_database() as database,
  (select system_identifier::text from pg_control_system()) as system`;
type Identity = { standby: boolean; database: string; system: string };

/** Throws an Error unless `replica` is a standby of the primary's cluster with the same database. */
async function checkReplica(primary: pg.Pool, replica: pg.Pool): Promise<void> {
  const [ours, theirs] = await Promise.all([primary, replica].map((pool) => pool.query<Identity>(IDENTITY)));
  const [mine, other] = [ours?.rows[0], theirs?.rows[0]];
  if (other?.standby !== true) throw new Error('DATABASE_READ_URL: the server is not a standby');
  if (mine?.system !== other.system || mine.database !== other.database)
    throw new Error('DATABASE_READ_URL: the server is a standby of another database');
}
