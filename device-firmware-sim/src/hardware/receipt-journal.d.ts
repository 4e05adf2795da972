import type { ReceiptMessage } from '@belfry/schemas/mqtt/messages';
import type { NumberedRecords } from './journal.ts';
/** What a device reports about a run, before it has a number. */
export type Receipt = Omit<ReceiptMessage, 'seq'>;
/** The receipts that the server has not acknowledged yet. A device that reports more than the limit loses the oldest. */
export declare class ReceiptJournal implements NumberedRecords<Receipt> {
  #private;
  constructor(lastSeq?: number, receipts?: readonly Receipt[], limit?: number);
  get lastSeq(): number;
  get firstSeq(): number;
  get size(): number;
  append(receipt: Receipt): number;
  read(seq: number): Receipt | undefined;
  acknowledge(seq: number): number;
  dropBefore(time: number): number;
  /** Removes all receipts. The numbering continues, so that the server does not take new ones for repeated ones. */
  clear(): void;
  toArray(): readonly Receipt[];
}
