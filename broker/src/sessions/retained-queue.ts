import type { QoS } from 'mqtt-packet';
import type { Message } from './message.ts';

type RetainedMessage = { message: Message; qos: QoS };

/** Yields the next retained message, which is looked up only when it is sent. */
export type RetainedSource = Iterator<RetainedMessage, void>;

/** The retained messages that a session has still to send, filter by filter. */
export class RetainedQueue {
  /** A repeated SUBSCRIBE replaces the source of its filter. */
  readonly #sources = new Map<string, RetainedSource>();

  add(filter: string, source: RetainedSource): void {
    this.#sources.set(filter, source);
  }

  /** Takes the next message; undefined when all are sent. */
  next(): RetainedMessage | undefined {
    for (const [filter, source] of this.#sources) {
      const next = source.next();
      if (next.done !== true) return next.value;
      this.#sources.delete(filter);
    }
    return undefined;
  }
}
