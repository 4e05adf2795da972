import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import pg from 'pg';
import { shardsHeld, shardsUnheld } from '../metrics.ts';
import { waitAtMost } from '../wait-at-most.ts';
import {
  claim,
  join,
  leave,
  readShards,
  release,
  removeDead,
  renew,
  SHARDS_CHANNEL,
  type ShardView,
} from './leases.sql.ts';
import { planShards } from './plan.ts';
import { createWakeableTimer } from './wakeable-timer.ts';
import type { Logger } from '../../log.ts';

const TICK_MS = 1_000;
const RETRY = { firstMs: 100, maxMs: 2_000 };
const CLOSE_TIMEOUT_MS = 500;

class LeasesLostError extends Error {}

/**
 * Joins the instances that ingest, renews its leases every second, and takes and gives shards so that all instances hold equally
 * many. When its connection or its leases are lost it stops immediately what it does with its shards, and joins again under a new id.
 */
export class ShardLeases {
  readonly #options: ShardLeasesOptions;
  readonly #timer = createWakeableTimer();
  readonly #releasing = new Set<number>();
  #closed: number[] = [];
  #client: pg.Client | null = null;
  #holder: { id: string; actions: ShardHolder } | null = null;
  #state: ShardState;
  #stopped = false;
  readonly #running: Promise<void>;

  constructor(options: ShardLeasesOptions) {
    this.#options = options;
    this.#state = { held: 0, total: options.shards, unheld: options.shards };
    this.#running = this.#run();
  }

  /** As this instance saw it last. */
  get state(): ShardState {
    return this.#state;
  }

  /** Commits what was read, and leaves the shards to the other instances. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer.wake();
    await waitAtMost(CLOSE_TIMEOUT_MS, this.#running);
    const [client, holder] = [this.#client, this.#holder];
    this.#client = null;
    this.#holder = null;
    const committed = await holder?.actions.stop({ drain: true });
    // A statement that is not committed yet may still be committed. Whoever takes these shards then ends the connections of this instance first.
    if (committed && client && holder) await waitAtMost(CLOSE_TIMEOUT_MS, leave(client, holder.id));
    await waitAtMost(CLOSE_TIMEOUT_MS, client?.end());
  }

  async #run(): Promise<void> {
    let retryMs = RETRY.firstMs;
    while (!this.#stopped) {
      try {
        await this.#tick();
        retryMs = RETRY.firstMs;
        await this.#timer.wait(TICK_MS);
      } catch (error) {
        this.#options.log.debug({ err: error }, 'no leases of shards');
        await this.#onLost(this.#client);
        await this.#timer.wait(retryMs);
        retryMs = Math.min(retryMs * 2, RETRY.maxMs);
      }
    }
  }

  async #tick(): Promise<void> {
    const { shards } = this.#options;
    const client = (this.#client ??= await this.#open());
    const { id, actions } = (this.#holder ??= await this.#join(client));
    const renewed = await renew(client, id, shards);
    if (!renewed) throw new LeasesLostError('the leases have been taken away');
    const { instances, owners } = await this.#afterChanges(client, id, renewed);
    const plan = planShards(id, instances, owners, this.#releasing);
    for (const shard of plan.release) void this.#close(actions, shard);
    const claimed = plan.claim.length > 0 ? await claim(client, id, shards, plan.claim) : [];
    // Another instance was faster.
    if (claimed.length < plan.claim.length) this.#timer.wake();
    // The connection may have been lost since, and the holder with it.
    if (this.#holder?.actions !== actions) return;
    if (claimed.length > 0) {
      this.#options.log.info({ claimed }, 'this instance ingests more shards');
      actions.hold(claimed);
    }
    this.#report(owners.filter((owner) => owner === id).length + claimed.length, owners, claimed.length);
  }

  /** Removes dead instances and gives up closed shards. An instance that is alone and gives nothing up needs no further statement. */
  async #afterChanges(client: pg.Client, id: string, renewed: ShardView): Promise<ShardView> {
    if (!renewed.others && this.#closed.length === 0) return renewed;
    await removeDead(client, id);
    await this.#giveUpClosed(client, id);
    return readShards(client, id, this.#options.shards);
  }

  #report(held: number, owners: readonly (string | null)[], claimed: number): void {
    const unheld = owners.filter((owner) => owner === null).length - claimed;
    this.#state = { held, total: this.#options.shards, unheld };
    shardsHeld.set(held);
    shardsUnheld.set(unheld);
  }

