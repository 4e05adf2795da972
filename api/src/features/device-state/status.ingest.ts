import type { Serial } from '@belfry/schemas/domain/serial';
import type { IngestHandler, IngestMessage } from '../../mqtt/ingest/ingest.ts';
import type { AckToken } from '../../mqtt/subscriber/ack-token.ts';
import type { IngestContext } from '../../mqtt/ingest/ingest-context.ts';
import { storeStatuses } from './status.sql.ts';

const BATCH_ITEMS = 2_000;
const LINGER_MS = 5;

export type StatusListeners = {
  /** Called when the status of any device has changed. */
  onChanged: () => void;
  /** Called with devices that have just reported the status online. */
  onOnline: (serials: readonly Serial[]) => void;
};

type Item = IngestMessage<'status'>;

/**
 * Stores the status messages of devices and their last wills. Of one device, a batch writes only the last message, since
 * MQTT keeps the order within a topic.
 */
export function createStatusIngest(
  context: IngestContext,
  { onChanged, onOnline }: StatusListeners,
): IngestHandler<'status'> {
  const { pool, deviceStateQueue } = context;

  async function write(items: readonly Item[]): Promise<void> {
    const newest = new Map<Serial, Item>();
    for (const item of items) if (item.body.by !== 'api') newest.set(item.topic.serial, item);
    if (newest.size === 0) return;
    const statuses = [...newest.values()];
    const { changed } = await deviceStateQueue(() => storeStatuses(pool, statuses));
    if (changed > 0) onChanged();
    const online = statuses.filter(({ live, body }) => live && body.status === 'online');
    if (online.length > 0) onOnline(online.map(({ topic }) => topic.serial));
  }

  const batcher = context.createBatcher<Item>({
    name: 'status',
    maxItems: BATCH_ITEMS,
    lingerMs: LINGER_MS,
    write,
    ackTokenOf: (item): AckToken => item.ackToken,
    describe: ({ topic }) => ({ serial: topic.serial }),
  });
  return { accept: (message) => batcher.add(message) };
}
