import { INPUTS_JOURNAL, METRICS_JOURNAL, RECEIPTS_JOURNAL } from '@belfry/schemas/domain/limits';
import type { Clock } from '../hardware/clock.ts';
import type { Flash } from '../hardware/flash.ts';
import type { Counters } from './counters.ts';
import { createJournalSender, DEFAULT_ACK_TIMEOUT_MS, type JournalSender } from './journal-sender.ts';
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
  return {
    metrics: createJournalSender({
      ...sending,
      journal: flash.journal,
      counters,
      maxAgeMs: METRICS_JOURNAL.maxAgeMs,
      send: publisher.metrics,
    }),
    receipts: createJournalSender({
      ...sending,
      journal: flash.receipts,
      counters: counters.receipts,
      maxAgeMs: RECEIPTS_JOURNAL.maxAgeMs,
      send: publisher.receipt,
    }),
    inputs: createJournalSender({
      ...sending,
      journal: flash.inputs,
      counters: counters.inputs,
      maxAgeMs: INPUTS_JOURNAL.maxAgeMs,
      send: publisher.input,
    }),
  };
}
