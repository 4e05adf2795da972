/**
 * Waits for work until the signal is aborted, and then rejects with its reason. The work continues, since other callers may wait for
 * it. It does not start with an aborted signal: nobody would handle its rejection, which ends the process.
 */
export async function untilAborted<T>(start: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return start();
  signal.throwIfAborted();
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([start(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
