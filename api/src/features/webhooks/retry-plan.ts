const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** After the first failure, the second one, and so on; the last wait is repeated. */
const WAITS_MS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR];
/** Many deliveries to one receiver that was away must not arrive in the same moment. */
const JITTER = 0.1;

/** An attempt that fails so long after the first one is the last. */
export const GIVE_UP_MS = 24 * HOUR;

/** Milliseconds until the next attempt. @param failures how many there were, 1 or more */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  const wait = WAITS_MS[Math.min(failures, WAITS_MS.length) - 1] ?? HOUR;
  return Math.round(wait * (1 + JITTER * (2 * random() - 1)));
}

/** @param since the first failure */
export const isLastAttempt = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= GIVE_UP_MS;
