import type { Locator, Page } from '@playwright/test';

/** The value of a colour token of the theme as computed styles write it. Waits until the theme is applied. */
export async function themeColourOf(page: Page, token: string): Promise<string> {
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

/** A Tabler icon, by its name, inside another element. */
export const iconIn = (box: Locator, name: string): Locator => box.locator(`.tabler-icon-${name}`);
