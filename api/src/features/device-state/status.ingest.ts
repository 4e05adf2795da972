import type { Serial } from '@belfry/schemas/domain/serial';
import type { IngestHandler, Said } from '../../mqtt/ingest.ts';
import type { Receipt } from '../../mqtt/ingest-link.ts';
import type { IngestSession } from '../../mqtt/session.ts';
import { storeStatuses } from './status.repository.ts';

const BATCH_ITEMS = 2_000;
const LINGER_MS = 5;

export type StatusListeners = {
  /** Statuses that consoles see have changed. */
  onChanged: () => void;
  /** These devices have just said that they are online. */
  onOnline: (serials: readonly Serial[]) => void;
};

type Item = Said<'status'>;

/**
 * Stores what devices, and their last wills, say about themselves. A batch keeps the newest of each device: what comes
 * on one topic comes in order.
 */
export function createStatusIngest(
  session: IngestSession,
  { onChanged, onOnline }: StatusListeners,
): IngestHandler<'status'> {
  const { pool, lane } = session;

  async function write(items: readonly Item[]): Promise<void> {
    const newest = new Map<Serial, Item>();
    for (const item of items) if (item.body.by !== 'api') newest.set(item.topic.serial, item);
    if (newest.size === 0) return;
    const said = [...newest.values()];
    const { changed } = await lane(() => storeStatuses(pool, said));
    if (changed > 0) onChanged();
    const online = said.filter(({ live, body }) => live && body.status === 'online');
    if (online.length > 0) onOnline(online.map(({ topic }) => topic.serial));
  }

  const batcher = session.store<Item>({
    name: 'status',
    maxItems: BATCH_ITEMS,
    lingerMs: LINGER_MS,
    write,
    receiptOf: (item): Receipt => item.receipt,
    describe: ({ topic }) => ({ serial: topic.serial }),
  });
  return { accept: (said) => batcher.add(said) };
}
