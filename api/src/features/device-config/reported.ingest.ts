import type { Serial } from '@belfry/schemas/domain/serial';
import type { IngestHandler, IngestMessage } from '../../mqtt/ingest/ingest.ts';
import type { IngestContext } from '../../mqtt/ingest/ingest-context.ts';
import { publishDesired } from './device-config.service.ts';
import { findUnapplied, storeReported } from './reported-config.sql.ts';

const BATCH_ITEMS = 1_000;
const LINGER_MS = 20;

type Item = IngestMessage<'configReported'>;

/**
 * Stores what devices run with, and sends a device its configuration again when it reports, or comes online with,
 * another version: a broker that keeps retained messages in memory forgets them when it restarts. Once per connection
 * and version, since a device that refuses a configuration would receive it again for ever.
 */
export function createReportedIngest(context: IngestContext) {
  const { pool, broker } = context;
  const sent = new Map<Serial, number>();

  async function sendUnapplied(serials: readonly Serial[]): Promise<void> {
    for (const { serial, desired } of await findUnapplied(pool, serials)) {
      if (sent.get(serial) === desired.version) continue;
      sent.set(serial, desired.version);
      publishDesired(broker, serial, desired).catch(() => sent.delete(serial));
    }
  }

  async function write(items: readonly Item[]): Promise<void> {
    const newest = new Map<Serial, Item>();
    for (const item of items) newest.set(item.topic.serial, item);
    const reports = [...newest].map(([serial, { body, receivedAt }]) => ({ serial, config: body, receivedAt }));
    await storeReported(pool, reports);
    const live = [...newest].filter(([, item]) => item.live).map(([serial]) => serial);
    if (live.length > 0) await sendUnapplied(live);
  }

  const batcher = context.createBatcher<Item>({
    name: 'configReported',
    maxItems: BATCH_ITEMS,
    lingerMs: LINGER_MS,
    write,
    ackTokenOf: ({ ackToken }) => ackToken,
    describe: ({ topic }) => ({ serial: topic.serial }),
  });
  const handler: IngestHandler<'configReported'> = { accept: (message) => batcher.add(message) };
  return {
    ...handler,
    /** New connections of these devices. */
    online: (serials: readonly Serial[]): void => {
      for (const serial of serials) sent.delete(serial);
      sendUnapplied(serials).catch((error: unknown) =>
        context.log.debug({ err: error }, 'configurations were not sent'),
      );
    },
  };
}
