import { INPUTS_JOURNAL } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { IngestContext } from '../../../mqtt/ingest/ingest-context.ts';
import type { IngestHandler, JournalHandler } from '../../../mqtt/ingest/ingest.ts';
import type { Presence } from '../../device-state/index.ts';
import { createJournalIngest, type JournalItem } from '../../device-state/journals/index.ts';
import { findInputSeqs, type InputSeqs, type StoredInput, storeInputs } from './inputs.sql.ts';

const BATCH_ITEMS = 500;
/** Short, because somebody has pressed a button. */
const LINGER_MS = 2;

declare module '../../../mqtt/ingest/ingest-news.ts' {
  interface IngestEvents {
    /** Ids of firings that are committed and are to be worked on. */
    fired: readonly number[];
  }
}

/** Stores changes of inputs exactly once with what they start, and publishes the acknowledgements; see TRIG-6. */
export function createInputsIngest(
  context: IngestContext,
  presence: Pick<Presence, 'recordMessage'>,
): IngestHandler<'inputs'> & JournalHandler {
  const { pool, news } = context;
  const journal = createJournalIngest<StoredInput>(context, {
    name: 'inputs',
    maxItems: BATCH_ITEMS,
    lingerMs: LINGER_MS,
    ackField: 'inputs_seq',
    lowestSeq: 1,
    limits: INPUTS_JOURNAL,
    findSeqs: (serials) => findInputSeqs(pool, serials),
    write,
  });
  const { trackers } = journal;

  async function write(items: readonly JournalItem<StoredInput>[]): Promise<void> {
    await trackers.load(items);
    const resent = trackers.record(items);
    const serials = [...new Set(items.map(({ serial }) => serial))];
    const inputs = items.flatMap(({ record }) => record ?? []);
    const { firings, ahead } = await journal.commit(serials, () => storeInputs(pool, inputs, serials.flatMap(seqsOf)));
    trackers.stored(serials);
    trackers.acknowledge(serials, resent, ahead);
    if (firings.length > 0) news.tell('fired', firings);
  }

  function seqsOf(serial: Serial): InputSeqs[] {
    const { acked, newest, restarted = false } = trackers.get(serial) ?? {};
    if (acked == null || newest == null) return [];
    return [{ serial, acked, newest: newest.seq, newestAt: newest.collectedAt, restarted }];
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
