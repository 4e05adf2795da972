import type { Page } from '@playwright/test';

const PAUSE_AHEAD_MS = 1_000;

/** Pauses the page's clock, which must be installed before the page is opened. Only `runFor` advances it afterwards. */
export async function stopClock(page: Page): Promise<void> {
  const pause = async (): Promise<void> => page.clock.pauseAt((await nowOf(page)) + PAUSE_AHEAD_MS);
  // A clock that has passed this time meanwhile is paused nevertheless before it refuses to go back, so it stands still for the second call.
  await pause().catch(pause);
}

/** The page's current time in milliseconds since the epoch. */
export const nowOf = (page: Page): Promise<number> => page.evaluate(() => Date.now());
