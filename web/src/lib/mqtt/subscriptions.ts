import type { LiveMessage } from './message.ts';

export type Handler = (message: LiveMessage) => void;

export type SubscriptionSink = { subscribe: (filters: string[]) => void; unsubscribe: (filters: string[]) => void };

/**
 * Reference-counted subscriptions. Filters that are added and removed within a frame are sent as one SUBSCRIBE and one
 * UNSUBSCRIBE; a filter that is removed and added in the same frame is not sent.
 */
export function createSubscriptions() {
  const handlers = new Map<string, Set<Handler>>();
  const wildcards = new Set<string>();
  const subscribed = new Set<string>();
  let sink: SubscriptionSink | undefined;
  const frame = oncePerFrame(flush);

  function flush(): void {
    if (!sink) return;
    const added = [...handlers.keys()].filter((filter) => !subscribed.has(filter));
    const removed = [...subscribed].filter((filter) => !handlers.has(filter));
    for (const filter of added) subscribed.add(filter);
    for (const filter of removed) subscribed.delete(filter);
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
      subscribed.clear();
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

/** Whether a topic name matches an MQTT filter (3.1.1, section 4.7; topics of the contract never begin with `$`). */
export function matches(filter: string, topic: string): boolean {
  const pattern = filter.split('/');
  const levels = topic.split('/');
  for (const [index, level] of pattern.entries()) {
    if (level === '#') return true;
    if (index >= levels.length || (level !== '+' && level !== levels[index])) return false;
  }
  return pattern.length === levels.length;
}

export const isWildcard = (filter: string): boolean => filter.includes('+') || filter.endsWith('#');

/** Hidden tabs get no animation frames, so a timer runs the work there. */
const HIDDEN_TAB_MS = 250;

/**
 * Runs a function once at the next animation frame, or after a timeout where there is none.
 * @returns `request` schedules a run, unless one is scheduled; `cancel` cancels it
 */
export function oncePerFrame(run: () => void): { request: () => void; cancel: () => void } {
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    timer = undefined;
  };
  const fire = (): void => {
    cancel();
    run();
  };
  return {
    request: () => {
      if (timer !== undefined) return;
      timer = setTimeout(fire, HIDDEN_TAB_MS);
      frame = requestAnimationFrame(fire);
    },
    cancel,
  };
}
