export interface BackoffLimits {
  firstMs: number;
  maxMs: number;
  /**
   * The wait is multiplied by a random number between these two, so that clients that lost the same server do not
   * reconnect simultaneously. Default: 0.5 to 1.
   */
  jitter?: readonly [low: number, high: number];
}

const HALF_TO_WHOLE = [0.5, 1] as const;

/**
 * Exponential back-off with jitter: the wait doubles with each failure up to the maximum.
 * @param failures how many attempts failed before the last one; 0 gives the first wait.
 * @param random in [0, 1).
 * @returns milliseconds.
 */
export function backoffMs(failures: number, limits: BackoffLimits, random: () => number = Math.random): number {
  const { firstMs, maxMs, jitter: [low, high] = HALF_TO_WHOLE } = limits;
  return Math.min(firstMs * 2 ** failures, maxMs) * (low + random() * (high - low));
}

export type Backoff = {
  /** Milliseconds to wait before the next attempt. */
  next(): number;
  reset(): void;
};

export function createBackoff(limits: BackoffLimits, random: () => number = Math.random): Backoff {
  let failures = 0;
  return {
    next: () => backoffMs(failures++, limits, random),
    reset() {
      failures = 0;
    },
  };
}
