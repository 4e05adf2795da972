import type { QoS } from 'mqtt-packet';
import { LevelTree } from '../routing/level-tree.ts';
import { Message } from '../sessions/message.ts';

/** Bytes and not messages: what those cache while they are sent would stay. */
type Retained = { payload: Buffer; qos: QoS };

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

  /** The payload retained on this topic. */
  get(topic: string): Buffer | undefined {
    return this.#byTopic.get(topic)?.payload;
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
    this.#byTopic.set(topic, { payload: ownCopy(payload), qos });
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
}

/** The parser's payload is a view of the whole chunk that was read, which a kept view would keep in memory. */
function ownCopy(payload: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(payload.length);
  payload.copy(copy);
  return copy;
}
