import { RECEIPTS_JOURNAL } from '@belfry/schemas/domain/limits';
import type { ReceiptMessage } from '@belfry/schemas/mqtt/messages';
import { RecordJournal } from './record-journal.ts';

/** What a device reports about a run, before it has a number. */
export type Receipt = Omit<ReceiptMessage, 'seq'>;
export type ReceiptJournal = RecordJournal<Receipt>;

/** @param lastSeq the number of the newest receipt, acknowledged or not */
export const createReceiptJournal = (lastSeq = 0, receipts: readonly Receipt[] = []): ReceiptJournal =>
  new RecordJournal(RECEIPTS_JOURNAL.maxRecords, lastSeq, receipts);
