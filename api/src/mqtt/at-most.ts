import { setTimeout as delay } from 'node:timers/promises';

/** Waits for what ends by itself, but not for ever: a frozen server never answers a goodbye. Never rejects. */
export async function atMost(ms: number, ending: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([ending?.catch(() => undefined), delay(ms, undefined, { ref: false })]);
}
