import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;

/**
 * Polls until `holds` accepts the value.
 * @param pollMs longer than usual for a value that is expensive to read
 * @throws after `timeoutMs`, with the last value.
 */
export async function until<T>(
  what: string,
  read: () => T | Promise<T>,
  holds: (answer: T) => boolean = Boolean,
  timeoutMs = 8_000,
  pollMs = POLL_MS,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    if (performance.now() > deadline) throw new Error(`${what}: not in ${timeoutMs} ms, last ${JSON.stringify(value)}`);
    await delay(pollMs);
  }
}
