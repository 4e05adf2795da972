import type { Page } from '@playwright/test';

type Counting = { clicks?: number };

/** The clicks and seconds of a story from now on, in the page that stays open. @returns tells them, and prints them */
export async function countStory(
  page: Page,
  story: string,
): Promise<() => Promise<{ clicks: number; seconds: number }>> {
  const began = performance.now();
  await page.evaluate(() => {
    const counting = globalThis as Counting;
    counting.clicks = 0;
    document.addEventListener('pointerdown', () => (counting.clicks = (counting.clicks ?? 0) + 1), true);
  });
  return async () => {
    const clicks = await page.evaluate(() => (globalThis as Counting).clicks ?? 0);
    const seconds = (performance.now() - began) / 1_000;
    process.stdout.write(`     ${story}: ${clicks} clicks, ${seconds.toFixed(1)} s\n`);
    return { clicks, seconds };
  };
}
