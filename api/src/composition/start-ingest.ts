import type { Serial } from '@belfry/schemas/domain/serial';
import { shardOf } from '@belfry/schemas/mqtt/shards';
import type pg from 'pg';
import type { BrokerGateway } from '../broker-gateway.ts';
import type { Config } from '../config/config.ts';
import type { MqttEngine } from '../mqtt-engine.ts';
import type { Commands } from '../features/commands/index.ts';
import { createPresence } from '../features/device-state/index.ts';
import type { Logger } from '../log.ts';
import type { ConsoleEvents } from '../mqtt/console-events.ts';
import { createIngestHealth } from '../mqtt/ingest/ingest-health.ts';
import { createIngest } from '../mqtt/ingest/ingest.ts';
import { createIngestContext } from '../mqtt/ingest/ingest-context.ts';
import { holdsShard, type ShardHolder } from '../mqtt/shards/index.ts';
import { ShardSessions } from '../mqtt/shards/shard-sessions.ts';
import { acknowledgeAll } from '../mqtt/subscriber/ack-token.ts';
import { createIngestHandlers } from './ingest-handlers.ts';
import { createLeaderTasks } from './leader-tasks.ts';
import { stopIngest } from './stop-ingest.ts';

export type IngestDeps = {
  config: Config;
  log: Logger;
  engine: MqttEngine;
  broker: BrokerGateway;
  commands: Commands;
  events: ConsoleEvents;
  /** Connections that end when this instance's leases are taken away. Ended by `stop`. */
  pool: pg.Pool;
  instanceId: string;
};

export type Ingest = ShardHolder & {
  /** The names of the batchers that have been waiting for a commit too long. */
  stuckBatches: () => string[];
  /** How long the oldest message has been waiting for its commit, in milliseconds. */
  lagMs: () => number;
  /** Another instance has stored statuses. */
  onFleetNotification: () => void;
};

/** Ingests the messages of the shards that this instance holds. The shards share the handlers, so that batches stay large. */
export function startIngest({ config, log, engine, broker, commands, events, pool, instanceId }: IngestDeps): Ingest {
  const shards = config.INGEST_SHARDS;
  const batches = createIngestContext({ pool, broker, log, acknowledge: acknowledgeAll });
  const { context } = batches;
  const leaderTasks = createLeaderTasks({ config, log, pool, engine, broker, commands });

  const health = createIngestHealth(() => {
    const { up, paused, uncommitted } = sessions;
    return { up, paused, uncommitted, lagMs: batches.lagMs() };
  });
  const onChanged = (): void => leaderTasks.fleetChanged();
  const presence = createPresence(context, {
    healthySince: health.healthySince,
    shards: () => ({ held: sessions.held, shards }),
    onChanged,
  });
  const ingest = createIngestHandlers(context, {
    presence,
    commands,
    events,
    onChanged,
    onOnline(serials) {
      if (!engine.retains) leaderTasks.announceAgain(serials);
      sendHeldCommands(serials);
    },
  });

  function sendHeldCommands(serials: readonly Serial[]): void {
    // A failure is repaired by the sweep a second later.
    commands.dispatch({ serials }).catch((error: unknown) => log.debug({ err: error }, 'held commands were not sent'));
  }

  const sessions = new ShardSessions({
    url: config.MQTT_URL,
    password: config.SERVICE_SECRET,
    shards,
    log,
    onMessage: createIngest(ingest.handlers, acknowledgeAll, log),
    // Each session of a broker that was restarted is new; one of them suffices.
    onFresh(shard) {
      if (shard === 0) leaderTasks.republish();
    },
    routes: engine.shardRoutes,
    onRouted: (serials) => ingest.forget((serial) => serials.has(serial)),
    mayConnect: (shard) => holdsShard(pool, instanceId, shards, shard),
  });

  return {
    stuckBatches: batches.stuckBatches,
    lagMs: batches.lagMs,
    onFleetNotification: leaderTasks.onFleetNotification,

    hold(claimed) {
      // The devices of these shards count as silent only when nothing is heard of them from now on.
      health.restart();
      ingest.forget((serial) => claimed.includes(shardOf(serial, shards)));
      if (claimed.includes(0)) leaderTasks.start();
      for (const shard of claimed) sessions.open(shard);
    },

    async release(shard) {
      if (shard === 0) leaderTasks.stop();
      await sessions.close(shard);
    },

    async stop({ drain }) {
      for (const part of [presence, leaderTasks, ingest, health]) part.stop();
      return stopIngest({ sessions, batches, pool }, drain);
    },
  };
}
