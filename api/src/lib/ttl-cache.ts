import { LRUCache } from 'lru-cache';

/** A bounded cache of promises: concurrent misses of a key share one load, failures are not kept. */
export type TtlCache<T> = {
  get(key: string, load: () => Promise<T>): Promise<T>;
  clear(): void;
};

/** Entries live `ttlMs` after their load began; past `maxEntries` the least recently used goes. */
export function createTtlCache<T>(ttlMs: number, maxEntries: number): TtlCache<T> {
  // With a resolution of 0 the clock is read with every call, not kept for a millisecond.
  const entries = new LRUCache<string, Promise<T>>({ max: maxEntries, ttl: ttlMs, ttlResolution: 0 });

  return {
    get(key, load) {
      const hit = entries.get(key);
      if (hit) return hit;
      const loading = load();
      entries.set(key, loading);
      loading.catch(() => {
        if (entries.peek(key) === loading) entries.delete(key);
      });
      return loading;
    },
    clear: () => entries.clear(),
  };
}
