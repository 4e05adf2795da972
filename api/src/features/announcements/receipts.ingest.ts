import { RECEIPTS_JOURNAL } from '@belfry/schemas/domain/limits';
import type { PassiveSound } from '@belfry/schemas/domain/sound-tests';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { ConsoleEvents } from '../../mqtt/console-events.ts';
import type { IngestContext } from '../../mqtt/ingest/ingest-context.ts';
import type { IngestHandler, JournalHandler } from '../../mqtt/ingest/ingest.ts';
import type { Presence } from '../device-state/index.ts';
import { createJournalIngest, type JournalItem } from '../device-state/journals/index.ts';
import { endFinishedRuns, type ChangedRun } from './deliveries.sql.ts';
import { findReceiptSeqs, storeReceipts, type DeviceSeqs, type Receipt } from './receipts.sql.ts';
import { notifyRunsChanged } from './runs.service.ts';

export type HeardRun = { serial: Serial; run_id: string; receivedAt: number; sound: PassiveSound };

declare module '../../mqtt/ingest/ingest-news.ts' {
  interface IngestEvents {
    heard: readonly HeardRun[];
  }
}

const BATCH_ITEMS = 1_000;
const LINGER_MS = 5;

/** Stores receipts exactly once with the states of their deliveries, and publishes the acknowledgements; see ANN-4. */
export function createReceiptsIngest(
  context: IngestContext,
  presence: Pick<Presence, 'recordMessage'>,
  events: Pick<ConsoleEvents, 'changed'>,
): IngestHandler<'receipts'> & JournalHandler {
  const { pool, news } = context;
  const journal = createJournalIngest<Receipt>(context, {
    name: 'receipts',
    maxItems: BATCH_ITEMS,
    lingerMs: LINGER_MS,
    ackField: 'receipts_seq',
    lowestSeq: 1,
    limits: RECEIPTS_JOURNAL,
    findSeqs: (serials) => findReceiptSeqs(pool, serials),
    write,
  });
  const { trackers } = journal;

  async function write(items: readonly JournalItem<Receipt>[]): Promise<void> {
    await trackers.load(items);
    const resent = trackers.record(items);
    const serials = [...new Set(items.map(({ serial }) => serial))];
    const receipts = items.flatMap(({ record }) => record ?? []);
    const ahead = await journal.commit(serials, async () => {
      const outcome = await storeReceipts(pool, receipts, serials.flatMap(seqsOf));
      notifyRunsChanged(events, outcome.runs);
      await endRuns(outcome.runs);
      return outcome.ahead;
    });
    trackers.stored(serials);
    trackers.acknowledge(serials, resent, ahead);
    const heard = receipts.flatMap(heardOf);
    if (heard.length > 0) news.tell('heard', heard);
  }

  function seqsOf(serial: Serial): DeviceSeqs[] {
    const { acked, newest, restarted = false } = trackers.get(serial) ?? {};
    if (acked == null || newest == null) return [];
    return [{ serial, acked, newest: newest.seq, newestAt: newest.collectedAt, restarted }];
  }

  async function endRuns(reported: readonly ChangedRun[]): Promise<void> {
    if (reported.length === 0) return;
    const ids = reported.map(({ run_id }) => run_id);
    notifyRunsChanged(events, await endFinishedRuns(pool, ids));
  }

  return {
    accept({ topic: { serial }, body, receivedAt, live, redelivered, ackToken }) {
      if (live) presence.recordMessage(serial, receivedAt);
      const at = Date.parse(body.at);
      const record = { serial, body, at, receivedAt };
      journal.add({ serial, seq: body.seq, collectedAt: at, receivedAt, redelivered, record, ackToken });
    },
    reject: journal.reject,
    stop: journal.stop,
  };
}

const heardOf = ({ serial, receivedAt, body: { event, run_id, sound } }: Receipt): HeardRun[] =>
  event === 'finished' && sound ? [{ serial, run_id, receivedAt, sound }] : [];
