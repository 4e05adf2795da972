import { expect, type Page } from '@playwright/test';
import { stopAnimations } from '../../browser/support/animations.ts';
import { expectAccessible } from '../../browser/support/axe.ts';
import { test } from '../../browser/support/test.ts';

export type View = { scheme: 'dark' | 'light'; width: number };
/** Set by the configuration. */
export type ScreenOptions = {
  /** Each screen is checked in these. */
  views: readonly View[];
  /** Whether it is looked for sideways scrolling on tablets as well. */
  onTablets: boolean;
};

const HEIGHT = 900;
export const DESKTOP = { width: 1440, height: HEIGHT };
/** Tablets, where the header has icons; the first is the narrowest page that is no phone. */
export const TABLET_WIDTHS = [769, 860, 1024] as const;
export const PHONE = { width: 350, height: HEIGHT };

type ScreenFixtures = {
  /**
   * Expects that the screen that is shown now passes axe in every view, and scrolls sideways in none, nor on tablets. Its page is as
   * wide as a desktop again after it.
   * @param screen named in the failure
   * @param shown another page than that of the test
   */
  check(screen: string, shown?: Page): Promise<void>;
};

/** A test that shows screens one after another in one page, since to load a page takes longer than to check it. */
export const screenTest = test.extend<ScreenFixtures & ScreenOptions>({
  views: [
    [
      { scheme: 'dark', width: DESKTOP.width },
      { scheme: 'light', width: PHONE.width },
    ],
    { option: true },
  ],
  onTablets: [true, { option: true }],
  check: async ({ context, page, views, onTablets }, use) => {
    // The theme follows the system's, so that both schemes can be checked without a reload.
    await context.addInitScript(() => {
      // The script also runs in the sandboxed frame of an email, which has no storage.
      if (globalThis.origin !== 'null') localStorage.setItem('theme', 'auto');
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    await use((screen, shown = page) =>
      screenTest.step(screen, async () => {
        for (const view of views) await expectAccessibleIn(shown, view);
        for (const width of onTablets ? TABLET_WIDTHS : []) {
          await shown.setViewportSize({ width, height: HEIGHT });
          await expectNoSidewaysScrolling(shown);
        }
        await shown.setViewportSize(DESKTOP);
      }),
    );
  },
});

async function expectAccessibleIn(page: Page, { scheme, width }: View): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.setViewportSize({ width, height: HEIGHT });
  await stopAnimations(page);
  await expectNoSidewaysScrolling(page);
  await expectAccessible(page, { what: `axe, ${scheme}, ${width} px` });
}

/** What depends on the width in JavaScript is rendered after the window has changed, so this waits. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow, `scrolls sideways at ${page.viewportSize()?.width} px`).toBeLessThanOrEqual(0);
}
