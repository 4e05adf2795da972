import type { BackupState } from '@belfry/schemas/http/service/health';
import type { OrganisationMember } from '../mqtt/console-events.ts';
import type pg from 'pg';
import { createBrokerGateway, type BrokerGateway } from '../broker-gateway.ts';
import type { Config } from '../config/config.ts';
import { createEngine } from '../engines/index.ts';
import { KEYS_CHANNEL } from '../features/accounts/index.ts';
import { createDb } from '../db/client.ts';
import { ALARM_THRESHOLDS_CHANNEL, type Alarms } from '../features/alarms/index.ts';
import { settleOutputs } from '../features/scenarios/index.ts';
import { storeSoundResults } from '../features/sound-tests/index.ts';
import { FLEET_CHANNEL, publishOffline } from '../features/device-state/index.ts';
import { createCommands, type Commands, type EndListener, SETTLED_CHANNEL } from '../features/commands/index.ts';
import type { IngestState } from '../deps.ts';
import { findCarriedSerials } from '../features/network-speakers/index.ts';
import { LOG_LEVEL_CHANNEL } from '../features/service/index.ts';
import type { Logger } from '../log.ts';
import { createConsoleEvents, type ConsoleEvents } from '../mqtt/console-events.ts';
import { waitAtMost } from '../mqtt/wait-at-most.ts';
import { startPublisher } from '../mqtt/publisher.ts';
import { createIngestPool } from '../mqtt/ingest/ingest-context.ts';
import { ingestConnectionName, mayWrite } from '../mqtt/shards/leases.sql.ts';
import { ShardLeases, type ShardHolder } from '../mqtt/shards/shard-leases.ts';
import { startIngest, type Ingest } from './start-ingest.ts';

const CLOSE_TIMEOUT_MS = 1_000;

export type Messaging = {
  broker: BrokerGateway;
  events: ConsoleEvents;
  commands: Commands;
  stuckBatches: () => string[];
  ingest: () => IngestState;
  stop(): Promise<void>;
};

export type MessagingDeps = {
  config: Config;
  log: Logger;
  findAdministratorIds: () => Promise<number[]>;
  findSignedInIds: () => Promise<number[]>;
  findMembersOf: (ownerIds: readonly number[]) => Promise<OrganisationMember[]>;
  onKeysChanged: () => void;
  onLogLevelChanged: () => void;
  alarms: Alarms;
  readBackupState: () => Promise<BackupState>;
  onFired: (firingIds: readonly number[]) => void;
  broker?: BrokerGateway;
};

/**
 * Starts publishing, commands, and the ingest of the shards that this instance gets. Starts also while Postgres or the broker is
 * unavailable, and connects when they are back.
 */
export function startMessaging(deps: MessagingDeps): Messaging {
  const pool = createIngestPool(deps.config.DATABASE_URL, deps.log);
  return deps.broker ? withoutMqtt(pool, deps.broker, deps) : withMqtt(pool, deps);
}

function endListeners(
  pool: pg.Pool,
  deps: Pick<MessagingDeps, 'alarms' | 'log'> & { events: ConsoleEvents },
): EndListener[] {
  const db = createDb(pool);
  return [
    { commands: ['sound_test'], ended: (deliveries) => storeSoundResults({ db, ...deps }, deliveries) },
    { commands: ['output'], ended: () => settleOutputs({ db, ...deps }) },
  ];
}

function withoutMqtt(
  pool: pg.Pool,
  broker: BrokerGateway,
  { log, alarms, findAdministratorIds, findSignedInIds, findMembersOf }: MessagingDeps,
): Messaging {
  const events = createConsoleEvents({ broker, log, findAdministratorIds, findSignedInIds, findMembersOf });
  const listeners = endListeners(pool, { alarms, events, log });
  const commands = createCommands({ pool, broker, events, log, listeners });
  return {
    broker,
    events,
    commands,
    stuckBatches: commands.stuckBatches,
    ingest: () => ({ shards: { held: 0, total: 0, unheld: 0 }, lagS: 0, leads: true }),
    async stop() {
      await commands.stop();
      events.stop();
      await waitAtMost(CLOSE_TIMEOUT_MS, pool.end());
    },
  };
}

function withMqtt(pool: pg.Pool, deps: MessagingDeps): Messaging {
  const { config, log, findAdministratorIds, findSignedInIds, findMembersOf, alarms, readBackupState } = deps;
  const publisher = startPublisher({ config, log });
  const engine = createEngine(config);
  const broker = createBrokerGateway(publisher, {
    engine,
    log,
    publishOffline: (serials) => publishOffline(pool, publisher, serials),
    findCarried: (serials) => findCarriedSerials(createDb(pool), serials),
  });
  const events = createConsoleEvents({ broker, log, findAdministratorIds, findSignedInIds, findMembersOf });
  const listeners = endListeners(pool, { alarms, events, log });
  const commands = createCommands({ pool, broker, events, log, listeners });
  let ingest: Ingest | null = null;

  /** The connections belong to the leases: whoever takes these away ends them, so that nothing is committed afterwards. */
  function createHolder(instanceId: string): ShardHolder {
    const verify = (client: pg.PoolClient): Promise<boolean> => mayWrite(client, instanceId);
    const ingestPool = createIngestPool(config.DATABASE_URL, log, { name: ingestConnectionName(instanceId), verify });
    const shared = { config, log, engine, broker, commands, events, alarms, readBackupState, onFired: deps.onFired };
    const started = startIngest({ ...shared, pool: ingestPool, instanceId });
    ingest = started;
    return {
      ...started,
      stop(options) {
        if (ingest === started) ingest = null;
        return started.stop(options);
      },
    };
  }

  const leases = new ShardLeases({
    url: config.DATABASE_URL,
    log,
    shards: config.INGEST_SHARDS,
    createHolder,
    handlers: {
      [SETTLED_CHANNEL]: commands.onSettledNotification,
      [KEYS_CHANNEL]: deps.onKeysChanged,
      [LOG_LEVEL_CHANNEL]: deps.onLogLevelChanged,
      [FLEET_CHANNEL]: () => ingest?.onFleetNotification(),
      [ALARM_THRESHOLDS_CHANNEL]: () => ingest?.onAlarmThresholds(),
    },
  });

  return {
    broker,
    events,
    commands,
    stuckBatches: () => [...(ingest?.stuckBatches() ?? []), ...commands.stuckBatches()],
    ingest: () => ({ shards: leases.state, lagS: (ingest?.lagMs() ?? 0) / 1_000, leads: ingest?.leads() ?? false }),
    async stop() {
      // The ingest first: it passes responses to the commands.
      await leases.stop();
      await commands.stop();
      events.stop();
      await Promise.all([publisher.stop(), pool.end()].map((closing) => waitAtMost(CLOSE_TIMEOUT_MS, closing)));
    },
  };
}
