import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { stopAnimations } from './animations.ts';
import { expectAccessible } from './axe.ts';

/** Desktop, tablet and phone. The layout depends on the width only, so the second scheme checks colours only. */
const VIEWS = [
  { scheme: 'dark', width: 1440, rules: null },
  { scheme: 'light', width: 1440, rules: ['color-contrast'] },
  { scheme: 'light', width: 768, rules: ['color-contrast'] },
  { scheme: 'dark', width: 350, rules: null },
] as const;
const HEIGHT = 900;

/** Makes the theme follow the system's, so that both schemes can be checked without a reload. Call before opening a page. */
export const followSystemTheme = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    // The script also runs in the sandboxed frame of an email, which has no storage.
    if (globalThis.origin !== 'null') localStorage.setItem('theme', 'auto');
  });

/** Expects no axe violations and no horizontal scrolling in each view, and saves a screenshot of each. */
export async function expectAccessibleLayout(page: Page, name: string, outputDir: string): Promise<void> {
  for (const { scheme, width, rules } of VIEWS) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: HEIGHT });
    await stopAnimations(page);
    // What depends on the width in JavaScript is rendered after the window has changed.
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(overflow, `scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
    await page.screenshot({ path: join(outputDir, 'screens', `${name}, ${scheme}, ${width}.png`) });
    await expectAccessible(page, { rules, what: `axe, ${scheme}, ${width} px` });
  }
}
