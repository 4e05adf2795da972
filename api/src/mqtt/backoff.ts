/** Exponential back-off with jitter, so that clients that lost the same server do not reconnect simultaneously. */
export type Backoff = {
  /** Milliseconds to wait before the next attempt. */
  next(): number;
  /** Call after a success. */
  reset(): void;
};

export function createBackoff(
  { firstMs, maxMs }: { firstMs: number; maxMs: number },
  random: () => number = Math.random,
): Backoff {
  let waitMs = firstMs;
  return {
    next() {
      const ms = waitMs * (0.5 + random() / 2);
      waitMs = Math.min(waitMs * 2, maxMs);
      return ms;
    },
    reset() {
      waitMs = firstMs;
    },
  };
}
