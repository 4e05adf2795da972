import type { QoS } from 'mqtt-packet';
import { LevelTree } from '../routing/level-tree.ts';
import { Message } from '../sessions/message.ts';

export type Retained = { message: Message; qos: QoS };

const hasWildcard = (filter: string): boolean => /[#+]/.test(filter);

/**
 * The last retained message of each topic [MQTT-3.3.1-5], found by topic at once and by filter through a tree, so that a
 * subscription costs what it finds and not what there is.
 */
export class RetainedStore {
  readonly #byTopic = new Map<string, Retained>();
  readonly #topics = new LevelTree<string>();
  readonly #limit: number;
  /** Messages not retained because the store is full. */
  refused = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#byTopic.size;
  }

  get(topic: string): Retained | undefined {
    return this.#byTopic.get(topic);
  }

  /** An empty payload clears the topic [MQTT-3.3.1-10]. */
  store(topic: string, payload: Buffer, qos: QoS): void {
    if (payload.length === 0) {
      if (this.#byTopic.delete(topic)) this.#topics.delete(topic);
      return;
    }
    if (!this.#byTopic.has(topic)) {
      if (this.#byTopic.size >= this.#limit) {
        this.refused++;
        return;
      }
      this.#topics.set(topic, topic);
    }
    this.#byTopic.set(topic, { message: new Message(topic, ownCopy(payload)), qos });
  }

  /**
   * What a new subscription gets, at most at the QoS granted. Nothing is looked up before it is sent: sending may take a
   * while, an old state must not follow a newer one, and a list of all topics is not kept for those who wait.
   */
  *matching(filter: string, granted: QoS): Generator<Retained, void> {
    for (const topic of hasWildcard(filter) ? this.#topics.matchFilter(filter) : [filter]) {
      const retained = this.#byTopic.get(topic);
      if (retained) yield { message: retained.message, qos: retained.qos < granted ? retained.qos : granted };
    }
  }
}

/** The parser's payload is a view of the whole chunk that was read, which a kept view would keep in memory. */
function ownCopy(payload: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(payload.length);
  payload.copy(copy);
  return copy;
}
