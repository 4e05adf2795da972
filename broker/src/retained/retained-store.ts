import { parseShardFilter, shardOfTopic } from '@belfry/schemas/mqtt/shards';
import type { QoS } from 'mqtt-packet';
import { TopicTree } from '../routing/topic-tree.ts';
import { Message } from '../sessions/message.ts';

/** The payload rather than a `Message`, whose cached packets would stay in memory. `publisher`: whose budget is charged, if any. */
type Retained = { payload: Buffer; qos: QoS; publisher: string | null };

export type RetainedStoreLimits = { messages: number; bytes: number; perPublisher: RetainedLimits };
export type RetainedMessage = Retained & { topic: string };

const hasWildcard = (filter: string): boolean => /[#+]/.test(filter);
const sizeOf = (topic: string, payload: Buffer): number => topic.length + payload.length;

/**
 * The last retained message of each topic [MQTT-3.3.1-5], found by topic in a map and by filter in a tree, so that the
 * cost of a subscription depends on its matches and not on the size of the store. Limited in total and per publisher.
 */
export class RetainedStore {
  readonly #byTopic = new Map<string, Retained>();
  readonly #topics = new TopicTree<string>();
  readonly #limits: RetainedStoreLimits;
  readonly #budget: RetainedBudget;
  bytes = 0;
  refused = 0;

  constructor(limits: RetainedStoreLimits) {
    this.#limits = limits;
    this.#budget = new RetainedBudget(limits.perPublisher);
  }

  get size(): number {
    return this.#byTopic.size;
  }

  get(topic: string): Buffer | undefined {
    return this.#byTopic.get(topic)?.payload;
  }

  /**
   * Replaces the retained message of the topic; an empty payload clears it [MQTT-3.3.1-10].
   * @returns false, without a change, when the message exceeds the budget of the publisher.
   */
  store({ topic, payload, qos, publisher }: RetainedMessage): boolean {
    const previous = this.#byTopic.get(topic);
    if (payload.length === 0) {
      this.#clear(topic, previous);
      return true;
    }
    if (publisher !== null && !this.#fitsBudget(publisher, topic, payload, previous)) {
      this.refused++;
      return false;
    }
    if (!this.#fitsStore(topic, payload, previous)) {
      this.refused++;
      // Without this, subscribers would take the old state for the current one.
      this.#clear(topic, previous);
      return true;
    }
    if (previous) this.#release(topic, previous);
    else this.#topics.set(topic, topic);
    this.#byTopic.set(topic, { payload: copyPayload(payload), qos, publisher });
    this.bytes += sizeOf(topic, payload);
    if (publisher !== null) this.#budget.add(publisher, sizeOf(topic, payload));
    return true;
  }

  /**
   * The messages for a new subscription, at most at the granted QoS. Each is looked up only when it is sent: sending all of
   * them may take a while, and an old state must not be sent after a newer one. The filter of a shard selects its topics.
   */
  *matching(requested: string, granted: QoS): Generator<{ message: Message; qos: QoS }, void> {
    const sharded = parseShardFilter(requested);
    const filter = sharded?.filter ?? requested;
    for (const topic of hasWildcard(filter) ? this.#topics.matchFilter(filter) : [filter]) {
      if (sharded && shardOfTopic(topic, sharded.shards) !== sharded.shard) continue;
      const retained = this.#byTopic.get(topic);
      if (!retained) continue;
      const { payload, qos } = retained;
      yield { message: new Message(topic, payload), qos: qos < granted ? qos : granted };
    }
  }

  #fitsBudget(publisher: string, topic: string, payload: Buffer, previous: Retained | undefined): boolean {
    const own = previous?.publisher === publisher ? previous : undefined;
    const freed = own ? sizeOf(topic, own.payload) : 0;
    return this.#budget.allows(publisher, { messages: own ? 0 : 1, bytes: sizeOf(topic, payload) - freed });
  }

  #fitsStore(topic: string, payload: Buffer, previous: Retained | undefined): boolean {
    if (!previous && this.#byTopic.size >= this.#limits.messages) return false;
    const freed = previous ? sizeOf(topic, previous.payload) : 0;
    return this.bytes - freed + sizeOf(topic, payload) <= this.#limits.bytes;
  }

  #clear(topic: string, previous: Retained | undefined): void {
    if (!previous) return;
    this.#byTopic.delete(topic);
    this.#topics.delete(topic);
    this.#release(topic, previous);
  }

  #release(topic: string, { payload, publisher }: Retained): void {
    const bytes = sizeOf(topic, payload);
    this.bytes -= bytes;
    if (publisher !== null) this.#budget.remove(publisher, bytes);
  }
}

/** How much one publisher may have retained: topics, and bytes of topics and payloads together. */
type RetainedLimits = { messages: number; bytes: number };
type Usage = { messages: number; bytes: number };

/** Publishers without retained messages are removed. */
class RetainedBudget {
  readonly #limits: RetainedLimits;
  readonly #usage = new Map<string, Usage>();

  constructor(limits: RetainedLimits) {
    this.#limits = limits;
  }

  /** Either number may be negative. */
  allows(publisher: string, more: Usage): boolean {
    const { messages = 0, bytes = 0 } = this.#usage.get(publisher) ?? {};
    return messages + more.messages <= this.#limits.messages && bytes + more.bytes <= this.#limits.bytes;
  }

  add(publisher: string, bytes: number): void {
    const usage = this.#usage.get(publisher) ?? { messages: 0, bytes: 0 };
    usage.messages++;
    usage.bytes += bytes;
    this.#usage.set(publisher, usage);
  }

  remove(publisher: string, bytes: number): void {
    const usage = this.#usage.get(publisher);
    if (!usage) return;
    usage.messages--;
    usage.bytes -= bytes;
    if (usage.messages === 0) this.#usage.delete(publisher);
  }
}

/**
 * Copies a payload that is stored for long. The parser's payload is a view of the whole chunk that was read (up to
 * 64 KiB), which the view would keep in memory. The copy does not use Node's shared buffer pool for the same reason.
 */
export function copyPayload(payload: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(payload.length);
  payload.copy(copy);
  return copy;
}
