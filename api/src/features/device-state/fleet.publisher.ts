import { messages } from '@belfry/schemas/mqtt/messages';
import type { FleetSummary } from '@belfry/schemas/mqtt/console-messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { isDatabaseAway } from '../../db/errors.ts';
import type { IngestContext } from '../../mqtt/ingest/ingest-context.ts';
import { countFleet, type FleetCount } from './presence.sql.ts';
import { DEVICE_MODES, DEVICE_STATUSES } from '@belfry/schemas/domain/device';

const MIN_INTERVAL_MS = 1_000;
/** Devices are also created, deleted and changed over HTTP, on any instance, so the fleet is counted this often anyway. */
const MAX_INTERVAL_MS = 5_000;

type FleetPublisherOptions = {
  /** Publishes every five seconds also what has not changed, for consoles of an engine that retains nothing. */
  repeat: boolean;
};

type FleetPublisher = {
  changed: () => void;
  /** Publishes again, since the broker may have lost its retained messages. */
  republish: () => void;
  stop(): void;
};

/**
 * Keeps the retained `fleet/summary` up to date, at most once a second. It is published when its counts have changed, and
 * after every reported change even when they have not: one device may have come online while another one went offline, and
 * consoles refetch a filtered list when `at` is newer.
 */
export function startFleetPublisher(
  { db, broker, log }: Pick<IngestContext, 'db' | 'broker' | 'log'>,
  { repeat }: FleetPublisherOptions,
): FleetPublisher {
  let published = '';
  let due = true;
  let countedAt = 0;
  let busy = false;
  const timer = setInterval(() => void tick(), MIN_INTERVAL_MS);

  async function tick(): Promise<void> {
    if (busy || !broker.connected || (!due && Date.now() - countedAt < MAX_INTERVAL_MS)) return;
    busy = true;
    const wasReported = due;
    due = false;
    countedAt = Date.now();
    await publish({ evenIfEqual: wasReported }).catch((error: unknown) => {
      due = true;
      if (!isDatabaseAway(error)) log.debug({ err: error }, 'the fleet summary could not be published');
    });
    busy = false;
  }

  async function publish({ evenIfEqual }: { evenIfEqual: boolean }): Promise<void> {
    const counts = summarize(await countFleet(db));
    const text = JSON.stringify(counts);
    if (text === published && !evenIfEqual && !repeat) return;
    const { qos, retain } = messages.fleetSummary;
    const summary: FleetSummary = { ...counts, at: new Date().toISOString() };
    await broker.publish(topics.fleetSummary, JSON.stringify(summary), { qos, retain });
    published = text;
  }

  return {
    changed: () => {
      due = true;
    },
    republish: () => {
      published = '';
      due = true;
    },
    stop: () => clearInterval(timer),
  };
}

export function summarize(counts: readonly FleetCount[]): Omit<FleetSummary, 'at'> {
  const sum = (matches: (row: FleetCount) => boolean): number =>
    counts.reduce((total, row) => total + (matches(row) ? row.count : 0), 0);
  const by = <Key extends string>(keys: readonly Key[], keyOf: (row: FleetCount) => Key): Record<Key, number> =>
    Object.fromEntries(keys.map((key) => [key, sum((row) => keyOf(row) === key)])) as Record<Key, number>;
  return {
    total: sum(() => true),
    by_status: by(DEVICE_STATUSES, ({ status }) => status),
    by_mode: by(DEVICE_MODES, ({ mode }) => mode),
  };
}
