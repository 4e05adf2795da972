import { backoffMs, type BackoffLimits } from '@belfry/schemas/timing/backoff';

const RETRY: BackoffLimits = { firstMs: 1_000, maxMs: 300_000, jitter: [0.75, 1.25] };
/** An older message is not sent any more. */
const MAX_AGE_MS = 48 * 3_600_000;

/** Seconds until the next attempt: doubling with jitter, up to five minutes; null if the message has expired. */
export function retryAfter(attempts: number, ageMs: number, random: () => number = Math.random): number | null {
  if (ageMs > MAX_AGE_MS) return null;
  return backoffMs(attempts - 1, RETRY, random) / 1_000;
}
