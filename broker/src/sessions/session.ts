import type { QoS } from 'mqtt-packet';
import { type Connection, ConnectionDroppedError } from '../transport/connection.ts';
import { encodePubrel, type Message } from './message.ts';
import { InflightWindow, type Delivery, type SessionLimits, type SessionMetrics, DeliveryQueue } from './deliveries.ts';

/** Above this many unsent bytes a client does not keep up with a live page: about a second of it. */
const FRAME_BACKLOG_BYTES = 8 * 1024;

/** `owner` is the credential to which the session belongs. */
export type SessionRequest = { id: string; owner: string; persistent: boolean; limits: SessionLimits };

/**
 * The state of one client id (MQTT 3.1.1 §3.1.2.4): its subscriptions, messages in flight and queued messages. QoS 1 and 2
 * messages are limited by an in-flight window and queue behind it, so that packet ids stay unique and a slow subscriber
 * is not overloaded. A persistent session survives its connection and redelivers; when its queue is full, the oldest
 * message is discarded. The client of a clean session with a full queue is dropped as a slow consumer.
 */
export class Session {
  readonly id: string;
  readonly owner: string;
  readonly persistent: boolean;
  readonly subscriptions = new Map<string, QoS>();
  /** Packet ids of QoS 2 messages received and not released yet [MQTT-4.3.3-2]. */
  inbound: Set<number> | null = null;
  detachedAt = 0;
  readonly limits: SessionLimits;
  readonly #metrics: SessionMetrics;
  #connection: Connection | null = null;
  readonly #window: InflightWindow;
  readonly #queue: DeliveryQueue;
  #retained: RetainedQueue | null = null;

  constructor({ id, owner, persistent, limits }: SessionRequest, metrics: SessionMetrics) {
    this.id = id;
    this.owner = owner;
    this.persistent = persistent;
    this.limits = limits;
    this.#window = new InflightWindow(limits.windowMessages, limits.windowBytes);
    this.#queue = new DeliveryQueue(limits, metrics);
    this.#metrics = metrics;
  }

  get attached(): boolean {
    return this.#connection !== null;
  }

  get pending(): number {
    return this.#window.size + this.#queue.length;
  }

  /** Call when the CONNACK is written. Messages in flight are redelivered first [MQTT-4.4.0-1]. */
  attach(connection: Connection): void {
    this.#connection = connection;
    connection.onDrain = () => this.#sendQueued();
    for (const [id, { message, qos, retain, released }] of this.#window.entries()) {
      if (released) connection.write(encodePubrel(id));
      else this.#write(connection, message.encode(qos, retain, true, id));
    }
    this.#sendQueued();
  }

  detach(now: number): void {
    this.#connection = null;
    this.detachedAt = now;
    this.#retained = null;
  }

  /** The queue of a session with one shard is smaller by the number of shards. */
  limitToShard(shards: number): void {
    this.#queue.divide(shards);
  }

  /** Discards all messages; the session must not be used any more. */
  dispose(): void {
    this.#connection = null;
    this.#metrics.inflight -= this.#window.size;
    this.#window.clear();
    this.#queue.clear();
    this.#retained = null;
  }

  /** Delivers at this QoS. A QoS 0 message without a connection is discarded, as the protocol allows. */
  send(message: Message, qos: QoS, retain = false): void {
    const connection = this.#connection;
    if (message.isFrame) this.#sendFrame(message, connection);
    else if (qos === 0) {
      if (connection) this.#write(connection, message.encode(0, retain, false, 0));
    } else if (connection && this.#queue.length === 0 && this.#window.isOpen) {
      this.#transmit(connection, { message, qos, retain });
    } else this.#enqueue({ message, qos, retain });
  }

  /** Never queued, so that nothing waits behind it, and dropped for a client that does not keep up. */
  #sendFrame(message: Message, connection: Connection | null): void {
    if (!connection) return;
    if (connection.buffered > FRAME_BACKLOG_BYTES) this.#metrics.framesDropped++;
    else this.#write(connection, message.encode(0, false, false, 0));
  }

  /** Sends retained messages as the connection has capacity, after queued messages: a wide filter may match tens of megabytes. */
  sendRetained(filter: string, source: RetainedSource): void {
    (this.#retained ??= new RetainedQueue()).add(filter, source);
    this.#sendQueued();
  }

  /** PUBACK or PUBCOMP. */
  acknowledge(id: number): void {
    if (!this.#window.acknowledge(id)) return;
    this.#metrics.inflight--;
    this.#sendQueued();
  }

  /** PUBREC of QoS 2. */
  release(id: number): void {
    this.#window.release(id);
  }

  #transmit(connection: Connection, delivery: Delivery): void {
    const id = this.#window.add(delivery);
    this.#metrics.inflight++;
    this.#write(connection, delivery.message.encode(delivery.qos, delivery.retain, false, id));
  }

  #enqueue(delivery: Delivery): void {
    delivery.message.copyPayload();
    this.#queue.push(delivery);
    while (this.#queue.isOverLimit) {
      if (!this.persistent) {
        this.#connection?.destroy(new ConnectionDroppedError('slow_consumer'));
        return;
      }
      this.#queue.shift();
      this.#metrics.lost++;
    }
  }

  #sendQueued(): void {
    const connection = this.#connection;
    if (!connection) return;
    while (this.#queue.length > 0 && this.#window.isOpen && connection.hasCapacity) {
      const delivery = this.#queue.shift();
      if (delivery) this.#transmit(connection, delivery);
    }
    if (this.#queue.length === 0 && this.#retained !== null) this.#sendQueuedRetained(connection, this.#retained);
  }

  #sendQueuedRetained(connection: Connection, retained: RetainedQueue): void {
    while (this.#window.isOpen && connection.hasCapacity) {
      const next = retained.next();
      if (!next) {
        this.#retained = null;
        return;
      }
      const { message, qos } = next;
      if (qos === 0) this.#write(connection, message.encode(0, true, false, 0));
      else this.#transmit(connection, { message, qos, retain: true });
    }
  }

  #write(connection: Connection, bytes: Buffer): void {
    this.#metrics.sentMessages++;
    this.#metrics.sentBytes += bytes.length;
    connection.write(bytes);
  }
}

type RetainedMessage = { message: Message; qos: QoS };

/** Yields the next retained message, which is looked up only when it is sent. */
export type RetainedSource = Iterator<RetainedMessage, void>;

class RetainedQueue {
  /** A repeated SUBSCRIBE replaces the source of its filter. */
  readonly #sources = new Map<string, RetainedSource>();

  add(filter: string, source: RetainedSource): void {
    this.#sources.set(filter, source);
  }

  next(): RetainedMessage | undefined {
    for (const [filter, source] of this.#sources) {
      const next = source.next();
      if (next.done !== true) return next.value;
      this.#sources.delete(filter);
    }
    return undefined;
  }
}
