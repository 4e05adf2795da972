import { z } from 'zod';
import type { JournalLimits } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { AcksMessage } from '@belfry/schemas/mqtt/messages';
import { actionForError } from '../../../mqtt/batching/commits.ts';
import type { IngestContext } from '../../../mqtt/ingest/ingest-context.ts';
import type { AckToken } from '../../../mqtt/subscriber/inbound-message.ts';
import { createAcks, createSeqTrackers, type KnownSeqs, type NumberedRecord } from './seq-trackers.ts';

/** A record to store, or only the sequence number of one that cannot be stored, whose `record` is null. */
export type JournalItem<R> = NumberedRecord & { record: R | null; ackToken: AckToken | null };

type JournalIngestOptions<R> = {
  name: string;
  maxItems: number;
  lingerMs: number;
  ackField: keyof AcksMessage;
  lowestSeq: 0 | 1;
  limits: JournalLimits;
  /** Unknown serials are absent from the answer. */
  findSeqs: (serials: readonly Serial[]) => Promise<readonly KnownSeqs[]>;
  write: (items: readonly JournalItem<R>[]) => Promise<void>;
};

/**
 * Ingests the records that devices number and keep until they are acknowledged: batches them, follows their sequence numbers and
 * publishes the acknowledgements of what is committed.
 */
export function createJournalIngest<R>(context: IngestContext, options: JournalIngestOptions<R>) {
  const { ackField, lowestSeq, limits, findSeqs, ...batching } = options;
  const numbered = z.object({ seq: z.int().min(lowestSeq) });
  const acks = createAcks(context, ackField);
  const trackers = createSeqTrackers({ limits, findSeqs, acks });
  context.news.on('moved', (matches) => trackers.forgetMatching(matches));
  context.news.on('lost', trackers.noteLoss);
  const batcher = context.createBatcher<JournalItem<R>>({
    ...batching,
    ackTokenOf: ({ ackToken }) => ackToken,
    describe: ({ serial, seq }) => ({ serial, seq }),
    onPoison: ({ serial, seq, record }) => record !== null && seq !== undefined && skipSeq(serial, seq),
  });

  /** A record that cannot be stored must not block the acknowledgement of later ones. */
  function skipSeq(serial: Serial, seq: number): void {
    const now = Date.now();
    batcher.add({ serial, seq, collectedAt: now, receivedAt: now, redelivered: false, record: null, ackToken: null });
  }

  return {
    trackers,
    add: batcher.add,
    async commit<T>(serials: Iterable<Serial>, statements: () => Promise<T>): Promise<T> {
      try {
        return await statements();
      } catch (error) {
        // A batch that is split is written in parts. The numbers of one part must not be acknowledged with another.
        if (actionForError(error) !== 'retry') trackers.forget(serials);
        throw error;
      }
    },
    /** Skips the number of an invalid record; otherwise the watermark would stay below it for a day. */
    reject: ({ serial }: { serial: Serial }, json: unknown): void => {
      const parsed = numbered.safeParse(json);
      if (parsed.success) skipSeq(serial, parsed.data.seq);
    },
    stop: acks.stop,
  };
}
