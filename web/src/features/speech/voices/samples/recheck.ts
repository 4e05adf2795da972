/** Delays between the checks for a change that the server makes in the background. */
export type Schedule = { checks: number; intervalMs: number };

/** See VOICE-13. */
export const AFTER_CREATE: Schedule = { checks: 3, intervalMs: 1_000 };
export const AFTER_DELETE: Schedule = { checks: 8, intervalMs: 1_500 };

/** Waits; resolves at once when the signal is aborted. */
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
 * Repeats a check after each delay of the schedule until it succeeds.
 * @returns the result of the last check, `undefined` where there is none or it was aborted
 */
export async function recheck<T>(
  check: () => Promise<T | undefined>,
  { checks, intervalMs }: Schedule,
  signal: AbortSignal,
): Promise<T | undefined> {
  for (let attempt = 0; attempt < checks; attempt++) {
    await pause(intervalMs, signal);
    if (signal.aborted) return undefined;
    const result = await check();
    if (result !== undefined) return result;
  }
  return undefined;
}
