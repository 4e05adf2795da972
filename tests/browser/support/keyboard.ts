import { expect, type Locator, type Page } from '@playwright/test';

const MOST_TABS = 80;

/** Presses Tab until this has the focus, and expects that people see it there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < MOST_TABS; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((node) => node === document.activeElement)) {
      const { outlineStyle, boxShadow } = await target.evaluate((node) => {
        const { outlineStyle, boxShadow } = getComputedStyle(node);
        return { outlineStyle, boxShadow };
      });
      expect(outlineStyle !== 'none' || boxShadow !== 'none', 'the focus is visible').toBe(true);
      return;
    }
  }
  throw new Error(`${String(target)} is not reached with the keyboard`);
}
