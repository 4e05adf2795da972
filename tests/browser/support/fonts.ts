import type { Page } from '@playwright/test';

/** Waits until the fonts of the page are loaded: texts change their size then, so boxes are not compared earlier. */
export const fontsLoaded = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
  });
