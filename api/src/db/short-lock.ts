import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { isLockTimeout } from './errors.ts';

/** While a statement waits for an exclusive lock, all later ones of the table wait behind it. So it gives up soon and tries again. */
const LOCK_TIMEOUT = '100ms';
const ATTEMPTS = 10;
const PAUSE_MS = 500;

/**
 * Runs a transaction that needs a table exclusively for a moment, without delaying other statements by more than 100 ms at a time.
 * `work` may run several times. Throws the error of the lock after some seconds.
 */
export async function withShortLock(
  client: pg.ClientBase,
  work: () => Promise<unknown>,
  { attempts = ATTEMPTS, pauseMs = PAUSE_MS } = {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await inTransaction(client, work);
      return;
    } catch (error) {
      if (attempt >= attempts || !isLockTimeout(error)) throw error;
      await delay(pauseMs);
    }
  }
}

async function inTransaction(client: pg.ClientBase, work: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
