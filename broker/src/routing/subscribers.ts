import { shardOfTopic } from '@belfry/schemas/mqtt/shards';
import type { QoS } from 'mqtt-packet';
import type { Session } from '../sessions/session.ts';

/** The granted QoS by session. */
export type Subscribers = Map<Session, QoS>;

/** The sessions with one filter: those that receive all matching messages, and those that receive the messages of one shard. */
export class FilterSubscribers {
  readonly all: Subscribers = new Map();
  /** The members of each shard, by the number of shards. */
  #sharded: Map<number, Subscribers[]> | null = null;

  get isEmpty(): boolean {
    return this.all.size === 0 && this.#sharded === null;
  }

  /** @returns whether the session was not subscribed. */
  addToShard(session: Session, qos: QoS, shard: number, shards: number): boolean {
    const sharded = (this.#sharded ??= new Map<number, Subscribers[]>());
    let members = sharded.get(shards);
    if (!members) sharded.set(shards, (members = Array.from({ length: shards }, () => new Map())));
    const isNew = members[shard]?.has(session) === false;
    members[shard]?.set(session, qos);
    return isNew;
  }

  /** @returns whether the session was subscribed. */
  removeFromShard(session: Session, shard: number, shards: number): boolean {
    const members = this.#sharded?.get(shards);
    const removed = members?.[shard]?.delete(session) ?? false;
    if (removed && members?.every(({ size }) => size === 0)) this.#sharded?.delete(shards);
    if (this.#sharded?.size === 0) this.#sharded = null;
    return removed;
  }

  /** Adds those who receive a message on this topic. */
  collect(topic: string, found: Subscribers[]): void {
    if (this.all.size > 0) found.push(this.all);
    if (this.#sharded === null) return;
    for (const [shards, members] of this.#sharded) {
      const member = members[shardOfTopic(topic, shards)];
      if (member && member.size > 0) found.push(member);
    }
  }
}
