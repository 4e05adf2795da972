import { oncePerFrame } from '../lib/frame.ts';
import type { LiveMessage } from './message.ts';
import { isWildcard, matches } from './topic-filter.ts';

export type Handler = (message: LiveMessage) => void;

/** Where subscriptions are sent; absent while there is no connection. */
export type SubscriptionSink = { subscribe: (filters: string[]) => void; unsubscribe: (filters: string[]) => void };

/**
 * Reference-counted subscriptions. What is added and removed within a frame goes out as one SUBSCRIBE and one
 * UNSUBSCRIBE; leaving and entering a page in the same frame sends nothing.
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
    /** A new connection knows nothing of the old one's subscriptions (clean session): all go out at once. */
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
