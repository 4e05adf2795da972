import { Fifo } from './fifo.ts';
import type { Delivery } from './inflight-window.ts';
import type { SessionLimits, SessionMetrics } from './session-types.ts';

type Limits = Pick<SessionLimits, 'queueMessages' | 'queueBytes'>;

/** The messages of a session that wait behind its in-flight window, oldest first. */
export class DeliveryQueue {
  readonly #fifo = new Fifo<Delivery>();
  readonly #limits: Limits;
  readonly #metrics: Pick<SessionMetrics, 'queued'>;
  #bytes = 0;
  #parts = 1;

  constructor(limits: Limits, metrics: Pick<SessionMetrics, 'queued'>) {
    this.#limits = limits;
    this.#metrics = metrics;
  }

  get length(): number {
    return this.#fifo.length;
  }

  /** Whether more messages or bytes are queued than the limits allow. */
  get isOverLimit(): boolean {
    const { length } = this.#fifo;
    const { queueMessages, queueBytes } = this.#limits;
    return length > 0 && (length > queueMessages / this.#parts || this.#bytes > queueBytes / this.#parts);
  }

  /** Divides the limits by the number of sessions that share them. */
  divide(parts: number): void {
    this.#parts = parts;
  }

  push(delivery: Delivery): void {
    this.#fifo.push(delivery);
    this.#bytes += delivery.message.cost;
    this.#metrics.queued++;
  }

  shift(): Delivery | undefined {
    const delivery = this.#fifo.shift();
    if (!delivery) return undefined;
    this.#bytes -= delivery.message.cost;
    this.#metrics.queued--;
    return delivery;
  }

  clear(): void {
    this.#metrics.queued -= this.#fifo.length;
    this.#bytes = 0;
    this.#fifo.clear();
  }
}
