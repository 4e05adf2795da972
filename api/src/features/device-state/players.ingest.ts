import type { IngestHandler, Said } from '../../mqtt/ingest.ts';
import type { IngestSession } from '../../mqtt/session.ts';
import { storePlayers } from './players.repository.ts';
import type { Presence } from './presence.ts';

const BATCH_ITEMS = 2_000;
const LINGER_MS = 20;

type Item = Said<'player'>;

/** Stores what each player of a device does; a batch keeps the newest of each. */
export function createPlayersIngest(
  session: IngestSession,
  presence: Pick<Presence, 'returned'>,
): IngestHandler<'player'> {
  const { pool, lane } = session;

  async function write(items: readonly Item[]): Promise<void> {
    const newest = new Map<string, Item>();
    for (const item of items) newest.set(`${item.topic.serial}/${item.topic.channel}`, item);
    presence.returned(await lane(() => storePlayers(pool, [...newest.values()])));
  }

  const batcher = session.store<Item>({
    name: 'player',
    maxItems: BATCH_ITEMS,
    lingerMs: LINGER_MS,
    write,
    receiptOf: ({ receipt }) => receipt,
    describe: ({ topic }) => ({ serial: topic.serial, channel: topic.channel }),
  });
  return { accept: (said) => batcher.add(said) };
}
