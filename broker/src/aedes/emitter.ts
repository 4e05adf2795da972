import type { AedesPublishPacket } from 'aedes';
import type { Router } from '../routing/router.ts';

/** Topics that only Aedes uses, to tell other nodes of a cluster about clients; clients can neither publish nor subscribe below it. */
const SYS_PREFIX = '$SYS/';

/**
 * Replaces the emitter (`mq`, the interface of mqemitter) of Aedes and passes messages directly to the router. Aedes would
 * queue a callback per subscriber, make the publisher wait for all of them, and drop messages in a filter meant for
 * clusters (`client.duplicates` compares a counter that retained and plain messages do not pass in order).
 * Its own messages (`$SYS/`) are discarded, since there is no other node.
 */
export class Emitter {
  readonly #router: Router;

  constructor(router: Router) {
    this.#router = router;
  }

  /** Aedes subscribes here per client, too; those subscriptions are in the router. */
  on(_topic: string, _listener: unknown, done?: () => void): this {
    done?.();
    return this;
  }

  removeListener(_topic: string, _listener: unknown, done?: () => void): this {
    done?.();
    return this;
  }

  /** Calls back synchronously, so that no publisher waits for a subscriber. */
  emit({ topic, payload, qos }: AedesPublishPacket, done?: () => void): this {
    if (!topic.startsWith(SYS_PREFIX)) {
      this.#router.deliver(topic, typeof payload === 'string' ? Buffer.from(payload) : payload, qos);
    }
    done?.();
    return this;
  }

  close(done?: () => void): this {
    done?.();
    return this;
  }
}
