import { backoffMs, type BackoffLimits } from '@belfry/schemas/timing/backoff';

const RETRY: BackoffLimits = { firstMs: 1_000, maxMs: 300_000, jitter: [0.75, 1.25] };
/** A message that could not be sent for so long is of no use to anybody. */
const GIVE_UP_AFTER_MS = 48 * 3_600_000;

/** Seconds until the next try after so many: doubling with jitter, up to five minutes; null gives the message up. */
export function retryAfter(attempts: number, ageMs: number, random: () => number = Math.random): number | null {
  if (ageMs > GIVE_UP_AFTER_MS) return null;
  return backoffMs(attempts - 1, RETRY, random) / 1_000;
}
