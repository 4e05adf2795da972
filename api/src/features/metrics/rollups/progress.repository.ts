import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';

export type Progress = { next_day: Date | null; after_device: number };

export async function findProgress(db: Kysely<Database>): Promise<Progress> {
  return db.selectFrom('metrics_rollup_progress').select(['next_day', 'after_device']).executeTakeFirstOrThrow();
}

/** Locks the progress until the end of the transaction. */
export async function lockProgress(trx: Kysely<Database>): Promise<Progress> {
  return trx
    .selectFrom('metrics_rollup_progress')
    .select(['next_day', 'after_device'])
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function storeProgress(trx: Kysely<Database>, progress: Progress): Promise<void> {
  await trx.updateTable('metrics_rollup_progress').set(progress).execute();
}
