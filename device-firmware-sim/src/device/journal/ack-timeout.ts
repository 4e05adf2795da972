import type { Clock } from '../../hardware/clock.ts';

/** The time-out doubles after each unsuccessful attempt, up to this factor. */
const GROWTH_MAX = 16;

/** Measures how long the server has not acknowledged anything. */
export function createAckTimeout(clock: Clock, firstMs: number) {
  let progressAt = clock.monotonic();
  let timeoutMs = firstMs;
  return {
    /** There is nothing to wait for yet: the time starts now, the time-out stays. */
    restart(): void {
      progressAt = clock.monotonic();
    },
    /** An acknowledgement or a new connection: the time starts now, with the first time-out. */
    reset(): void {
      progressAt = clock.monotonic();
      timeoutMs = firstMs;
    },
    /** Whether the time is over. If so, it starts again with a longer time-out. */
    hasPassed(): boolean {
      if (clock.monotonic() - progressAt < timeoutMs) return false;
      progressAt = clock.monotonic();
      timeoutMs = Math.min(timeoutMs * 2, firstMs * GROWTH_MAX);
      return true;
    },
  };
}
