import { parseShardFilter, shardOfTopic } from '@belfry/schemas/mqtt/shards';
import type { QoS } from 'mqtt-packet';
import { Message } from '../sessions/message.ts';
import type { Session } from '../sessions/session.ts';
import { TopicTree } from './topic-tree.ts';

const newSubscribers = (): FilterSubscribers => new FilterSubscribers();
const lower = (a: QoS, b: QoS): QoS => (a < b ? a : b);

/**
 * Delivers a published message to the sessions with a matching filter. A session with several matching filters gets one
 * copy at the highest granted QoS. A filter `$shard/<shard>/<shards>/<filter>` receives the topics of one shard only.
 */
export class Router {
  readonly #filters = new TopicTree<FilterSubscribers>();
  subscriptions = 0;

  subscribe(session: Session, filter: string, qos: QoS): void {
    const sharded = parseShardFilter(filter);
    const path = sharded?.filter ?? filter;
    const subscribers = this.#filters.getOrMake(path, newSubscribers);
    if (sharded) {
      if (subscribers.addToShard(session, qos, sharded.shard, sharded.shards)) this.subscriptions++;
    } else {
      if (!subscribers.all.has(session)) this.subscriptions++;
      subscribers.all.set(session, qos);
    }
    session.subscriptions.set(filter, qos);
  }

  unsubscribe(session: Session, filter: string): void {
    session.subscriptions.delete(filter);
    const sharded = parseShardFilter(filter);
    const path = sharded?.filter ?? filter;
    const subscribers = this.#filters.get(path);
    const removed = sharded
      ? subscribers?.removeFromShard(session, sharded.shard, sharded.shards)
      : subscribers?.all.delete(session);
    if (!removed) return;
    this.subscriptions--;
    if (subscribers?.isEmpty) this.#filters.delete(path);
  }

  unsubscribeAll(session: Session): void {
    for (const filter of session.subscriptions.keys()) this.unsubscribe(session, filter);
  }

  deliver(topic: string, payload: Buffer, qos: QoS): void {
    const subscribers = this.#subscribers(topic);
    if (!subscribers) return;
    const message = new Message(topic, payload);
    for (const [session, granted] of subscribers) session.send(message, lower(qos, granted));
  }

  #subscribers(topic: string): Subscribers | undefined {
    const groups: Subscribers[] = [];
    for (const filter of this.#filters.matchTopic(topic)) filter.collect(topic, groups);
    if (groups.length <= 1) return groups[0];
    const merged: Subscribers = new Map();
    for (const subscribers of groups) {
      for (const [session, qos] of subscribers) if (qos >= (merged.get(session) ?? 0)) merged.set(session, qos);
    }
    return merged;
  }
}

type Subscribers = Map<Session, QoS>;

class FilterSubscribers {
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

  collect(topic: string, groups: Subscribers[]): void {
    if (this.all.size > 0) groups.push(this.all);
    if (this.#sharded === null) return;
    for (const [shards, members] of this.#sharded) {
      const member = members[shardOfTopic(topic, shards)];
      if (member && member.size > 0) groups.push(member);
    }
  }
}
