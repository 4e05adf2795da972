import { INPUTS_JOURNAL } from '@belfry/schemas/domain/limits';
import type { InputMessage } from '@belfry/schemas/mqtt/messages';
import { RecordJournal } from './record-journal.ts';

/** Another state of a button or contact, before it has a number. */
export type InputChange = Omit<InputMessage, 'seq'>;
export type InputJournal = RecordJournal<InputChange>;

/** @param lastSeq the number of the newest change, acknowledged or not */
export const createInputJournal = (lastSeq = 0, changes: readonly InputChange[] = []): InputJournal =>
  new RecordJournal(INPUTS_JOURNAL.maxRecords, lastSeq, changes);
