import { expect, type Locator, type Page } from '@playwright/test';

const MAX_TABS = 80;

/** Presses Tab until the target has the focus, and expects a visible focus indicator. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < MAX_TABS; presses++) {
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
  throw new Error(`${String(target)} cannot be reached with the Tab key`);
}
