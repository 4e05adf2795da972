import type { Logger } from '../../log.ts';
import type { NotificationHandlers } from './lease-connection.ts';

/** What one instance does with its shards, from joining until it leaves or its leases are taken away. */
export type ShardHolder = {
  /** These shards belong to this instance from now on. */
  hold(shards: readonly number[]): void;
  /** Resolves when everything that was read of the shard is committed and acknowledged, and its session is free. */
  release(shard: number): Promise<void>;
  /** @returns whether everything that was read is committed. Without `drain` it is not waited for. */
  stop(options: { drain: boolean }): Promise<boolean>;
};

export type ShardLeasesOptions = {
  url: string;
  log: Logger;
  shards: number;
  /** The id is a new one each time that the instance joins. */
  createHolder: (instanceId: string) => ShardHolder;
  handlers: NotificationHandlers;
};

export type ShardState = { held: number; total: number; unheld: number };
