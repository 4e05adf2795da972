import type { Page } from '@playwright/test';

const PAUSE_AHEAD_MS = 1_000;

/** Pauses the page's clock, which must be installed before the page is opened. Only `runFor` advances it afterwards. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await nowOf(page)) + PAUSE_AHEAD_MS);
}

/** The page's current time in milliseconds since the epoch. */
export const nowOf = (page: Page): Promise<number> => page.evaluate(() => Date.now());
