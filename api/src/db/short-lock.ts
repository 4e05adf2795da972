import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Database } from './database.ts';
import { isLockTimeout } from './errors.ts';

/** While a statement waits for an exclusive lock, all later ones of the table wait behind it. So it gives up soon and tries again. */
const LOCK_TIMEOUT = sql.lit('100ms');
const ATTEMPTS = 10;
const PAUSE_MS = 500;

/**
 * Runs a transaction that needs a table exclusively for a moment, without delaying other statements by more than 100 ms at a time.
 * `work` may run several times. Throws the error of the lock after some seconds.
 */
export async function withShortLock(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<unknown>,
  { attempts = ATTEMPTS, pauseMs = PAUSE_MS } = {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await db.transaction().execute(async (trx) => {
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
