import type { IngestHandler, IngestMessage } from '../../mqtt/ingest/ingest.ts';
import type { IngestContext } from '../../mqtt/ingest/ingest-context.ts';
import { storePlayers } from './players.sql.ts';
import type { Presence } from './presence.ts';

const BATCH_ITEMS = 2_000;
const LINGER_MS = 20;

type Item = IngestMessage<'player'>;

/** Stores the state of each player of a device. Of one player, a batch writes only the newest message. */
export function createPlayersIngest(
  context: IngestContext,
  presence: Pick<Presence, 'republishStatuses'>,
): IngestHandler<'player'> {
  const { pool, deviceStateQueue } = context;

  async function write(items: readonly Item[]): Promise<void> {
    const newest = new Map<string, Item>();
    for (const item of items) newest.set(`${item.topic.serial}/${item.topic.channel}`, item);
    presence.republishStatuses(await deviceStateQueue(() => storePlayers(pool, [...newest.values()])));
  }

  const batcher = context.createBatcher<Item>({
    name: 'player',
    maxItems: BATCH_ITEMS,
    lingerMs: LINGER_MS,
    write,
    ackTokenOf: ({ ackToken }) => ackToken,
    describe: ({ topic }) => ({ serial: topic.serial, channel: topic.channel }),
  });
  return { accept: (message) => batcher.add(message) };
}
