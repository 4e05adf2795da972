import { filters } from '@belfry/schemas/mqtt/topics';
import { INGEST_CLIENT_ID } from '@belfry/schemas/mqtt/client-id';
import type pg from 'pg';
import type { BrokerGateway } from '../broker-gateway.ts';
import type { Config } from '../config.ts';
import { startDeadlineSweep } from '../features/commands/deadlines.ts';
import type { Commands } from '../features/commands/commands.service.ts';
import { createResponsesIngest } from '../features/commands/responses.ingest.ts';
import { createReportedIngest } from '../features/device-config/reported.ingest.ts';
import { createPlayersIngest } from '../features/device-state/players.ingest.ts';
import { createPresence } from '../features/device-state/presence.ts';
import { createStatusIngest } from '../features/device-state/status.ingest.ts';
import { startFleetPublisher } from '../features/fleet/fleet.publisher.ts';
import { createMetricsIngest } from '../features/metrics/metrics.ingest.ts';
import { startPartitionKeeper } from '../features/metrics/partitions.ts';
import type { Logger } from '../log.ts';
import { atMost } from './at-most.ts';
import { createHearing } from './hearing.ts';
import { createIngest } from './ingest.ts';
import { startIngestLink, type Receipt } from './ingest-link.ts';
import { SERVICE_USERNAME } from './service-user.ts';
import { createSession } from './session.ts';

const FILTERS = [
  filters.allStatuses,
  filters.allMetrics,
  filters.allPlayers,
  filters.allReportedConfigs,
  filters.allResponses,
] as const;
const DRAIN_MS = 2_000;

export type IngestParts = {
  config: Config;
  log: Logger;
  pool: pg.Pool;
  broker: BrokerGateway;
  commands: Commands;
};

/**
 * Everything that only the ingesting instance does, from gaining the lock to losing it.
 * @param mayConnect whether the lock is still held; asked before each connection to the broker.
 */
export function startIngest({ config, log, pool, broker, commands }: IngestParts, mayConnect: () => Promise<boolean>) {
  const acknowledge = (receipts: Receipt[]): void => link.acknowledge(receipts);
  const { session, lagMs, stuck, drain, stop: stopStores } = createSession({ pool, broker, log, acknowledge });

  const fleet = startFleetPublisher(session);
  const hearing = createHearing(() => {
    const { up, paused, uncommitted } = link;
    return { up, paused, uncommitted, lagMs: lagMs() };
  });
  const presence = createPresence(session, { hearsSince: hearing.since, onChanged: fleet.changed });
  const reported = createReportedIngest(session);
  const metrics = createMetricsIngest(session, presence);
  const status = createStatusIngest(session, { onChanged: fleet.changed, onOnline: reported.online });
  const player = createPlayersIngest(session, presence);
  const responses = createResponsesIngest(commands, presence, acknowledge);
  const receive = createIngest({ status, metrics, player, configReported: reported, responses }, acknowledge, log);

  const link = startIngestLink({
    url: config.MQTT_URL,
    clientId: INGEST_CLIENT_ID,
    username: SERVICE_USERNAME,
    password: config.SERVICE_SECRET,
    filters: FILTERS,
    log,
    mayConnect,
    onMessage: receive,
    onUp(fresh) {
      log.info({ fresh }, 'hearing the devices');
      // A broker that lost the session lost what it retained, too.
      if (fresh) fleet.forget();
    },
  });
  const partitions = startPartitionKeeper(session, config);
  const deadlines = startDeadlineSweep(commands, log);

  return {
    /** The batches that have been waiting for their commit too long. */
    stuckBatches: stuck,
    /** With `drain`, what was read is committed and acknowledged first, for two seconds at most. */
    async stop({ drain: graceful }: { drain: boolean }): Promise<void> {
      for (const part of [presence, fleet, partitions, deadlines, metrics, hearing]) part.stop();
      if (graceful) {
        link.hold();
        await atMost(DRAIN_MS, drain());
      }
      stopStores();
      await link.stop();
    },
  };
}