  /** The leases are renewed until then: what was read of the shard may wait for Postgres. */
  async #close(actions: ShardHolder, shard: number): Promise<void> {
    this.#releasing.add(shard);
    await actions.release(shard);
    if (this.#holder?.actions !== actions) return;
    this.#closed.push(shard);
    this.#timer.wake();
  }

  async #giveUpClosed(client: pg.Client, id: string): Promise<void> {
    const shards = this.#closed.splice(0);
    if (shards.length === 0) return;
    this.#options.log.info({ shards }, 'this instance leaves shards to others');
    await release(client, id, shards);
    for (const shard of shards) this.#releasing.delete(shard);
  }

  #open(): Promise<pg.Client> {
    const handlers = { ...this.#options.handlers, [SHARDS_CHANNEL]: () => this.#timer.wake() };
    const opening = openLeaseConnection(this.#options.url, handlers, () => {
      void opening.then((client) => this.#onLost(client));
    });
    return opening;
  }

  async #join(client: pg.Client): Promise<{ id: string; actions: ShardHolder }> {
    const id = randomUUID();
    await join(client, id, hostname(), this.#options.shards);
    return { id, actions: this.#options.createHolder(id) };
  }

  /** Another instance may have the shards from now on. */
  async #onLost(lost: pg.Client | null): Promise<void> {
    if (lost === null || this.#client !== lost) return;
    const holder = this.#holder;
    this.#client = null;
    this.#holder = null;
    this.#releasing.clear();
    this.#closed = [];
    this.#report(0, [], 0);
    if (holder && !this.#stopped) this.#options.log.warn('the leases of the ingest are lost');
    await Promise.all([holder?.actions.stop({ drain: false }), waitAtMost(CLOSE_TIMEOUT_MS, lost.end())]);
    this.#timer.wake();
  }
}

export type ShardHolder = {
  hold(shards: readonly number[]): void;
  /** Resolves when everything that was read of the shard is committed and acknowledged, and its session is free. */
  release(shard: number): Promise<void>;
  /** @returns whether everything that was read is committed. Without `drain` it is not waited for. */
  stop(options: { drain: boolean }): Promise<boolean>;
};

type ShardLeasesOptions = {
  url: string;
  log: Logger;
  shards: number;
  /** The id is a new one each time that the instance joins. */
  createHolder: (instanceId: string) => ShardHolder;
  handlers: NotificationHandlers;
};

type ShardState = { held: number; total: number; unheld: number };

const CONNECT_TIMEOUT_MS = 3_000;
/** The server notices within half a minute that a host is unreachable. */
const KEEPALIVE = '-c tcp_keepalives_idle=15 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3';

type NotificationHandlers = Readonly<Record<string, (payload: string) => void>>;

/**
 * Opens a connection of its own, which listens to the channels. It has no query timeout: when Postgres hangs it hangs for everybody,
 * and nothing is gained by giving up.
 * @param onEnd called once when the connection is closed, for whatever reason
 */
async function openLeaseConnection(url: string, handlers: NotificationHandlers, onEnd: () => void): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'belfry-leases',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: KEEPALIVE,
  });
  client.on('error', () => undefined);
  client.on('notification', ({ channel, payload }) => handlers[channel]?.(payload ?? ''));
  await client.connect();
  client.on('end', onEnd);
  for (const channel of Object.keys(handlers)) await client.query(`listen ${channel}`);
  return client;
}
