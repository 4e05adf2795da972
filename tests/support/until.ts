import { letPass } from '@belfry/schemas/testing/clock';

const POLL_MS = 10;
/** Nothing takes so long; a busy machine may pause for seconds. */
const TIMEOUT_MS = 60_000;
/** Characters of a value in an error. */
const SHOWN_MAX = 2_000;

/**
 * Polls until `holds` accepts the value.
 * @param pollMs longer than usual for a value that is expensive to read
 * @throws with the last value, which was read after `timeoutMs`.
 */
export async function until<T>(
  what: string,
  read: () => T | Promise<T>,
  holds: (answer: T) => boolean = Boolean,
  timeoutMs = TIMEOUT_MS,
  pollMs = POLL_MS,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    // A value that was read before a pause of the machine says nothing about the time after it.
    const isLast = performance.now() > deadline;
    const value = await read();
    if (holds(value)) return value;
    if (isLast) throw new Error(`${what}: not in ${timeoutMs} ms, last ${shortly(value)}`);
    await letPass(pollMs);
  }
}

function shortly(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= SHOWN_MAX ? text : `${text.slice(0, SHOWN_MAX)}… (${text.length} characters)`;
}
