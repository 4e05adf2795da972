import { INPUTS_JOURNAL } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import type { IngestContext } from '../../../mqtt/ingest/ingest-context.ts';
import type { IngestHandler, JournalHandler } from '../../../mqtt/ingest/ingest.ts';
import type { Presence } from '../../device-state/index.ts';
import { createJournalIngest, type JournalItem } from '../../device-state/journals/index.ts';
import { findInputSeqs, type InputSeqs, type StoredInput, storeInputs } from './inputs.sql.ts';

const BATCH_ITEMS = 500;
/** Somebody has pressed a button. */
const LINGER_MS = 2;

/**
 * Stores changes of inputs exactly once with what they start, and publishes the acknowledgements; see TRIG-6.
 * @param onFired called after the commit, with the firings that are to be worked on
 */
export function createInputsIngest(
  context: IngestContext,
  presence: Pick<Presence, 'recordMessage'>,
  onFired: (firingIds: readonly number[]) => void,
): IngestHandler<'inputs'> & JournalHandler {
  const { pool } = context;
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
    if (firings.length > 0) onFired(firings);
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
    forget: journal.forget,
    noteLoss: journal.noteLoss,
    stop: journal.stop,
  };
}
