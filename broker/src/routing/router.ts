import type { QoS } from 'mqtt-packet';
import { Message } from '../sessions/message.ts';
import type { Session } from '../sessions/session.ts';
import { TopicTree } from './topic-tree.ts';

/** The granted QoS by session. */
type Subscribers = Map<Session, QoS>;

const lower = (a: QoS, b: QoS): QoS => (a < b ? a : b);

/**
 * Delivers a published message to the sessions with a matching filter. A session with several matching filters gets one
 * copy at the highest granted QoS.
 */
export class Router {
  readonly #filters = new TopicTree<Subscribers>();
  subscriptions = 0;

  subscribe(session: Session, filter: string, qos: QoS): void {
    let subscribers = this.#filters.get(filter);
    if (!subscribers) this.#filters.set(filter, (subscribers = new Map()));
    if (!subscribers.has(session)) this.subscriptions++;
    subscribers.set(session, qos);
    session.subscriptions.set(filter, qos);
  }

  unsubscribe(session: Session, filter: string): void {
    session.subscriptions.delete(filter);
    const subscribers = this.#filters.get(filter);
    if (!subscribers?.delete(session)) return;
    this.subscriptions--;
    if (subscribers.size === 0) this.#filters.delete(filter);
  }

  unsubscribeAll(session: Session): void {
    for (const filter of session.subscriptions.keys()) this.unsubscribe(session, filter);
  }

  deliver(topic: string, payload: Buffer, qos: QoS): void {
    const subscribers = this.#subscribers(topic);
    if (!subscribers) return;
    const message = new Message(topic, payload);
    for (const [session, granted] of subscribers) session.send(message, lower(qos, granted));
  }

  #subscribers(topic: string): Subscribers | undefined {
    const [first, ...others] = this.#filters.matchTopic(topic);
    if (!first || others.length === 0) return first;
    const merged: Subscribers = new Map(first);
    for (const subscribers of others) {
      for (const [session, qos] of subscribers) if (qos >= (merged.get(session) ?? 0)) merged.set(session, qos);
    }
    return merged;
  }
}
