import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Wide, tablet and phone. What stands where depends on the width alone, so the other scheme is about its colours. */
const VIEWS = [
  { scheme: 'dark', width: 1440, rules: null },
  { scheme: 'light', width: 1440, rules: ['color-contrast'] },
  { scheme: 'light', width: 768, rules: ['color-contrast'] },
  { scheme: 'dark', width: 350, rules: null },
] as const;
const HEIGHT = 900;

/** The theme follows the system then, so that both schemes are seen without a reload. Before the page is opened. */
export const followSystem = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    // It runs in frames too, and the frame of a mail may keep nothing.
    if (globalThis.origin !== 'null') localStorage.setItem('theme', 'auto');
  });

/** Nothing for axe, nothing sideways, in dark and light, wide and narrow; keeps a picture of each. */
export async function expectGoodLooks(page: Page, name: string, outputDir: string): Promise<void> {
  for (const { scheme, width, rules } of VIEWS) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize({ width, height: HEIGHT });
    await settle(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `scrolls sideways at ${width} px`).toBeLessThanOrEqual(0);
    await page.screenshot({ path: join(outputDir, 'screens', `${name}, ${scheme}, ${width}.png`) });
    const axe = new AxeBuilder({ page }).setLegacyMode();
    const { violations } = await (rules ? axe.withRules([...rules]) : axe).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    expect(found, `axe, ${scheme}, ${width} px`).toEqual([]);
  }
}

/** Colours are judged when nothing fades any more. What never ends, such as a shimmer, is not waited for. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const nextFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    await nextFrame();
    await nextFrame();
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
