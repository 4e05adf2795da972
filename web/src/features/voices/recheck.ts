/** How often, and how far apart, a change is looked for that the server makes in the background. */
export type Schedule = { checks: number; intervalMs: number };

/** See VOICE-13. */
export const AFTER_CREATE: Schedule = { checks: 3, intervalMs: 1_000 };
export const AFTER_DELETE: Schedule = { checks: 8, intervalMs: 1_500 };
/** Per voice of a bulk creation. */
export const IN_BULK: Schedule = { checks: 4, intervalMs: 1_000 };

/** Waits; ends at once, and never throws, when nobody waits any more. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) return Promise.resolve();
  const timer = setTimeout(resolve, ms);
  const give = (): void => {
    clearTimeout(timer);
    resolve();
  };
  signal.addEventListener('abort', give, { once: true });
  return promise.finally(() => signal.removeEventListener('abort', give));
}

/**
 * Looks for a change until it is seen: a pause, a look, at most so many times.
 * @returns what the last look gave, `undefined` where it never gave anything or nobody waits any more
 */
export async function recheck<T>(
  look: () => Promise<T | undefined>,
  { checks, intervalMs }: Schedule,
  signal: AbortSignal,
): Promise<T | undefined> {
  for (let check = 0; check < checks; check++) {
    await pause(intervalMs, signal);
    if (signal.aborted) return undefined;
    const seen = await look();
    if (seen !== undefined) return seen;
  }
  return undefined;
}
