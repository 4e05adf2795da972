/** Doubling waits with jitter, so that many who lost the same server do not come back in step. */
export type Backoff = {
  /** Milliseconds to wait before the next try. */
  next(): number;
  /** After a success. */
  reset(): void;
};

export function createBackoff(
  { firstMs, mostMs }: { firstMs: number; mostMs: number },
  random: () => number = Math.random,
): Backoff {
  let waitMs = firstMs;
  return {
    next() {
      const ms = waitMs * (0.5 + random() / 2);
      waitMs = Math.min(waitMs * 2, mostMs);
      return ms;
    },
    reset() {
      waitMs = firstMs;
    },
  };
}
