import { type Insertable, type Kysely, sql } from 'kysely';
import type { Database } from '../../db/database.ts';

export type NewReceipt = Insertable<Database['scenario_receipts']>;

/** @returns their ids in the same order */
export async function insertReceipts(trx: Kysely<Database>, receipts: readonly NewReceipt[]): Promise<number[]> {
  const ids: number[] = [];
  const ROWS = 1_000;
  for (let at = 0; at < receipts.length; at += ROWS) {
    const rows = receipts.slice(at, at + ROWS);
    const inserted = await trx
      .insertInto('scenario_receipts')
      .values([...rows])
      .returning('receipt_id')
      .execute();
    ids.push(...inserted.map(({ receipt_id }) => receipt_id));
  }
  return ids;
}

/** The last attempt of what goes to an address or a browser decides. */
export async function settleReceipt(
  db: Kysely<Database>,
  receiptId: number,
  { state, reason }: { state: 'accepted' | 'delivered' | 'failed'; reason: string | null },
): Promise<void> {
  await db
    .updateTable('scenario_receipts')
    .set({ state, reason, at: sql<Date>`now()` })
    .where('receipt_id', '=', receiptId)
    .where('state', '=', 'queued')
    .execute();
}
