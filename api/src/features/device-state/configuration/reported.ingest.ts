import type { Serial } from '@belfry/schemas/domain/serial';
import type { IngestHandler, IngestMessage } from '../../../mqtt/ingest/ingest.ts';
import type { IngestContext } from '../../../mqtt/ingest/ingest-context.ts';
import { publishDesired } from './device-config.service.ts';
import { findUnapplied, storeReported } from './reported-config.sql.ts';

const BATCH_ITEMS = 1_000;
const LINGER_MS = 20;

type Item = IngestMessage<'configReported'>;

/**
 * Stores reported configurations. A device that reports another version than the saved one, or comes online with another
 * one, is sent the saved configuration again, since a broker that holds retained messages in memory loses them when it
 * restarts. Only once per connection and version: a device that rejects a configuration would receive it in a loop.
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
    forget(isForeign: (serial: Serial) => boolean): void {
      for (const serial of sent.keys()) if (isForeign(serial)) sent.delete(serial);
    },
    /** Call it when these devices have connected. */
    online: (serials: readonly Serial[]): void => {
      for (const serial of serials) sent.delete(serial);
      sendUnapplied(serials).catch((error: unknown) =>
        context.log.debug({ err: error }, 'configurations were not sent'),
      );
    },
  };
}
