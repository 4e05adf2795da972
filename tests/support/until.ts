import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;

/**
 * Asks again and again until there is an answer that holds.
 * @throws after `timeoutMs`, with the last answer.
 */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  holds: (answer: T) => boolean = Boolean,
  timeoutMs = 8_000,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (holds(answer)) return answer;
    if (performance.now() > deadline)
      throw new Error(`${what}: not in ${timeoutMs} ms, last ${JSON.stringify(answer)}`);
    await delay(POLL_MS);
  }
}
