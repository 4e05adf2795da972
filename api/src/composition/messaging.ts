import type pg from 'pg';
import { createBrokerGateway, type BrokerGateway } from '../broker-gateway.ts';
import type { Config } from '../config.ts';
import { createEngine } from '../engines/index.ts';
import { createCommands, type Commands, SETTLED_CHANNEL } from '../features/commands/index.ts';
import { publishOffline } from '../features/device-state/index.ts';
import type { Logger } from '../log.ts';
import { createConsoleEvents, type ConsoleEvents } from '../mqtt/console-events.ts';
import { waitAtMost } from '../mqtt/wait-at-most.ts';
import { startPublisher } from '../mqtt/publisher.ts';
import { leader } from '../mqtt/metrics.ts';
import { startIngestLock } from '../mqtt/ingest/ingest-lock.ts';
import { createIngestPool } from '../mqtt/ingest/ingest-pool.ts';
import { startIngest } from './start-ingest.ts';

const CLOSE_TIMEOUT_MS = 1_000;

/** The api's MQTT side: publishing, events for consoles, commands and ingest. */
export type Messaging = {
  broker: BrokerGateway;
  events: ConsoleEvents;
  commands: Commands;
  /** The names of the batchers that have been waiting for a commit too long. */
  stuckBatches: () => string[];
  stop(): Promise<void>;
};

export type MessagingDeps = {
  config: Config;
  log: Logger;
  findAdministratorIds: () => Promise<number[]>;
  findSignedInIds: () => Promise<number[]>;
  /** Replaces the real broker in tests: nothing connects and nothing is ingested. */
  broker?: BrokerGateway;
};

/**
 * Starts publishing, commands and, on one instance at a time, the ingest. Starts also while Postgres or the broker is
 * unavailable, and connects when they are back.
 */
export function startMessaging(deps: MessagingDeps): Messaging {
  const pool = createIngestPool(deps.config.DATABASE_URL, deps.log);
  return deps.broker ? withoutMqtt(pool, deps.broker, deps) : withMqtt(pool, deps);
}

function withoutMqtt(
  pool: pg.Pool,
  broker: BrokerGateway,
  { log, findAdministratorIds, findSignedInIds }: MessagingDeps,
): Messaging {
  const events = createConsoleEvents({ broker, log, findAdministratorIds, findSignedInIds });
  const commands = createCommands({ pool, broker, events, log });
  return {
    broker,
    events,
    commands,
    stuckBatches: commands.stuckBatches,
    async stop() {
      await commands.stop();
      events.stop();
      await waitAtMost(CLOSE_TIMEOUT_MS, pool.end());
    },
  };
}

function withMqtt(pool: pg.Pool, { config, log, findAdministratorIds, findSignedInIds }: MessagingDeps): Messaging {
  const publisher = startPublisher({ config, log });
  const engine = createEngine(config);
  const broker = createBrokerGateway(publisher, {
    engine,
    log,
    publishOffline: (serials) => publishOffline(pool, publisher, serials),
  });
  const events = createConsoleEvents({ broker, log, findAdministratorIds, findSignedInIds });
  const commands = createCommands({ pool, broker, events, log });
  let ingest: ReturnType<typeof startIngest> | null = null;

  async function stopIngest(options: { drain: boolean }): Promise<void> {
    const running = ingest;
    ingest = null;
    leader.set(0);
    await running?.stop(options);
  }

  const lock = startIngestLock({
    url: config.DATABASE_URL,
    log,
    onAcquired(verify) {
      leader.set(1);
      ingest = startIngest({ config, log, pool, engine, broker, commands, events }, verify);
    },
    onLost: () => stopIngest({ drain: false }),
    channel: SETTLED_CHANNEL,
    onNotification: commands.onSettledNotification,
  });

  return {
    broker,
    events,
    commands,
    stuckBatches: () => [...(ingest?.stuckBatches() ?? []), ...commands.stuckBatches()],
    async stop() {
      await Promise.all([stopIngest({ drain: true }), commands.stop()]);
      events.stop();
      await Promise.all(
        [lock.stop(), publisher.stop(), pool.end()].map((closing) => waitAtMost(CLOSE_TIMEOUT_MS, closing)),
      );
    },
  };
}
