import type { BackupState } from '@belfry/schemas/http/service/health';
import { shardOf } from '@belfry/schemas/mqtt/shards';
import type pg from 'pg';
import type { BrokerGateway } from '../broker-gateway.ts';
import type { Config } from '../config/config.ts';
import { certificateDays, createAlarmEvaluator, type Alarms } from '../features/alarms/index.ts';
import { createPassiveResults } from '../features/sound-tests/index.ts';
import { createReceiptsIngest } from '../features/announcements/index.ts';
import { type Commands, createResponsesIngest } from '../features/commands/index.ts';
import {
  createReportedIngest,
  createPresence,
  createOutputsIngest,
  createPlayersIngest,
  createStatusIngest,
  type Presence,
} from '../features/device-state/index.ts';
import { settleOutputs } from '../features/scenarios/index.ts';
import { createMetricsIngest } from '../features/metrics/index.ts';
import { createInputsIngest } from '../features/triggers/index.ts';
import { findLateTurn } from '../lib/pool-waits.ts';
import type { Logger } from '../log.ts';
import type { MqttEngine } from '../mqtt-engine.ts';
import type { ConsoleEvents } from '../mqtt/console-events.ts';
import { createIngestContext, type IngestContext } from '../mqtt/ingest/ingest-context.ts';
import { createIngestHealth } from '../mqtt/ingest/ingest-health.ts';
import { createIngest } from '../mqtt/ingest/ingest.ts';
import { holdsShard } from '../mqtt/shards/leases.sql.ts';
import type { ShardHolder } from '../mqtt/shards/shard-leases.ts';
import { ShardSessions, type ShardListeners } from '../mqtt/shards/shard-sessions.ts';
import { acknowledgeAll } from '../mqtt/subscriber/inbound-message.ts';
import { createLeaderTasks } from './leader-tasks.ts';
import { waitAtMost } from '../mqtt/wait-at-most.ts';

const DRAIN_MS = 2_000;
const CLOSE_TIMEOUT_MS = 1_000;
type StopIngestParts = {
  sessions: Pick<ShardSessions, 'stopReading' | 'whenIdle' | 'uncommitted' | 'stop'>;
  batches: { drain: () => Promise<unknown>; stop: () => void };
  ingest: { stop: () => Promise<void> };
  pool: pg.Pool;
};

/**
 * Stops in the order of the messages: reading, batches, sessions, and at last the acknowledgements to devices and the connections that wrote.
 * @returns whether everything that was read is committed; without `drain` it is not waited for
 */
async function stopIngest({ sessions, batches, ingest, pool }: StopIngestParts, drain: boolean): Promise<boolean> {
  if (drain) {
    sessions.stopReading();
    await waitAtMost(DRAIN_MS, Promise.all([sessions.whenIdle(), batches.drain()]));
  }
  const committed = sessions.uncommitted === 0;
  batches.stop();
  await sessions.stop();
  await waitAtMost(CLOSE_TIMEOUT_MS, Promise.all([ingest.stop(), pool.end()]));
  return committed;
}

export type IngestDeps = {
  config: Config;
  log: Logger;
  engine: MqttEngine;
  broker: BrokerGateway;
  commands: Commands;
  events: ConsoleEvents;
  alarms: Alarms;
  readBackupState: () => Promise<BackupState>;
  onFired: (firingIds: readonly number[]) => void;
  pool: pg.Pool;
  instanceId: string;
};

export type Ingest = ShardHolder & {
  stuckBatches: () => string[];
  lagMs: () => number;
  /** True for the holder of shard 0, which does what one instance does for all. */
  leads: () => boolean;
  onFleetNotification: () => void;
  onAlarmThresholds: () => void;
};

