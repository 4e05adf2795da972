import type { QoS } from 'mqtt-packet';
import { Dropped, type Connection } from '../transport/connection.ts';
import { Fifo } from './fifo.ts';
import { encodePubrel, type Message } from './message.ts';
import { Window, type Delivery } from './window.ts';

/**
 * `window…`: unacknowledged messages under way. `queue…`: what may wait behind them. For persistent sessions `expiryMs`: life
 * without a connection, `perOwner`: how many one credential may have, `spare`: may give way to another's when there are
 * too many in all.
 */
export type SessionLimits = {
  perOwner: number;
  spare: boolean;
  windowMessages: number;
  windowBytes: number;
  queueMessages: number;
  queueBytes: number;
  expiryMs: number;
};

/** What sessions report, summed over all of them. */
export type SessionFigures = {
  sentMessages: number;
  sentBytes: number;
  queued: number;
  inflight: number;
  lost: number;
};

/** Yields the next retained message that is due, looked up when it is sent and not before. */
export type RetainedSource = Iterator<{ message: Message; qos: QoS }, void>;

/**
 * The state of one client id (MQTT 3.1.1 §3.1.2.4): its subscriptions, what is under way to it and what waits. QoS 1 and 2
 * messages pass a window: past it they wait for acknowledgements, so packet ids are never given twice and a subscriber
 * that cannot commit is not flooded. A persistent session outlives its connection and redelivers; when its queue is
 * full the oldest goes. For a clean session a full queue means a slow consumer, which is dropped.
 */
export class Session {
  readonly id: string;
  readonly owner: string;
  readonly persistent: boolean;
  readonly subscriptions = new Map<string, QoS>();
  /** Packet ids of QoS 2 messages received and not released yet [MQTT-4.3.3-2]. */
  readonly inbound = new Set<number>();
  detachedAt = 0;
  readonly limits: SessionLimits;
  readonly #figures: SessionFigures;
  #connection: Connection | null = null;
  readonly #window: Window;
  readonly #queue = new Fifo<Delivery>();
  #queueBytes = 0;
  /** By filter: who subscribes again while it is being sent starts over and holds no more than one. */
  readonly #retained = new Map<string, RetainedSource>();

  constructor(id: string, owner: string, persistent: boolean, limits: SessionLimits, figures: SessionFigures) {
    this.id = id;
    this.owner = owner;
    this.persistent = persistent;
    this.limits = limits;
    this.#window = new Window(limits.windowMessages, limits.windowBytes);
    this.#figures = figures;
  }

  get attached(): boolean {
    return this.#connection !== null;
  }

  /** Messages not acknowledged yet, sent or not. */
  get pending(): number {
    return this.#window.size + this.#queue.length;
  }

  /** From now on (the CONNACK is written) messages go out here: first what was under way before, again [MQTT-4.4.0-1]. */
  attach(connection: Connection): void {
    this.#connection = connection;
    connection.onRelaxed = () => this.#pump();
    for (const [id, { message, qos, retain, released }] of this.#window.entries()) {
      if (released) connection.write(encodePubrel(id));
      else this.#write(connection, message.encode(qos, retain, true, id));
    }
    this.#pump();
  }

  detach(now: number): void {
    this.#connection = null;
    this.detachedAt = now;
    this.#retained.clear();
  }

  /** Forgets what waits; the session must not be used any more. */
  dispose(): void {
    this.#connection = null;
    this.#figures.inflight -= this.#window.size;
    this.#figures.queued -= this.#queue.length;
    this.#window.clear();
    this.#queue.clear();
    this.#retained.clear();
  }

  /** Delivers at this quality of service. QoS 0 without a connection is dropped, as the protocol lets us. */
  send(message: Message, qos: QoS, retain = false): void {
    const connection = this.#connection;
    if (qos === 0) {
      if (connection) this.#write(connection, message.encode(0, retain, false, 0));
    } else if (connection && this.#queue.length === 0 && this.#window.isOpen) {
      this.#transmit(connection, { message, qos, retain });
    } else this.#enqueue({ message, qos, retain });
  }

  /** Sends retained messages as room allows, after what waits already: a wide filter may bring tens of megabytes. */
  sendRetained(filter: string, source: RetainedSource): void {
    this.#retained.set(filter, source);
    this.#pump();
  }

  /** PUBACK or PUBCOMP. */
  acknowledge(id: number): void {
    if (!this.#window.acknowledge(id)) return;
    this.#figures.inflight--;
    this.#pump();
  }

  /** PUBREC of QoS 2. */
  release(id: number): void {
    this.#window.release(id);
  }

  #transmit(connection: Connection, delivery: Delivery): void {
    const id = this.#window.add(delivery);
    this.#figures.inflight++;
    this.#write(connection, delivery.message.encode(delivery.qos, delivery.retain, false, id));
  }

  #enqueue(delivery: Delivery): void {
    delivery.message.keep();
    this.#queue.push(delivery);
    this.#queueBytes += delivery.message.cost;
    this.#figures.queued++;
    const { queueMessages, queueBytes } = this.limits;
    while (this.#queue.length > 0 && (this.#queue.length > queueMessages || this.#queueBytes > queueBytes)) {
      if (!this.persistent) {
        this.#connection?.destroy(new Dropped('slow_consumer'));
        return;
      }
      this.#dequeue();
      this.#figures.lost++;
    }
  }

  #dequeue(): Delivery | undefined {
    const delivery = this.#queue.shift();
    if (!delivery) return undefined;
    this.#queueBytes -= delivery.message.cost;
    this.#figures.queued--;
    return delivery;
  }

  #pump(): void {
    const connection = this.#connection;
    if (!connection) return;
    while (this.#queue.length > 0 && this.#window.isOpen && connection.roomy) {
      const delivery = this.#dequeue();
      if (delivery) this.#transmit(connection, delivery);
    }
    if (this.#queue.length === 0 && this.#retained.size > 0) this.#pumpRetained(connection);
  }

  #pumpRetained(connection: Connection): void {
    for (const [filter, source] of this.#retained) {
      while (this.#window.isOpen && connection.roomy) {
        const next = source.next();
        if (next.done === true) {
          this.#retained.delete(filter);
          break;
        }
        const { message, qos } = next.value;
        if (qos === 0) this.#write(connection, message.encode(0, true, false, 0));
        else this.#transmit(connection, { message, qos, retain: true });
      }
      if (this.#retained.has(filter)) return;
    }
  }

  #write(connection: Connection, bytes: Buffer): void {
    this.#figures.sentMessages++;
    this.#figures.sentBytes += bytes.length;
    connection.write(bytes);
  }
}
