import type { Kysely, Transaction } from 'kysely';
import type { Database } from './database.ts';
import { isTransactionConflict } from './errors.ts';

const ATTEMPTS = 3;

/**
 * Runs `work` in a transaction, and again after a deadlock or serialization failure. Therefore the effects of `work` outside of
 * the database must be idempotent, or be the last thing that it does.
 */
export async function transact<T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= ATTEMPTS || !isTransactionConflict(error)) throw error;
    }
  }
}
