const HOUR_MS = 3_600_000;

/** Caches a value by key until the end of the hour, since time zones change their offsets on the hour. */
export function hourly<K, V>(compute: (key: K, at: Date) => V, now: () => number = Date.now): (key: K) => V {
  const cache = new Map<K, { hour: number; value: V }>();
  return (key) => {
    const hour = Math.floor(now() / HOUR_MS);
    const hit = cache.get(key);
    if (hit?.hour === hour) return hit.value;
    const value = compute(key, new Date(now()));
    cache.set(key, { hour, value });
    return value;
  };
}
