import type { Page } from '@playwright/test';

/**
 * Ends the transitions of a page and prevents further ones, such as that of a toast that disappears: they would distort a check of
 * colours. Endless animations are not waited for.
 */
export async function stopAnimations(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    await nextFrame();
    await nextFrame();
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
