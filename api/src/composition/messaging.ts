import type pg from 'pg';
import { createBrokerGateway, type BrokerGateway } from '../broker-gateway.ts';
import type { Config } from '../config.ts';
import { createCommands, type Commands, SETTLED_CHANNEL } from '../features/commands/index.ts';
import type { Logger } from '../log.ts';
import { waitAtMost } from '../mqtt/wait-at-most.ts';
import { startPublisher } from '../mqtt/publisher.ts';
import { leader } from '../mqtt/metrics.ts';
import { startIngestLock } from '../mqtt/ingest/ingest-lock.ts';
import { createIngestPool } from '../mqtt/ingest/ingest-pool.ts';
import { startIngest } from './start-ingest.ts';

const CLOSE_TIMEOUT_MS = 1_000;

/** The api's MQTT side: publishing, commands and ingest. */
export type Messaging = {
  broker: BrokerGateway;
  commands: Commands;
  /** The names of the batchers that have been waiting for a commit too long. */
  stuckBatches: () => string[];
  stop(): Promise<void>;
};

export type MessagingDeps = {
  config: Config;
  log: Logger;
  /** Replaces the real broker in tests: nothing connects and nothing is ingested. */
  broker?: BrokerGateway;
};

/**
 * Starts publishing, commands and, on one instance at a time, the ingest. Starts also while Postgres or the broker is
 * unavailable, and connects when they are back.
 */
export function startMessaging({ config, log, broker }: MessagingDeps): Messaging {
  const pool = createIngestPool(config.DATABASE_URL, log);
  return broker ? withoutMqtt(pool, broker, log) : withMqtt(pool, config, log);
}

function withoutMqtt(pool: pg.Pool, broker: BrokerGateway, log: Logger): Messaging {
  const commands = createCommands({ pool, broker, log });
  return {
    broker,
    commands,
    stuckBatches: commands.stuckBatches,
    async stop() {
      await commands.stop();
      await waitAtMost(CLOSE_TIMEOUT_MS, pool.end());
    },
  };
}

function withMqtt(pool: pg.Pool, config: Config, log: Logger): Messaging {
  const publisher = startPublisher({ config, log });
  const broker = createBrokerGateway(publisher, { config, log });
  const commands = createCommands({ pool, broker, log });
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
      ingest = startIngest({ config, log, pool, broker, commands }, verify);
    },
    onLost: () => stopIngest({ drain: false }),
    channel: SETTLED_CHANNEL,
    onNotification: commands.noticed,
  });

  return {
    broker,
    commands,
    stuckBatches: () => [...(ingest?.stuckBatches() ?? []), ...commands.stuckBatches()],
    async stop() {
      await Promise.all([stopIngest({ drain: true }), commands.stop()]);
      await Promise.all(
        [lock.stop(), publisher.stop(), pool.end()].map((closing) => waitAtMost(CLOSE_TIMEOUT_MS, closing)),
      );
    },
  };
}
