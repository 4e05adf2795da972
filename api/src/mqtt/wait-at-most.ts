import { setTimeout as delay } from 'node:timers/promises';

/** Waits until the promise settles, but at most `ms`: a server that hangs never confirms a close. Never rejects. */
export async function waitAtMost(ms: number, settling: Promise<unknown> | undefined): Promise<void> {
  await Promise.race([settling?.catch(() => undefined), delay(ms, undefined, { ref: false })]);
}
