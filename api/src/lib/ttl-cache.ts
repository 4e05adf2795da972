/** A bounded cache of promises: concurrent misses of a key share one load, failures are not kept. */
export type TtlCache<T> = {
  get(key: string, load: () => Promise<T>): Promise<T>;
  clear(): void;
};

type Entry<T> = { value: Promise<T>; staleAt: number };

/** Entries live `ttlMs` after their load began; past `maxEntries` the oldest goes. */
export function createTtlCache<T>(ttlMs: number, maxEntries: number, now: () => number = Date.now): TtlCache<T> {
  const entries = new Map<string, Entry<T>>();

  return {
    get(key, load) {
      const hit = entries.get(key);
      if (hit && hit.staleAt > now()) return hit.value;
      const entry = { value: load(), staleAt: now() + ttlMs };
      entries.delete(key);
      entries.set(key, entry);
      entry.value.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      if (entries.size > maxEntries) evictOldest(entries);
      return entry.value;
    },
    clear: () => entries.clear(),
  };
}

function evictOldest(entries: Map<string, unknown>): void {
  const oldest = entries.keys().next();
  if (!oldest.done) entries.delete(oldest.value);
}
