import { PRESENCE_TIMEOUT_MS } from '@belfry/schemas/domain/limits';
import type { Serial } from '@belfry/schemas/domain/serial';
import { messages, type StatusMessage } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { isDatabaseAway } from '../../db/errors.ts';
import { silentDevices } from '../../mqtt/metrics.ts';
import type { IngestContext } from '../../mqtt/ingest/ingest-context.ts';
import { findStatuses, markSilent, noteHeard, type ToldStatus } from './presence.sql.ts';

const SWEEP_EVERY_MS = 10_000;

export type PresenceOptions = {
  /** Since when every message of the devices has been received and committed without delay; null: not now. */
  healthySince: () => number | null;
  onChanged: () => void;
};

export type Presence = {
  /** A device sent a message that is not stored with its time. */
  heard(serial: Serial, at: number): void;
  /** These were marked as silent and have sent a message: their last status is published to consoles again. */
  returned: (serials: readonly string[]) => void;
  /** Marks who has fallen silent. Runs by itself every ten seconds. */
  sweep(now?: number): Promise<void>;
  stop(): void;
};

/**
 * Whoever says nothing for 90 s is offline, so that a device whose last will was lost with its broker does not stay
 * online for ever. Only time in which this instance could hear counts: it was connected and had nothing left to store.
 */
export function createPresence(context: IngestContext, { healthySince, onChanged }: PresenceOptions): Presence {
  const { pool, deviceStateQueue, broker, log } = context;
  const heard = new Map<Serial, number>();
  const timer = setInterval(() => void sweep().catch(report), SWEEP_EVERY_MS);

  async function sweep(now = Date.now()): Promise<void> {
    returned(await deviceStateQueue(() => noteHeard(pool, takeHeard())));
    const since = healthySince();
    if (since === null || now - since < PRESENCE_TIMEOUT_MS) return;
    const silent = await deviceStateQueue(() => markSilent(pool, now - PRESENCE_TIMEOUT_MS));
    if (silent.length === 0) return;
    silentDevices.inc(silent.length);
    onChanged();
    const at = new Date(now).toISOString();
    for (const device of silent) tell({ ...device, status: 'offline', at });
  }

  function takeHeard(): [Serial, number][] {
    const all = [...heard];
    heard.clear();
    return all;
  }

  function returned(serials: readonly string[]): void {
    if (serials.length === 0) return;
    onChanged();
    findStatuses(pool, serials).then((devices) => devices.forEach(tell), report);
  }

  /** In the name of the device, and marked so: the ingest passes over it when it comes back from the broker. */
  function tell({ serial, ...status }: ToldStatus): void {
    const { qos, retain } = messages.status;
    const message: StatusMessage = { ...status, by: 'api' };
    broker.publish(topics.status(serial), JSON.stringify(message), { qos, retain }).catch(() => undefined);
  }

  function report(error: unknown): void {
    if (!isDatabaseAway(error)) log.error({ err: error }, 'the presence sweep failed');
  }

  return { heard: (serial, at) => heard.set(serial, at), returned, sweep, stop: () => clearInterval(timer) };
}
