import { createMetricsIngest } from '@belfry/api/features/metrics/ingest/metrics.ingest';
import { createPlayersIngest } from '@belfry/api/features/device-state/live-parts.ingest';
import { createPresence } from '@belfry/api/features/device-state/presence';
import { createStatusIngest } from '@belfry/api/features/device-state/status.ingest';
import { createLogger } from '@belfry/api/log';
import { createIngestContext } from '@belfry/api/mqtt/ingest/ingest-context';
import type { IngestKind, IngestMessage } from '@belfry/api/mqtt/ingest/ingest';
import type { AckToken } from '@belfry/api/mqtt/subscriber/inbound-message';
import { vi } from 'vitest';
import { startTestStore } from '../database.ts';
import { createDevice } from '../factories.ts';
import { createFakeBroker } from './fake-broker.ts';

type Flags = Partial<Pick<IngestMessage<IngestKind>, 'live' | 'redelivered' | 'receivedAt'>>;

const DEFAULT_FLAGS = { live: true, redelivered: false };

/** @returns creates ack tokens with the packet ids 1, 2, … */
function createTokens(): () => AckToken {
  let packetId = 0;
  return () => ({ subscriber: { acknowledge: () => undefined }, connection: 1, packetId: ++packetId, bytes: 1 });
}

/**
 * The ingest handlers with a database of their own and a fake broker.
 * @param sweeps whether the presence is swept by itself. By the clock of this machine all devices of most tests have been silent for long.
 */
export async function startIngestFeatures({ sweeps = false } = {}) {
  const store = await startTestStore();
  const { pool, db } = store;
  const broker = createFakeBroker();
  const log = createLogger('silent');
  const acknowledged: number[] = [];
  const { context, drain, stop } = createIngestContext({
    pool,
    broker,
    log,
    acknowledge: (tokens) => void acknowledged.push(...tokens.map(({ packetId }) => packetId)),
  });
  const health: { since: number | null } = { since: 0 };
  const onStatusesChanged = vi.fn<() => void>();
  const onOnline = vi.fn<(serials: readonly string[]) => void>();
  context.news.on('statuses_changed', () => onStatusesChanged());
  context.news.on('online', onOnline);
  const presence = createPresence(context, {
    healthySince: () => health.since,
    shards: () => ({ held: [0], shards: 1 }),
  });
  if (!sweeps) presence.stop();
  const metrics = createMetricsIngest(context, presence);
  const nextToken = createTokens();

  return {
    pool,
    db,
    broker,
    log,
    /** Packet ids, in the order in which they were acknowledged. */
    acknowledged,
    health,
    presence,
    metrics,
    onStatusesChanged,
    onOnline,
    players: createPlayersIngest(context, presence),
    statuses: createStatusIngest(context),
    drain,
    /** Forgets what was published, acknowledged and notified about. */
    reset() {
      broker.published.length = 0;
      acknowledged.length = 0;
      health.since = 0;
      onStatusesChanged.mockClear();
      onOnline.mockClear();
    },
    device: () => createDevice({ db }),
    /** A message as the ingest passes it to its handler, with its flags. */
    message: <K extends IngestKind>(
      topic: IngestMessage<K>['topic'],
      body: IngestMessage<K>['body'],
      flags: Flags = {},
    ): IngestMessage<K> => ({ topic, body, ackToken: nextToken(), ...DEFAULT_FLAGS, receivedAt: Date.now(), ...flags }),
    async stop() {
      presence.stop();
      await metrics.stop();
      stop();
      await store.stop();
    },
  };
}
