import { PRESENCE_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import { messages, type StatusMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { isDatabaseAway } from '../../db/errors.ts';
import { silentDevices } from '../../mqtt/metrics.ts';
import type { IngestContext } from '../../mqtt/ingest/ingest-context.ts';
import {
  findStatuses,
  markSilent,
  updateLastSeen,
  type DeviceStatusMessage,
  type ShardsOfDevices,
} from './presence.sql.ts';
import type pg from 'pg';
import type { MqttPublisher } from '../../broker-gateway.ts';

const SWEEP_EVERY_MS = 10_000;

type PresenceOptions = {
  /** The time since when all messages of devices have been received and committed without delay; null while they are not. */
  healthySince: () => number | null;
  shards: () => ShardsOfDevices;
};

declare module '../../mqtt/ingest/ingest-news.ts' {
  interface IngestEvents {
    silence_changed: readonly string[];
  }
}

export type Presence = {
  /** Records a message whose storing does not update `last_seen`. `at`: when it was received. */
  recordMessage(serial: Serial, at: number): void;
  republishStatuses: (serials: readonly string[]) => void;
  /** Marks devices that have become silent, and publishes that they are offline. Called every ten seconds. */
  sweep(now?: number): Promise<void>;
  stop(): void;
};

/**
 * Marks a device as offline that has sent nothing for 90 s, since its last will may be lost with a broker; see MQTT-5. Only
 * time counts in which this instance was connected and had no backlog.
 */
export function createPresence(context: IngestContext, { healthySince, shards }: PresenceOptions): Presence {
  const { pool, deviceStateQueue, broker, log, news } = context;
  const lastSeen = new Map<Serial, number>();
  const timer = setInterval(() => void sweep().catch(report), SWEEP_EVERY_MS);

  async function sweep(now = Date.now()): Promise<void> {
    republishStatuses(await deviceStateQueue(() => updateLastSeen(pool, takeLastSeen())));
    const since = healthySince();
    if (since === null || now - since < PRESENCE_TIMEOUT_MS) return;
    const silent = await deviceStateQueue(() => markSilent(pool, now - PRESENCE_TIMEOUT_MS, shards()));
    if (silent.length === 0) return;
    silentDevices.inc(silent.length);
    tellMarked(silent.map(({ serial }) => serial));
    const at = new Date(now).toISOString();
    for (const device of silent) publishStatus({ ...device, status: 'offline', at });
  }

  function takeLastSeen(): [Serial, number][] {
    const all = [...lastSeen];
    lastSeen.clear();
    return all;
  }

  function republishStatuses(serials: readonly string[]): void {
    if (serials.length === 0) return;
    tellMarked(serials);
    findStatuses(pool, serials).then((devices) => devices.forEach(publishStatus), report);
  }

  function tellMarked(serials: readonly string[]): void {
    news.tell('statuses_changed', null);
    news.tell('silence_changed', serials);
  }

  /** `by: 'api'` marks the message, so that the ingest skips it when the broker delivers it back. */
  function publishStatus({ serial, ...status }: DeviceStatusMessage): void {
    const { qos, retain } = messages.status;
    const message: StatusMessage = { ...status, by: 'api' };
    broker.publish(topics.status(serial), JSON.stringify(message), { qos, retain }).catch(() => undefined);
  }

  function report(error: unknown): void {
    if (!isDatabaseAway(error)) log.error({ err: error }, 'the presence sweep failed');
  }

  return {
    recordMessage: (serial, at) => lastSeen.set(serial, at),
    republishStatuses,
    sweep,
    stop: () => clearInterval(timer),
  };
}

/**
 * Publishes, in the place of their last wills, that these devices are offline: those that are not known to be. The ingest stores
 * it like a last will. Rejects if Postgres or the broker is unavailable.
 */
export async function publishOffline(pool: pg.Pool, broker: MqttPublisher, serials: readonly string[]): Promise<void> {
  const { qos, retain } = messages.status;
  const connected = (await findStatuses(pool, serials)).filter(({ status }) => status !== 'offline');
  const at = new Date().toISOString();
  await Promise.all(
    connected.map(({ serial, ...reported }) => {
      const message: StatusMessage = { ...reported, status: 'offline', at };
      return broker.publish(topics.status(serial), JSON.stringify(message), { qos, retain });
    }),
  );
}
