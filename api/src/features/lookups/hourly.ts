const HOUR_MS = 3_600_000;

/** Remembers what was computed for a key until the hour is over: zones change their offsets on the hour. */
export function hourly<K, V>(compute: (key: K, at: Date) => V, now: () => number = Date.now): (key: K) => V {
  const kept = new Map<K, { hour: number; value: V }>();
  return (key) => {
    const hour = Math.floor(now() / HOUR_MS);
    const hit = kept.get(key);
    if (hit?.hour === hour) return hit.value;
    const value = compute(key, new Date(now()));
    kept.set(key, { hour, value });
    return value;
  };
}
