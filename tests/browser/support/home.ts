import { expect, type Locator, type Page } from '@playwright/test';

/** Where people find things on the home page. */
export const cardOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const profileOf = (page: Page): Locator => cardOf(page, 'My Profile');
export const editOf = (page: Page): Locator => profileOf(page).getByRole('button', { name: 'Edit', exact: true });
export const saveOf = (page: Page): Locator => profileOf(page).getByRole('button', { name: 'Save Changes' });
export const textOf = (page: Page, name: string): Locator =>
  profileOf(page).getByRole('textbox', { name, exact: true });
export const choiceOf = (page: Page, name: string): Locator =>
  profileOf(page).getByRole('combobox', { name, exact: true });

/** What a card says of something. */
export const factOf = (page: Page, card: string, name: string): Locator =>
  cardOf(page, card)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition');

/** Expects facts of a card, by their names. */
export async function expectFacts(page: Page, card: string, facts: Record<string, string | RegExp>): Promise<void> {
  for (const [name, value] of Object.entries(facts)) await expect(factOf(page, card, name)).toHaveText(value);
}

/** Chooses an entry of a dropdown by what one would type. */
export async function choose(page: Page, field: string, typed: string): Promise<void> {
  await choiceOf(page, field).fill(typed);
  await page.getByRole('option').first().click();
}

/** Expects a message to stay so long, and no longer. The page's clock stands (`stopClock`) since before it came. */
export async function expectToStay(page: Page, text: string, ms: number): Promise<void> {
  const message = page.getByText(text, { exact: true });
  await expect(message).toBeVisible();
  await page.clock.runFor(ms - 50);
  await expect(message).toBeVisible();
  await page.clock.runFor(100);
  await expect(message).toBeHidden();
}
