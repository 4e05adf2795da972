import type { QoS } from 'mqtt-packet';
import type { Message } from './message.ts';

/** A message on its way to one session. */
export type Delivery = { message: Message; qos: QoS; retain: boolean };
type Underway = Delivery & { released: boolean };

const MAX_PACKET_ID = 65_535;

/** The unacknowledged messages of a session by packet id, in the order they were sent. */
export class Window {
  readonly #maxMessages: number;
  readonly #maxBytes: number;
  readonly #underway = new Map<number, Underway>();
  #bytes = 0;
  #lastId = 0;

  /** @param maxMessages below 65,535, so that an id is always free */
  constructor(maxMessages: number, maxBytes: number) {
    this.#maxMessages = maxMessages;
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#underway.size;
  }

  get isOpen(): boolean {
    return this.#underway.size < this.#maxMessages && this.#bytes < this.#maxBytes;
  }

  /** Notes the delivery and returns its packet id: the next that no other message has. */
  add(delivery: Delivery): number {
    do this.#lastId = (this.#lastId % MAX_PACKET_ID) + 1;
    while (this.#underway.has(this.#lastId));
    this.#underway.set(this.#lastId, { ...delivery, released: false });
    this.#bytes += delivery.message.cost;
    return this.#lastId;
  }

  /** PUBACK or PUBCOMP. False for an id that is not under way: it may have crossed a reconnect. */
  acknowledge(id: number): boolean {
    const underway = this.#underway.get(id);
    if (!underway) return false;
    this.#underway.delete(id);
    this.#bytes -= underway.message.cost;
    return true;
  }

  /** PUBREC: from here on only the PUBREL is repeated. */
  release(id: number): void {
    const underway = this.#underway.get(id);
    if (underway) underway.released = true;
  }

  entries(): Iterable<[number, Underway]> {
    return this.#underway;
  }

  clear(): void {
    this.#underway.clear();
    this.#bytes = 0;
  }
}
