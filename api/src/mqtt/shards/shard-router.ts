import type { Serial } from '@belfry/schemas/domain/serial';
import { parseTopic } from '@belfry/schemas/mqtt/topics';
import { shardOf } from '@belfry/schemas/mqtt/shards';
import { createBackoff } from '@belfry/schemas/timing/backoff';
import type { ShardRoutes } from '../../mqtt-engine.ts';
import type { Logger } from '../../log.ts';
import { createWakeableTimer } from './wakeable-timer.ts';

const CALLS_AT_ONCE = 8;
/** How many devices are remembered until the next AGAIN_MS. */
const MAX_ROUTED = 50_000;
/** A device whose messages still arrive after this time is routed again. */
const AGAIN_MS = 10_000;
const OPENING = { firstMs: 100, maxMs: 5_000 };

export type ShardRouterOptions = {
  routes: ShardRoutes;
  shards: number;
  log: Logger;
  /** What is known of these devices is out of date, since another session receives their messages now. */
  onRouted: (serials: ReadonlySet<Serial>) => void;
};

/**
 * Routes devices to the sessions of their shards, for an engine that has no filters of shards: the session of shard 0 receives the
 * messages of all devices without a route, each of which gets one.
 */
export function createShardRouter({ routes, shards, log, onRouted }: ShardRouterOptions) {
  const routed = new Set<Serial>();
  const waiting: Serial[] = [];
  const pause = createWakeableTimer();
  const stopped = new AbortController();
  let [working, opening] = [0, false];

  async function work(): Promise<void> {
    working++;
    for (let serial = waiting.shift(); serial && !stopped.signal.aborted; serial = waiting.shift())
      await routes
        .add(serial, { again: true })
        .catch((error: unknown) => log.debug({ err: error, serial }, 'a device has no route'));
    working--;
  }

  const timer = setInterval(() => {
    if (routed.size === 0) return;
    log.info({ devices: routed.size }, 'devices were routed to their shard');
    onRouted(new Set(routed));
    routed.clear();
  }, AGAIN_MS);

  async function openUntilDone(): Promise<void> {
    const backoff = createBackoff(OPENING);
    opening = true;
    while (!stopped.signal.aborted) {
      const failure = await routes.open().then(
        () => null,
        (error: unknown) => ({ error }),
      );
      if (!failure) break;
      log.debug({ err: failure.error }, 'the messages of devices are not divided yet');
      await pause.wait(backoff.next());
    }
    opening = false;
  }

  return {
    /** The session of shard 0 is connected. */
    connected(): void {
      if (!opening) void openUntilDone();
    },
    /** The session of shard 0 has received a message. */
    received(topic: string): void {
      const parsed = parseTopic(topic);
      if (!parsed || !('serial' in parsed) || shardOf(parsed.serial, shards) === 0) return;
      const { serial } = parsed;
      if (routed.has(serial) || routed.size >= MAX_ROUTED) return;
      routed.add(serial);
      waiting.push(serial);
      if (working < CALLS_AT_ONCE) void work();
    },
    stop(): void {
      stopped.abort();
      clearInterval(timer);
      pause.wake();
    },
  };
}

export type ShardRouter = ReturnType<typeof createShardRouter>;
