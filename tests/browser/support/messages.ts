import type { Page } from '@playwright/test';

/**
 * Resolves when the message is shown. Messages are shown for seconds only, so call this before what leads to them. The page looks for
 * it in each of its frames, because a busy test process may look too late.
 */
export async function messageShown(page: Page, text: string): Promise<void> {
  const shown = await page.waitForFunction(
    (text) =>
      [...document.querySelectorAll('[role=status], [role=alert]')].some(
        (message) => message.textContent.includes(text) && message.checkVisibility(),
      ),
    text,
  );
  await shown.dispose();
}
