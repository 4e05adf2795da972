import type { QoS } from 'mqtt-packet';
import type { AedesPublishPacket } from 'aedes';
import { Message } from '../sessions/message.ts';
import type { Session } from '../sessions/session.ts';
import { LevelTree } from './level-tree.ts';

type Listener = (packet: AedesPublishPacket, done: () => void) => void;
type Receivers = Map<Session, QoS>;

/** Topics of the engine itself; clients can neither publish nor subscribe below it. */
const ENGINE = '$SYS/';
const lower = (a: QoS, b: QoS): QoS => (a < b ? a : b);

/**
 * From a published message to the sessions that want it. Stands where the engine expects its emitter (`mq`), and goes
 * straight to the sessions: the engine would queue a callback per subscriber, make the publisher wait for all of them,
 * and drop real messages in a filter meant for clusters (`client.duplicates` compares a counter that retained and plain
 * messages do not reach in order). Overlapping subscriptions of one session give one copy at the highest QoS granted.
 */
export class Router {
  readonly #filters = new LevelTree<Receivers>();
  readonly #engine = new LevelTree<Set<Listener>>();
  subscriptions = 0;

  subscribe(session: Session, filter: string, qos: QoS): void {
    let receivers = this.#filters.get(filter);
    if (!receivers) this.#filters.set(filter, (receivers = new Map()));
    if (!receivers.has(session)) this.subscriptions++;
    receivers.set(session, qos);
    session.subscriptions.set(filter, qos);
  }

  unsubscribe(session: Session, filter: string): void {
    session.subscriptions.delete(filter);
    const receivers = this.#filters.get(filter);
    if (!receivers?.delete(session)) return;
    this.subscriptions--;
    if (receivers.size === 0) this.#filters.delete(filter);
  }

  forget(session: Session): void {
    for (const filter of session.subscriptions.keys()) this.unsubscribe(session, filter);
  }

  deliver(topic: string, payload: Buffer, qos: QoS): void {
    const receivers = this.#receivers(topic);
    if (!receivers) return;
    const message = new Message(topic, payload);
    for (const [session, granted] of receivers) session.send(message, lower(qos, granted));
  }

  #receivers(topic: string): Receivers | undefined {
    const [first, ...others] = this.#filters.matchTopic(topic);
    if (!first || others.length === 0) return first;
    const merged: Receivers = new Map(first);
    for (const receivers of others) {
      for (const [session, qos] of receivers) if (qos >= (merged.get(session) ?? 0)) merged.set(session, qos);
    }
    return merged;
  }

  // What the engine calls (the contract of mqemitter).

  /** The engine subscribes here per client too; those travel by `subscribe`, only its own topics are kept. */
  on(topic: string, listener: Listener, done?: () => void): this {
    if (topic.startsWith(ENGINE)) {
      let listeners = this.#engine.get(topic);
      if (!listeners) this.#engine.set(topic, (listeners = new Set()));
      listeners.add(listener);
    }
    done?.();
    return this;
  }

  removeListener(topic: string, listener: Listener, done?: () => void): this {
    if (topic.startsWith(ENGINE)) this.#engine.get(topic)?.delete(listener);
    done?.();
    return this;
  }

  /** Calls back at once: nobody waits for a receiver. */
  emit(packet: AedesPublishPacket, done?: () => void): this {
    if (packet.topic.startsWith(ENGINE)) {
      for (const listeners of this.#engine.matchTopic(packet.topic)) {
        for (const listener of listeners) listener(packet, () => undefined);
      }
    } else {
      const { payload } = packet;
      this.deliver(packet.topic, typeof payload === 'string' ? Buffer.from(payload) : payload, packet.qos);
    }
    done?.();
    return this;
  }

  close(done?: () => void): this {
    done?.();
    return this;
  }
}
