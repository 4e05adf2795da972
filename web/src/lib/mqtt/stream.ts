import { isFulfilled, type Middleware } from '@reduxjs/toolkit';
import { oncePerFrame } from './subscriptions.ts';
import type { LiveClient } from './client.ts';
import type { LiveMessage } from './message.ts';

export type LiveEntry = {
  filters(): readonly string[];
  fetchedBy(): string | undefined;
  patch(messages: LiveMessage[]): void;
};

type Attached = LiveEntry & { queue: LiveMessage[]; undo: Map<string, () => void>; fetch: string | undefined };

/**
 * Applies MQTT messages to the RTK Query cache. Messages are collected per cache entry and applied once per animation frame; the
 * filters of an entry follow its data, and messages that were received during a fetch are applied again to its answer, before it is
 * rendered.
 */
export function createStream(client: LiveClient) {
  const entries = new Set<Attached>();
  const apply = (entry: Attached): void => {
    if (entry.queue.length > 0) entry.patch(entry.queue.splice(0));
  };
  const frame = oncePerFrame(() => entries.forEach(apply));

  function enqueue(entry: Attached, message: LiveMessage): void {
    // Overlapping filters of one entry deliver the same message twice in a row.
    if (entry.queue.at(-1) === message) return;
    entry.queue.push(message);
    frame.request();
  }

  function follow(entry: Attached): void {
    const filters = new Set(entry.filters());
    for (const [filter, undo] of entry.undo) {
      if (filters.has(filter)) continue;
      undo();
      entry.undo.delete(filter);
    }
    for (const filter of filters) {
      if (!entry.undo.has(filter))
        entry.undo.set(
          filter,
          client.subscribe(filter, (message) => enqueue(entry, message)),
        );
      for (const message of client.recent(filter)) enqueue(entry, message);
    }
  }

  const refetched = (): void => {
    for (const entry of entries) {
      const fetch = entry.fetchedBy();
      if (fetch === entry.fetch) continue;
      entry.fetch = fetch;
      follow(entry);
      // At once, since an answer that is older than the messages would be shown until the next frame, with buttons as they were before.
      apply(entry);
    }
  };

  const middleware: Middleware = () => (next) => (action) => {
    const result = next(action);
    if (isFulfilled(action)) refetched();
    return result;
  };

  return {
    attach(listener: LiveEntry): () => void {
      const entry: Attached = { ...listener, queue: [], undo: new Map(), fetch: listener.fetchedBy() };
      entries.add(entry);
      follow(entry);
      return () => {
        entries.delete(entry);
        for (const undo of entry.undo.values()) undo();
      };
    },
    middleware,
  };
}

export type Stream = ReturnType<typeof createStream>;
