const FIRST_RETRY_S = 1;
const SLOWEST_RETRY_S = 300;
/** A message that could not be sent for so long is of no use to anybody. */
const GIVE_UP_AFTER_MS = 48 * 3_600_000;

/** Seconds until the next try after so many: doubling with jitter, up to five minutes; null gives the message up. */
export function retryAfter(attempts: number, ageMs: number, random: () => number = Math.random): number | null {
  if (ageMs > GIVE_UP_AFTER_MS) return null;
  const seconds = Math.min(FIRST_RETRY_S * 2 ** (attempts - 1), SLOWEST_RETRY_S);
  return seconds * (0.75 + random() / 2);
}
