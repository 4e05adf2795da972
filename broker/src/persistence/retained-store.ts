import type { QoS } from 'mqtt-packet';
import { LevelTree } from '../routing/level-tree.ts';
import { Message } from '../sessions/message.ts';
import { ownCopy } from './own-copy.ts';
import { RetainedBudget, type RetainedLimits } from './retained-budget.ts';

/** Bytes and not messages: what those cache while they are sent would stay. `publisher`: whose budget pays, if anyone's. */
type Retained = { payload: Buffer; qos: QoS; publisher: string | null };

export type RetainedStoreLimits = { messages: number; bytes: number; perPublisher: RetainedLimits };
export type RetainedMessage = Retained & { topic: string };

const hasWildcard = (filter: string): boolean => /[#+]/.test(filter);
const sizeOf = (topic: string, payload: Buffer): number => topic.length + payload.length;

/**
 * The last retained message of each topic [MQTT-3.3.1-5], found by topic at once and by filter through a tree, so that a
 * subscription costs what it finds and not what there is. Bounded in all, and for each publisher.
 */
export class RetainedStore {
  readonly #byTopic = new Map<string, Retained>();
  readonly #topics = new LevelTree<string>();
  readonly #limits: RetainedStoreLimits;
  readonly #budget: RetainedBudget;
  /** Bytes of topics and payloads. */
  bytes = 0;
  /** Messages not retained because the store, or the publisher's part of it, is full. */
  refused = 0;

  constructor(limits: RetainedStoreLimits) {
    this.#limits = limits;
    this.#budget = new RetainedBudget(limits.perPublisher);
  }

  get size(): number {
    return this.#byTopic.size;
  }

  /** The payload retained on this topic. */
  get(topic: string): Buffer | undefined {
    return this.#byTopic.get(topic)?.payload;
  }

  /**
   * Keeps the message in place of the one before; an empty payload clears the topic [MQTT-3.3.1-10].
   * @returns false, with nothing changed, when the publisher has no budget left for it.
   */
  store({ topic, payload, qos, publisher }: RetainedMessage): boolean {
    const previous = this.#byTopic.get(topic);
    if (payload.length === 0) {
      this.#clear(topic, previous);
      return true;
    }
    if (publisher !== null && !this.#isAffordable(publisher, topic, payload, previous)) {
      this.refused++;
      return false;
    }
    if (!this.#hasRoom(topic, payload, previous)) {
      this.refused++;
      // An old state would pass for the present one.
      this.#clear(topic, previous);
      return true;
    }
    if (previous) this.#release(topic, previous);
    else this.#topics.set(topic, topic);
    this.#byTopic.set(topic, { payload: ownCopy(payload), qos, publisher });
    this.bytes += sizeOf(topic, payload);
    if (publisher !== null) this.#budget.add(publisher, sizeOf(topic, payload));
    return true;
  }

  /**
   * What a new subscription gets, at most at the QoS granted. Nothing is looked up before it is sent: sending may take a
   * while, an old state must not follow a newer one, and a list of all topics is not kept for those who wait.
   */
  *matching(filter: string, granted: QoS): Generator<{ message: Message; qos: QoS }, void> {
    for (const topic of hasWildcard(filter) ? this.#topics.matchFilter(filter) : [filter]) {
      const retained = this.#byTopic.get(topic);
      if (!retained) continue;
      const { payload, qos } = retained;
      yield { message: new Message(topic, payload), qos: qos < granted ? qos : granted };
    }
  }

  #isAffordable(publisher: string, topic: string, payload: Buffer, previous: Retained | undefined): boolean {
    const own = previous?.publisher === publisher ? previous : undefined;
    const freed = own ? sizeOf(topic, own.payload) : 0;
    return this.#budget.allows(publisher, { messages: own ? 0 : 1, bytes: sizeOf(topic, payload) - freed });
  }

  #hasRoom(topic: string, payload: Buffer, previous: Retained | undefined): boolean {
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
