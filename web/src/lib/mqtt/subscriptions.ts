import { oncePerFrame } from '../once-per-frame.ts';
import type { LiveMessage } from './message.ts';
import { isWildcard, matches } from './topic-filter.ts';

export type Handler = (message: LiveMessage) => void;

/** The connection; undefined while there is none. */
export type SubscriptionSink = { subscribe: (filters: string[]) => void; unsubscribe: (filters: string[]) => void };

/**
 * Reference-counted subscriptions. Filters that are added and removed within a frame are sent as one SUBSCRIBE and one
 * UNSUBSCRIBE; a filter that is removed and added in the same frame is not sent.
 */
export function createSubscriptions() {
  const handlers = new Map<string, Set<Handler>>();
  const wildcards = new Set<string>();
  const held = new Set<string>();
  let sink: SubscriptionSink | undefined;
  const frame = oncePerFrame(flush);

  function flush(): void {
    if (!sink) return;
    const added = [...handlers.keys()].filter((filter) => !held.has(filter));
    const removed = [...held].filter((filter) => !handlers.has(filter));
    for (const filter of added) held.add(filter);
    for (const filter of removed) held.delete(filter);
    if (removed.length > 0) sink.unsubscribe(removed);
    if (added.length > 0) sink.subscribe(added);
  }

  function remove(filter: string, handler: Handler): void {
    const all = handlers.get(filter);
    if (!all?.delete(handler) || all.size > 0) return;
    handlers.delete(filter);
    wildcards.delete(filter);
    frame.request();
  }

  return {
    /** @returns the undo */
    add(filter: string, handler: Handler): () => void {
      const all = handlers.get(filter) ?? new Set();
      all.add(handler);
      handlers.set(filter, all);
      if (isWildcard(filter)) wildcards.add(filter);
      frame.request();
      return () => remove(filter, handler);
    },
    /** A new connection has no subscriptions (clean session), so all are sent at once. */
    connected(to: SubscriptionSink): void {
      sink = to;
      held.clear();
      flush();
    },
    disconnected(): void {
      sink = undefined;
    },
    deliver(message: LiveMessage): void {
      for (const handler of handlers.get(message.topic) ?? []) handler(message);
      for (const filter of wildcards) {
        if (!matches(filter, message.topic)) continue;
        for (const handler of handlers.get(filter) ?? []) handler(message);
      }
    },
  };
}
