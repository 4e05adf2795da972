import { INPUTS_JOURNAL, METRICS_JOURNAL, RECEIPTS_JOURNAL } from '@belfry/schemas/domain/limits';
import type { Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Counters } from './counters.ts';
import {
  createJournalSender,
  DEFAULT_ACK_TIMEOUT_MS,
  type JournalSender,
  type JournalSenderDeps,
} from './journal-sender.ts';
import type { Publisher } from './messages.ts';

type JournalsDeps = {
  flash: Flash;
  counters: Counters;
  publisher: Publisher;
  clock: Clock;
  ackTimeoutMs?: number;
};

export function createJournals({
  flash,
  counters,
  publisher,
  clock,
  ackTimeoutMs: firstAckTimeoutMs = DEFAULT_ACK_TIMEOUT_MS,
}: JournalsDeps): Record<'metrics' | 'receipts' | 'inputs', JournalSender> {
  const sending = { clock, firstAckTimeoutMs };
  const { stored } = flash;
  /** What is not stored yet could lose its number to another record. */
  const whenStored = <T>(send: JournalSenderDeps<T>['send']): JournalSenderDeps<T>['send'] =>
    stored ? (seq, record, delivered) => void stored().then(() => send(seq, record, delivered)) : send;
  return {
    metrics: createJournalSender({
      ...sending,
      journal: flash.journal,
      counters,
      maxAgeMs: METRICS_JOURNAL.maxAgeMs,
      send: whenStored(publisher.metrics),
    }),
    receipts: createJournalSender({
      ...sending,
      journal: flash.receipts,
      counters: counters.receipts,
      maxAgeMs: RECEIPTS_JOURNAL.maxAgeMs,
      send: whenStored(publisher.receipt),
    }),
    inputs: createJournalSender({
      ...sending,
      journal: flash.inputs,
      counters: counters.inputs,
      maxAgeMs: INPUTS_JOURNAL.maxAgeMs,
      send: whenStored(publisher.input),
    }),
  };
}
