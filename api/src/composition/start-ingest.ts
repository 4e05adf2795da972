import type { Serial } from '@belfry/schemas/domain/serial';
import type { BackupState } from '@belfry/schemas/http/service/health';
import { shardOf } from '@belfry/schemas/mqtt/shards';
import type pg from 'pg';
import type { BrokerGateway } from '../broker-gateway.ts';
import type { Config } from '../config/config.ts';
import { certificateDays, createAlarmEvaluator, type Alarms } from '../features/alarms/index.ts';
import { storePassiveResults } from '../features/sound-tests/index.ts';
import { createReceiptsIngest, type HeardRun } from '../features/announcements/index.ts';
import { type Commands, createResponsesIngest } from '../features/commands/index.ts';
import {
  createReportedIngest,
  createPresence,
  createPlayersIngest,
  createStatusIngest,
  type Presence,
} from '../features/device-state/index.ts';
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
  /** Whether the backups of the schedule are made. */
  readBackupState: () => Promise<BackupState>;
  onFired: (firingIds: readonly number[]) => void;
  /** Connections that end when this instance's leases are taken away. Ended by `stop`. */
  pool: pg.Pool;
  instanceId: string;
};

export type Ingest = ShardHolder & {
  /** The names of the batchers that have been waiting for a commit too long. */
  stuckBatches: () => string[];
  /** How long the oldest message has been waiting for its commit, in milliseconds. */
  lagMs: () => number;
  /** Whether it holds the shard whose holder does what one instance does for all. */
  leads: () => boolean;
  /** Another instance has stored statuses. */
  onFleetNotification: () => void;
  /** Thresholds of alarms have changed. */
  onAlarmThresholds: () => void;
};

/** Ingests the messages of the shards that this instance holds. The shards share the handlers, so that batches stay large. */
export function startIngest(deps: IngestDeps): Ingest {
  const { config, log, engine, broker, commands, events, alarms, pool, instanceId } = deps;
  const shards = config.INGEST_SHARDS;
  const batches = createIngestContext({
    pool,
    broker,
    log,
    acknowledge: acknowledgeAll,
    onCommitted: (serials) => evaluator.noteDevices(serials),
  });
  const leaderTasks = createLeaderTasks({ config, log, pool, engine, broker, commands });
  const onChanged = (): void => leaderTasks.fleetChanged();
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
    db: batches.context.db,
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
  const presence = createPresence(batches.context, {
    healthySince: health.healthySince,
    shards: owned,
    onChanged,
    onMarked(serials) {
      evaluator.noteDevices(serials);
      evaluator.wake();
    },
  });
  const ingest = createIngestHandlers(batches.context, {
    presence,
    commands,
    events,
    heard: (runs) => storePassiveResults({ db: batches.context.db, alarms, events, log }, runs),
    onFired: deps.onFired,
    onChanged,
    onOnline(serials) {
      if (!engine.retains) leaderTasks.announceAgain(serials);
      // A failure is repaired by the sweep a second later.
      commands
        .dispatch({ serials })
        .catch((error: unknown) => log.debug({ err: error }, 'waiting commands were not sent'));
    },
  });
  const listeners: ShardListeners = {
    onMessage: createIngest(ingest.handlers, acknowledgeAll, log),
    onConnected: () => ingest.noteLoss(),
    // Each session of a broker that was restarted is new; one of them suffices to publish again.
    onNewSession(shard) {
      ingest.noteLoss();
      if (shard === 0) leaderTasks.republish();
    },
    onRouted: (serials) => ingest.forget((serial) => serials.has(serial)),
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
      ingest.forget((serial) => claimed.includes(shardOf(serial, shards)));
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

type IngestHandlersDeps = {
  presence: Presence;
  commands: Commands;
  events: ConsoleEvents;
  /** What devices have heard of announcements. */
  heard: (runs: readonly HeardRun[]) => Promise<void>;
  /** Triggers were started, by the ids of these starts. */
  onFired: (firingIds: readonly number[]) => void;
  /** Statuses were stored that differ from the earlier ones. */
  onChanged: () => void;
  /** These devices are online again. */
  onOnline: (serials: readonly Serial[]) => void;
};

function createIngestHandlers(
  context: IngestContext,
  { presence, commands, events, heard, onFired, onChanged, onOnline }: IngestHandlersDeps,
) {
  const configReported = createReportedIngest(context);
  const metrics = createMetricsIngest(context, presence);
  const receipts = createReceiptsIngest(context, presence, { events, heard });
  const inputs = createInputsIngest(context, presence, onFired);
  const status = createStatusIngest(context, {
    onChanged,
    onOnline(serials) {
      configReported.online(serials);
      onOnline(serials);
    },
  });

  return {
    handlers: {
      status,
      metrics,
      player: createPlayersIngest(context, presence),
      configReported,
      responses: createResponsesIngest(commands, presence, acknowledgeAll),
      receipts,
      inputs,
    },
    /** Another instance may have ingested messages of these devices, or does so from now on. */
    forget(matches: (serial: Serial) => boolean): void {
      for (const handler of [metrics, receipts, inputs, configReported]) handler.forget(matches);
    },
    /** Messages that were sent until now may be lost. */
    noteLoss(): void {
      for (const journal of [metrics, receipts, inputs]) journal.noteLoss();
    },
    /** Publishes the acknowledgements of what is committed. */
    async stop(): Promise<void> {
      await Promise.all([metrics, receipts, inputs].map((journal) => journal.stop()));
    },
  };
}
