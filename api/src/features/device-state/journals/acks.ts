import type { Serial } from '@belfry/schemas/domain/serial';
import { messages, type AcksMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { acksPublished } from '../../../mqtt/metrics.ts';
import type { IngestContext } from '../../../mqtt/ingest/ingest-context.ts';

/** The minimum interval between acknowledgements to one device, which are cumulative. */
const ACK_INTERVAL_MS = 2_000;
const TICK_MS = 250;

/**
 * Publishes to devices up to which sequence number the records of one kind are committed: when that has advanced, or when a device
 * repeats acknowledged records, which means that it missed the last acknowledgement. A failed publish is retried at the
 * next tick.
 */
export function createAcks({ broker }: Pick<IngestContext, 'broker'>, field: keyof AcksMessage) {
  const due = new Map<Serial, number>();
  const sent = new Map<Serial, { seq: number; at: number }>();
  const timer = setInterval(publishDue, TICK_MS);

  function cover(serial: Serial, seq: number, resent: boolean): void {
    if (resent || sent.get(serial)?.seq !== seq) due.set(serial, seq);
  }

  function publishDue(): void {
    if (!broker.connected) return;
    const now = Date.now();
    for (const [serial, seq] of due) {
      if (now - (sent.get(serial)?.at ?? 0) < ACK_INTERVAL_MS) continue;
      due.delete(serial);
      sent.set(serial, { seq, at: now });
      void publish(serial, seq);
    }
  }

  async function publish(serial: Serial, seq: number): Promise<void> {
    const { qos, retain } = messages.acks;
    try {
      await broker.publish(topics.acks(serial), JSON.stringify({ [field]: seq } satisfies AcksMessage), {
        qos,
        retain,
      });
      acksPublished.inc();
    } catch {
      if (!due.has(serial)) due.set(serial, seq);
    }
  }

  return { cover, stop: () => clearInterval(timer) };
}
