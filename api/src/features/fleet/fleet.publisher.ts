import { messages, type FleetSummary } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { isDatabaseAway } from '../../db/errors.ts';
import type { IngestContext } from '../../mqtt/ingest/ingest-context.ts';
import { countFleet } from './fleet.sql.ts';
import { summarize } from './summary.ts';

const MOST_OFTEN_MS = 1_000;
/** Devices also come, go and change their mode over HTTP, on any instance: so it is looked up now and then. */
const AT_LEAST_MS = 5_000;

export type FleetPublisher = {
  /** Something may have changed. */
  changed: () => void;
  /** The broker may have forgotten what it retained. */
  forget: () => void;
  stop(): void;
};

/**
 * Keeps the retained `fleet/summary` up to date, at most once a second. It is published when its counts have changed, and
 * after every reported change even when they have not: one device may have come online while another one left, and
 * consoles read a filtered list again when `at` is newer.
 */
export function startFleetPublisher({ pool, broker, log }: IngestContext): FleetPublisher {
  let published = '';
  let due = true;
  let countedAt = 0;
  let busy = false;
  const timer = setInterval(() => void tick(), MOST_OFTEN_MS);

  async function tick(): Promise<void> {
    if (busy || !broker.connected || (!due && Date.now() - countedAt < AT_LEAST_MS)) return;
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
    const counts = summarize(await countFleet(pool));
    const text = JSON.stringify(counts);
    if (text === published && !evenIfEqual) return;
    const { qos, retain } = messages.fleetSummary;
    const summary: FleetSummary = { ...counts, at: new Date().toISOString() };
    await broker.publish(topics.fleetSummary, JSON.stringify(summary), { qos, retain });
    published = text;
  }

  return {
    changed: () => {
      due = true;
    },
    forget: () => {
      published = '';
      due = true;
    },
    stop: () => clearInterval(timer),
  };
}
