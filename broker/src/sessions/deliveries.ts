import type { QoS } from 'mqtt-packet';
import type { Message } from './message.ts';
import { Fifo } from './fifo.ts';

/**
 * `window…`: unacknowledged messages in flight. `queue…`: messages that may wait behind them. For persistent sessions
 * `expiryMs`: how long one is kept without a connection, `perOwner`: how many one credential may have, `evictable`: whether
 * it may be removed for another one when there are too many in total.
 */
export type SessionLimits = {
  perOwner: number;
  evictable: boolean;
  windowMessages: number;
  windowBytes: number;
  queueMessages: number;
  queueBytes: number;
  expiryMs: number;
};

export type SessionMetrics = {
  sentMessages: number;
  sentBytes: number;
  queued: number;
  inflight: number;
  lost: number;
  /** Frames of live pages that were dropped for clients that do not keep up. */
  framesDropped: number;
};

export type Delivery = { message: Message; qos: QoS; retain: boolean };
type InflightMessage = Delivery & { released: boolean };

const MAX_PACKET_ID = 65_535;

/** The unacknowledged messages of a session by packet id, in the order they were sent. */
export class InflightWindow {
  readonly #maxMessages: number;
  readonly #maxBytes: number;
  /** Made with the first message: the sessions of most devices have none in flight. */
  #inflight: Map<number, InflightMessage> | null = null;
  #bytes = 0;
  #lastId = 0;

  /** @param maxMessages less than 65,535, so that a packet id is always free */
  constructor(maxMessages: number, maxBytes: number) {
    this.#maxMessages = maxMessages;
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#inflight?.size ?? 0;
  }

  get isOpen(): boolean {
    return this.size < this.#maxMessages && this.#bytes < this.#maxBytes;
  }

  /** Adds the delivery and returns its packet id, the next one that is not in use. */
  add(delivery: Delivery): number {
    const inflight = (this.#inflight ??= new Map());
    do this.#lastId = (this.#lastId % MAX_PACKET_ID) + 1;
    while (inflight.has(this.#lastId));
    inflight.set(this.#lastId, { ...delivery, released: false });
    this.#bytes += delivery.message.cost;
    return this.#lastId;
  }

  /** PUBACK or PUBCOMP. False for an unknown packet id, which may belong to an earlier connection. */
  acknowledge(id: number): boolean {
    const inflight = this.#inflight?.get(id);
    if (!inflight) return false;
    this.#inflight?.delete(id);
    this.#bytes -= inflight.message.cost;
    return true;
  }

  /** PUBREC: from now on only the PUBREL is resent. */
  release(id: number): void {
    const inflight = this.#inflight?.get(id);
    if (inflight) inflight.released = true;
  }

  entries(): Iterable<[number, InflightMessage]> {
    return this.#inflight ?? [];
  }

  clear(): void {
    this.#inflight = null;
    this.#bytes = 0;
  }
}

type Limits = Pick<SessionLimits, 'queueMessages' | 'queueBytes'>;

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
