import type { Page } from '@playwright/test';

const AHEAD_MS = 1_000;

/** Stops the page's clock, which was installed before the page was opened: from here on only `runFor` lets time go by. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await nowOf(page)) + AHEAD_MS);
}

/** Milliseconds since the epoch, as the page has them. */
export const nowOf = (page: Page): Promise<number> => page.evaluate(() => Date.now());
