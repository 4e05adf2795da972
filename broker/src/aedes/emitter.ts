import type { AedesPublishPacket } from 'aedes';
import type { Router } from '../routing/router.ts';
import { TopicTree } from '../routing/topic-tree.ts';

type Listener = (packet: AedesPublishPacket, done: () => void) => void;

/** Topics that only Aedes uses; clients can neither publish nor subscribe below it. */
const SYS_PREFIX = '$SYS/';

/**
 * Replaces the emitter (`mq`, the interface of mqemitter) of Aedes and passes messages directly to the router. Aedes would
 * queue a callback per subscriber, make the publisher wait for all of them, and drop messages in a filter meant for
 * clusters (`client.duplicates` compares a counter that retained and plain messages do not reach in order).
 */
export class Emitter {
  readonly #router: Router;
  readonly #listeners = new TopicTree<Set<Listener>>();

  constructor(router: Router) {
    this.#router = router;
  }

  /** Aedes subscribes here per client, too; those subscriptions are in the router, so only listeners of $SYS are kept. */
  on(topic: string, listener: Listener, done?: () => void): this {
    if (topic.startsWith(SYS_PREFIX)) {
      let listeners = this.#listeners.get(topic);
      if (!listeners) this.#listeners.set(topic, (listeners = new Set()));
      listeners.add(listener);
    }
    done?.();
    return this;
  }

  removeListener(topic: string, listener: Listener, done?: () => void): this {
    if (topic.startsWith(SYS_PREFIX)) this.#listeners.get(topic)?.delete(listener);
    done?.();
    return this;
  }

  /** Calls back synchronously, so that no publisher waits for a subscriber. */
  emit(packet: AedesPublishPacket, done?: () => void): this {
    const { topic, payload, qos } = packet;
    if (topic.startsWith(SYS_PREFIX)) {
      for (const listeners of this.#listeners.matchTopic(topic)) {
        for (const listener of listeners) listener(packet, () => undefined);
      }
    } else this.#router.deliver(topic, typeof payload === 'string' ? Buffer.from(payload) : payload, qos);
    done?.();
    return this;
  }

  close(done?: () => void): this {
    done?.();
    return this;
  }
}
