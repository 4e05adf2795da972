import type { Serial } from '@belfry/schemas/domain/serial';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { BrokerGateway } from '../broker-gateway.ts';
import type { Config } from '../config/config.ts';
import { createDb } from '../db/client.ts';
import type { Database } from '../db/database.ts';
import { startDeadlineSweep, type Commands } from '../features/commands/index.ts';
import { notifyFleetChanged, startFleetPublisher } from '../features/device-state/index.ts';
import { startPartitionKeeper } from '../features/metrics/index.ts';
import { forgetAnnounced } from '../features/schedules/programmes/index.ts';
import { countWaitingJobs } from '../jobs/index.ts';
import type { Logger } from '../log.ts';
import type { MqttEngine } from '../mqtt-engine.ts';
import { leader, waitingJobs } from '../mqtt/metrics.ts';
import { startSessionCleanup } from '../mqtt/shards/unused-sessions.ts';

const INTERVAL_MS = 10_000;

function startWaitingJobsGauge(db: Kysely<Database>): { stop(): void } {
  const timer = setInterval(() => {
    // While Postgres is away the last count stays, and other metrics tell why.
    countWaitingJobs(db).then(
      (count) => waitingJobs.set(count),
      () => undefined,
    );
  }, INTERVAL_MS).unref();
  return {
    stop() {
      clearInterval(timer);
      waitingJobs.set(0);
    },
  };
}

type LeaderDeps = {
  config: Config;
  log: Logger;
  pool: pg.Pool;
  engine: MqttEngine;
  broker: BrokerGateway;
  commands: Commands;
};

/**
 * The holder of shard 0 does these tasks for all. Each may be done by two instances for a moment, or by none for some
 * seconds.
 */
export function createLeaderTasks({ config, log, pool, engine, broker, commands }: LeaderDeps) {
  const db = createDb(pool);
  let tasks: ReturnType<typeof startTasks> | null = null;
  let notifying: NodeJS.Timeout | null = null;

  const startTasks = () => ({
    fleet: startFleetPublisher({ db, broker, log }, { repeat: !engine.retains }),
    partitions: startPartitionKeeper({ db, log }, config),
    deadlines: startDeadlineSweep(commands, log),
    waitingJobs: startWaitingJobsGauge(db),
    sessions: startSessionCleanup({ db, log, config, routes: engine.shardRoutes }),
  });

  const announceAgain = (serials?: readonly Serial[]): void => {
    forgetAnnounced(db, serials).catch((error: unknown) =>
      log.warn({ err: error }, 'programmes are not announced again'),
    );
  };

  return {
    start(): void {
      tasks ??= startTasks();
      leader.set(1);
    },
    /** The broker has lost its sessions, and so its retained messages. */
    republish(): void {
      tasks?.fleet.republish();
      announceAgain();
    },
    announceAgain,
    /** Statuses may have changed: told to whoever publishes the summary, at most once a second. */
    fleetChanged(): void {
      if (tasks) return tasks.fleet.changed();
      notifying ??= setTimeout(() => {
        notifying = null;
        if (!tasks) notifyFleetChanged(db).catch(() => undefined);
      }, 1_000);
    },
    onFleetNotification: () => tasks?.fleet.changed(),
    stop(): void {
      for (const task of Object.values(tasks ?? {})) task.stop();
      if (notifying) clearTimeout(notifying);
      tasks = null;
      leader.set(0);
    },
  };
}
