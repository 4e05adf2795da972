import type pg from 'pg';
import { createBrokerGateway, type BrokerGateway } from '../broker-gateway.ts';
import type { Config } from '../config.ts';
import { createCommands, type Commands } from '../features/commands/commands.service.ts';
import { SETTLED_CHANNEL } from '../features/commands/settled-notices.ts';
import type { Logger } from '../log.ts';
import { atMost } from './at-most.ts';
import { startPublisher } from './client.ts';
import { leading } from './figures.ts';
import { startIngestLock } from './ingest-lock.ts';
import { createSpinePool } from './spine-pool.ts';
import { startIngest } from './start-ingest.ts';

const GOODBYE_MS = 1_000;

/** The api's side of MQTT. */
export type Spine = {
  broker: BrokerGateway;
  commands: Commands;
  /** The batches that have been waiting for their commit too long, by the kind of their messages. */
  stuckBatches: () => string[];
  stop(): Promise<void>;
};

export type SpineParts = {
  config: Config;
  log: Logger;
  /** In the place of a real one, for tests: then nothing connects, and nobody ingests. */
  broker?: BrokerGateway;
};

/**
 * Starts publishing, commands and, on one instance at a time, the ingest. Comes up while Postgres or the broker is away,
 * and finds both by itself.
 */
export function startSpine({ config, log, broker }: SpineParts): Spine {
  const pool = createSpinePool(config.DATABASE_URL, log);
  return broker ? withoutMqtt(pool, broker, log) : withMqtt(pool, config, log);
}

function withoutMqtt(pool: pg.Pool, broker: BrokerGateway, log: Logger): Spine {
  const commands = createCommands({ pool, broker, log });
  return {
    broker,
    commands,
    stuckBatches: commands.stuckBatches,
    async stop() {
      await commands.stop();
      await atMost(GOODBYE_MS, pool.end());
    },
  };
}

function withMqtt(pool: pg.Pool, config: Config, log: Logger): Spine {
  const publisher = startPublisher({ config, log });
  const broker = createBrokerGateway(publisher, { config, log });
  const commands = createCommands({ pool, broker, log });
  let ingest: ReturnType<typeof startIngest> | null = null;

  async function stopIngest(options: { drain: boolean }): Promise<void> {
    const running = ingest;
    ingest = null;
    leading.set(0);
    await running?.stop(options);
  }

  const lock = startIngestLock({
    url: config.DATABASE_URL,
    log,
    onGained(verify) {
      leading.set(1);
      ingest = startIngest({ config, log, pool, broker, commands }, verify);
    },
    onLost: () => stopIngest({ drain: false }),
    channel: SETTLED_CHANNEL,
    onNotice: commands.noticed,
  });

  return {
    broker,
    commands,
    stuckBatches: () => [...(ingest?.stuckBatches() ?? []), ...commands.stuckBatches()],
    async stop() {
      await Promise.all([stopIngest({ drain: true }), commands.stop()]);
      await Promise.all([lock.stop(), publisher.stop(), pool.end()].map((ending) => atMost(GOODBYE_MS, ending)));
    },
  };
}
