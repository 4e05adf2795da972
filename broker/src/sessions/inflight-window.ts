import type { QoS } from 'mqtt-packet';
import type { Message } from './message.ts';

/** A message for one session. */
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