/** Ingests the messages of the shards that this instance holds. The shards share the handlers, so that batches stay large. */
export function startIngest(deps: IngestDeps): Ingest {
  const { config, log, engine, broker, commands, events, alarms, pool, instanceId } = deps;
  const shards = config.INGEST_SHARDS;
  const batches = createIngestContext({ pool, broker, log, acknowledge: acknowledgeAll });
  const { context } = batches;
  const { db, news } = context;
  const leaderTasks = createLeaderTasks({ config, log, pool, engine, broker, commands });
  const sessions = new ShardSessions({
    url: config.MQTT_URL,
    password: config.SERVICE_SECRET,
    shards,
    log,
    routes: engine.shardRoutes,
    mayConnect: (shard) => holdsShard(pool, instanceId, shards, shard),
  });
  const health = createIngestHealth(() => {
    const { up, paused, uncommitted } = sessions;
    return { up, paused, uncommitted, lagMs: batches.lagMs() };
  });
  const owned = () => ({ held: sessions.held, shards });
  const evaluator = createAlarmEvaluator({
    db,
    log,
    alarms,
    facts: {
      backup: deps.readBackupState,
      certificateDays: () => certificateDays(config.PUBLIC_URL),
      findLateTurn,
    },
    shards: owned,
    healthySince: health.healthySince,
    onChanged(owners) {
      for (const owner of owners) events.changed('alarms_changed', [], owner);
    },
  });
  const presence = createPresence(context, { healthySince: health.healthySince, shards: owned });
  const ingest = createIngestHandlers(context, { presence, commands, events });

  news.on('committed', evaluator.noteDevices);
  news.on('statuses_changed', () => leaderTasks.fleetChanged());
  news.on('silence_changed', (serials) => {
    evaluator.noteDevices(serials);
    evaluator.wake();
  });
  news.on('online', (serials) => {
    if (!engine.retains) leaderTasks.announceAgain(serials);
    // A failure is repaired by the sweep a second later.
    commands
      .dispatch({ serials })
      .catch((error: unknown) => log.debug({ err: error }, 'waiting commands were not sent'));
  });
  news.on('fired', deps.onFired);
  news.on('outputs', () => {
    // A failure is repaired by the look of the leader, some seconds later.
    settleOutputs({ db, events }).catch((error: unknown) => log.debug({ err: error }, 'outputs were not settled'));
  });
  news.on('heard', createPassiveResults({ db, alarms, events, log }));

  const listeners: ShardListeners = {
    onMessage: createIngest(ingest.handlers, acknowledgeAll, log),
    onConnected: () => news.tell('lost', null),
    // Each session of a broker that was restarted is new; one of them suffices to publish again.
    onNewSession(shard) {
      news.tell('lost', null);
      if (shard === 0) leaderTasks.republish();
    },
    onRouted: (serials) => news.tell('moved', (serial) => serials.has(serial)),
  };

  return {
    stuckBatches: batches.stuckBatches,
    lagMs: batches.lagMs,
    leads: () => sessions.held.includes(0),
    onFleetNotification: leaderTasks.onFleetNotification,
    onAlarmThresholds: evaluator.noteThresholds,

    hold(claimed) {
      evaluator.noteAll();
      evaluator.start();
      // The devices of these shards count as silent only when nothing is heard of them from now on.
      health.restart();
      news.tell('moved', (serial) => claimed.includes(shardOf(serial, shards)));
      if (claimed.includes(0)) leaderTasks.start();
      for (const shard of claimed) sessions.open(shard, listeners);
    },

    async release(shard) {
      if (shard === 0) leaderTasks.stop();
      await sessions.close(shard);
    },

    async stop({ drain }) {
      for (const part of [evaluator, presence, leaderTasks, health]) part.stop();
      return stopIngest({ sessions, batches, ingest, pool }, drain);
    },
  };
}

type IngestHandlersDeps = { presence: Presence; commands: Commands; events: ConsoleEvents };

function createIngestHandlers(context: IngestContext, { presence, commands, events }: IngestHandlersDeps) {
  const metrics = createMetricsIngest(context, presence);
  const receipts = createReceiptsIngest(context, presence, events);
  const inputs = createInputsIngest(context, presence);
  return {
    handlers: {
      configReported: createReportedIngest(context),
      status: createStatusIngest(context),
      metrics,
      player: createPlayersIngest(context, presence),
      outputs: createOutputsIngest(context, presence),
      responses: createResponsesIngest(commands, presence, acknowledgeAll),
      receipts,
      inputs,
    },
    async stop(): Promise<void> {
      await Promise.all([metrics, receipts, inputs].map((journal) => journal.stop()));
    },
  };
}
