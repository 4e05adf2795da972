import { expectAccessibleLayout, followSystemTheme } from './layout-checks.ts';
import { test } from './test.ts';

const DESKTOP = { width: 1440, height: 900 };

type ScreenFixtures = {
  /**
   * Expects that the screen that is shown now passes axe and fits the width, in dark and light, on desktop, tablet and phone.
   * The page is as wide as a desktop again after it.
   */
  check(screen: string): Promise<void>;
};

/** A story that shows screens one after another in one page, since to load a page takes longer than to check it. */
export const screenTest = test.extend<ScreenFixtures>({
  check: async ({ page }, use, { project }) => {
    await followSystemTheme(page);
    await use((screen) =>
      test.step(screen, async () => {
        await expectAccessibleLayout(page, screen, project.outputDir);
        await page.setViewportSize(DESKTOP);
      }),
    );
  },
});
