import type { Locator, Page } from '@playwright/test';

/** What a token of the theme is in this page, as computed styles write it, once the page has its theme. */
export async function tokenOf(page: Page, token: string): Promise<string> {
  await page.waitForFunction(
    (token) => getComputedStyle(document.body).getPropertyValue(`--bf-${token}`).trim() !== '',
    token,
  );
  return page.evaluate((token) => {
    const probe = document.createElement('span');
    probe.style.color = `var(--bf-${token})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, token);
}

/** The mark in a box: the name is that of a Tabler icon. */
export const markIn = (box: Locator, name: string): Locator => box.locator(`.tabler-icon-${name}`);
