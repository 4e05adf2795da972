import { filters } from '@belfry/schemas/mqtt/topics';
import type { Serial } from '@belfry/schemas/domain/serial';
import { INGEST_CLIENT_ID } from '@belfry/schemas/mqtt/client-id';
import type pg from 'pg';
import type { BrokerGateway } from '../broker-gateway.ts';
import type { Config } from '../config.ts';
import type { EngineTraits } from '../engines/index.ts';
import { createReceiptsIngest } from '../features/announcements/index.ts';
import { startDeadlineSweep, type Commands, createResponsesIngest } from '../features/commands/index.ts';
import { createReportedIngest } from '../features/device-config/index.ts';
import { createPlayersIngest, createPresence, createStatusIngest } from '../features/device-state/index.ts';
import { startFleetPublisher } from '../features/fleet/index.ts';
import { forgetAnnounced } from '../features/programmes/index.ts';
import { createMetricsIngest, startPartitionKeeper } from '../features/metrics/index.ts';
import type { Logger } from '../log.ts';
import type { ConsoleEvents } from '../mqtt/console-events.ts';
import { waitAtMost } from '../mqtt/wait-at-most.ts';
import { createIngestHealth } from '../mqtt/ingest/ingest-health.ts';
import { createIngest } from '../mqtt/ingest/ingest.ts';
import { startIngestSubscriber, type AckToken } from '../mqtt/subscriber/ingest-subscriber.ts';
import { SERVICE_USERNAME } from '../mqtt/service-user.ts';
import { createIngestContext } from '../mqtt/ingest/ingest-context.ts';

const FILTERS = [
  filters.allStatuses,
  filters.allMetrics,
  filters.allPlayers,
  filters.allReportedConfigs,
  filters.allResponses,
  filters.allReceipts,
] as const;
const DRAIN_MS = 2_000;

export type IngestDeps = {
  config: Config;
  log: Logger;
  pool: pg.Pool;
  engine: EngineTraits;
  broker: BrokerGateway;
  commands: Commands;
  events: ConsoleEvents;
};

/**
 * Starts all that only the instance with the ingest lock does.
 * @param mayConnect resolves to whether the lock is still held; called before each connection to the broker.
 */
export function startIngest(
  { config, log, pool, engine, broker, commands, events }: IngestDeps,
  mayConnect: () => Promise<boolean>,
) {
  const acknowledge = (ackTokens: AckToken[]): void => subscriber.acknowledge(ackTokens);
  const {
    context,
    lagMs,
    stuckBatches,
    drain,
    stop: stopBatchers,
  } = createIngestContext({ pool, broker, log, acknowledge });

  const fleet = startFleetPublisher(context, { repeat: !engine.retainsOnEveryNode });
  const health = createIngestHealth(() => {
    const { up, paused, uncommitted } = subscriber;
    return { up, paused, uncommitted, lagMs: lagMs() };
  });
  const presence = createPresence(context, { healthySince: health.healthySince, onChanged: fleet.changed });
  const reported = createReportedIngest(context);
  const metrics = createMetricsIngest(context, presence);
  const forget = (serials?: readonly Serial[]): void => {
    forgetAnnounced(pool, serials).catch((error: unknown) =>
      log.warn({ err: error }, 'programmes are not announced again'),
    );
  };
  const onOnline = (serials: readonly Serial[]): void => {
    reported.online(serials);
    if (!engine.retainsOnEveryNode) forget(serials);
    // A failure is repaired by the sweep a second later.
    commands.dispatch({ serials }).catch((error: unknown) => log.debug({ err: error }, 'held commands were not sent'));
  };
  const status = createStatusIngest(context, { onChanged: fleet.changed, onOnline });
  const player = createPlayersIngest(context, presence);
  const responses = createResponsesIngest(commands, presence, acknowledge);
  const receipts = createReceiptsIngest(context, presence, events);
  const handlers = { status, metrics, player, configReported: reported, responses, receipts };
  const receive = createIngest(handlers, acknowledge, log);

  const subscriber = startIngestSubscriber({
    url: config.MQTT_URL,
    clientId: INGEST_CLIENT_ID,
    username: SERVICE_USERNAME,
    password: config.SERVICE_SECRET,
    filters: FILTERS,
    log,
    mayConnect,
    onMessage: receive,
    onUp(fresh) {
      log.info({ fresh }, 'the ingest is connected');
      // A broker that has lost the session has also lost its retained messages.
      if (!fresh) return;
      fleet.republish();
      forget();
    },
  });
  const partitions = startPartitionKeeper(context, config);
  const deadlines = startDeadlineSweep(commands, log);

  return {
    /** The names of the batchers that have been waiting for a commit too long. */
    stuckBatches,
    /** With `drain`, messages that were read are committed and acknowledged first, for at most two seconds. */
    async stop({ drain: graceful }: { drain: boolean }): Promise<void> {
      for (const part of [presence, fleet, partitions, deadlines, metrics, receipts, health]) part.stop();
      if (graceful) {
        subscriber.stopReading();
        await waitAtMost(DRAIN_MS, drain());
      }
      stopBatchers();
      await subscriber.stop();
    },
  };
}
