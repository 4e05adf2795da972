import { type Kysely, sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import { isTransactionConflict, isLockTimeout } from './errors.ts';
import { setTimeout as delay } from 'node:timers/promises';

const TRANSACTION_ATTEMPTS = 3;

/** A transaction with the type of a connection: to compare Kysely's two types over all tables is a tenth of the compiler's work for the api. */
export const begin = (db: Kysely<Database>): { execute<T>(work: (trx: Kysely<Database>) => Promise<T>): Promise<T> } =>
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- it spares the comparison.
  db.transaction() as never;

/**
 * Runs `work` in a transaction, and again after a deadlock or serialization failure. Therefore the effects of `work` outside of
 * the database must be idempotent, or be the last thing that it does.
 */
export async function transact<T>(db: Kysely<Database>, work: (trx: Kysely<Database>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await begin(db).execute(work);
    } catch (error) {
      if (attempt >= TRANSACTION_ATTEMPTS || !isTransactionConflict(error)) throw error;
    }
  }
}

/**
 * A condition that is always true and turns off `synchronous_commit` for the statement: only for data that may be lost when
 * Postgres crashes within half a second. It has no effect in a transaction, whose commit also concerns other statements.
 */
export const asyncCommit = (db: { isTransaction: boolean }): RawBuilder<boolean> =>
  db.isTransaction ? sql`true` : sql`(select set_config('synchronous_commit', 'off', true)) is not null`;

/** The SQL of `asyncCommit` for a statement of `pg`, whose boolean parameter decides. Not for a transaction of several statements. */
export const asyncCommitWhere = (parameter: `$${number}`): string =>
  `(select set_config('synchronous_commit', 'off', true) where ${parameter}::bool)`;

/** While a statement waits for an exclusive lock, all later ones of the table wait behind it. So it gives up soon and tries again. */
const LOCK_TIMEOUT = sql.lit('100ms');
const LOCK_ATTEMPTS = 10;
const PAUSE_MS = 500;

/**
 * Runs a transaction that needs a table exclusively for a moment, without delaying other statements by more than 100 ms at a time.
 * `work` may run several times. Throws the error of the lock after some seconds.
 */
export async function withShortLock(
  db: Kysely<Database>,
  work: (trx: Kysely<Database>) => Promise<unknown>,
  { attempts = LOCK_ATTEMPTS, pauseMs = PAUSE_MS } = {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await begin(db).execute(async (trx) => {
        await sql`set local lock_timeout = ${LOCK_TIMEOUT}`.execute(trx);
        await work(trx);
      });
      return;
    } catch (error) {
      if (attempt >= attempts || !isLockTimeout(error)) throw error;
      await delay(pauseMs);
    }
  }
}

/** Rows that one statement changes at most, so that none takes long. */
const BATCH_ROWS = 10_000;

/** Repeats a statement, which must change at most `limit` rows that it does not find again, until it finds fewer. */
export async function changeInBatches(
  change: (limit: number) => Promise<{ numAffectedRows?: bigint | undefined }>,
): Promise<void> {
  for (let changed = BATCH_ROWS; changed === BATCH_ROWS;) {
    const { numAffectedRows } = await change(BATCH_ROWS);
    changed = Number(numAffectedRows ?? 0n);
  }
}
