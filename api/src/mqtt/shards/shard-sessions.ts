import type { Serial } from '@belfry/schemas/domain/serial';
import { ingestClientId, shardFilter, shardOf } from '@belfry/schemas/mqtt/shards';
import type { ShardRoutes } from '../../mqtt-engine.ts';
import type { Logger } from '../../log.ts';
import { ingestFilters } from '../ingest/ingest.ts';
import { SERVICE_USERNAME } from '../publisher.ts';
import { Backlog } from '../subscriber/backlog.ts';
import type { InboundMessage } from '../subscriber/inbound-message.ts';
import { startIngestSubscriber, type IngestSubscriber } from '../subscriber/ingest-subscriber.ts';
import { parseTopic } from '@belfry/schemas/mqtt/topics';
import { createBackoff } from '@belfry/schemas/timing/backoff';
import { createWakeableTimer } from './wakeable-timer.ts';

const CALLS_AT_ONCE = 8;
/** How many devices are remembered until the next AGAIN_MS. */
const MAX_ROUTED = 50_000;
/** A device whose messages still arrive after this time is routed again. */
const AGAIN_MS = 10_000;
const OPENING = { firstMs: 100, maxMs: 5_000 };
type ShardRouterOptions = {
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
function createShardRouter({ routes, shards, log, onRouted }: ShardRouterOptions) {
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
    connected(): void {
      if (!opening) void openUntilDone();
    },
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
type ShardRouter = ReturnType<typeof createShardRouter>;

type ShardSessionsOptions = {
  url: string;
  password: string;
  shards: number;
  log: Logger;
  routes: ShardRoutes | null;
  /** Whether this instance still holds the shard. Called before each connection. */
  mayConnect: (shard: number) => Promise<boolean>;
};

export type ShardListeners = {
  onMessage: (message: InboundMessage) => void;
  /** The broker received messages of the shard while nobody read them, and discards the oldest when there are too many. */
  onConnected: () => void;
  /** The broker had no session of the shard and has one now: what it received before is lost. */
  onNewSession: (shard: number) => void;
  onRouted: (serials: ReadonlySet<Serial>) => void;
};

/**
 * The MQTT sessions of the shards that this instance holds, one for each. A session is persistent and named after its shard, so
 * the broker queues for it while the shard passes from one instance to another, and gives it to one of them only.
 */
export class ShardSessions {
  readonly #options: ShardSessionsOptions;
  readonly #backlog = new Backlog();
  readonly #sessions = new Map<number, IngestSubscriber>();
  /** While the session of shard 0 is here. */
  #router: ShardRouter | null = null;

  constructor(options: ShardSessionsOptions) {
    this.#options = options;
  }

  get held(): number[] {
    return [...this.#sessions.keys()];
  }

  get up(): boolean {
    return this.#sessions.size > 0 && this.#all().every(({ up }) => up);
  }

  get paused(): boolean {
    return this.#all().some(({ paused }) => paused);
  }

  get uncommitted(): number {
    return this.#backlog.messages;
  }

  open(shard: number, { onMessage, onConnected, onNewSession, onRouted }: ShardListeners): void {
    const { url, password, shards, log, mayConnect, routes } = this.#options;
    const router = shard === 0 && routes ? createShardRouter({ routes, shards, log, onRouted }) : null;
    if (router) this.#router = router;
    const subscriber = startIngestSubscriber({
      url,
      clientId: ingestClientId(shard, shards),
      username: SERVICE_USERNAME,
      password,
      filters: this.#filtersOf(shard),
      log,
      backlog: this.#backlog,
      onMessage: router
        ? (message) => {
            router.received(message.topic);
            onMessage(message);
          }
        : onMessage,
      onUp(isNew) {
        router?.connected();
        log.info({ shard, fresh: isNew }, 'the ingest is connected');
        onConnected();
      },
      onSubscribed: () => onNewSession(shard),
      mayConnect: () => mayConnect(shard),
    });
    this.#sessions.set(shard, subscriber);
  }

  /** Resolves when everything that was read of the shard is acknowledged, which it is once it is committed, and the session is free. */
  async close(shard: number): Promise<void> {
    const subscriber = this.#sessions.get(shard);
    subscriber?.stopReading();
    await subscriber?.whenIdle();
    await subscriber?.stop();
    this.#sessions.delete(shard);
    if (shard === 0) this.#router?.stop();
  }

  /** Reads no further messages; those already read can still be acknowledged. */
  stopReading(): void {
    for (const subscriber of this.#all()) subscriber.stopReading();
  }

  async whenIdle(): Promise<void> {
    await Promise.all(this.#all().map((subscriber) => subscriber.whenIdle()));
  }

  async stop(): Promise<void> {
    this.#router?.stop();
    await Promise.all(this.#all().map((subscriber) => subscriber.stop()));
  }

  #filtersOf(shard: number): readonly string[] {
    const { shards, routes } = this.#options;
    if (shards === 1) return ingestFilters;
    return routes ? [routes.filterOf(shard)] : ingestFilters.map((filter) => shardFilter(shard, shards, filter));
  }

  #all(): IngestSubscriber[] {
    return [...this.#sessions.values()];
  }
}
