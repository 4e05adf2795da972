import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a health endpoint answers 200. Throws after 30 s. */
export async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok === true) return;
    if (performance.now() > deadline) throw new Error(`not ready in 30 s: ${await answer?.text()}`);
    await delay(100);
  }
}
