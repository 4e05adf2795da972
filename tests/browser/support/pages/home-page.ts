import { expect, type Locator, type Page } from '@playwright/test';

/** Locators of the home page. */
export const cardOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
export const profileOf = (page: Page): Locator => cardOf(page, 'My Profile');
export const editButtonOf = (page: Page): Locator => profileOf(page).getByRole('button', { name: 'Edit', exact: true });
export const saveButtonOf = (page: Page): Locator => profileOf(page).getByRole('button', { name: 'Save Changes' });
export const textFieldOf = (page: Page, name: string): Locator =>
  profileOf(page).getByRole('textbox', { name, exact: true });
export const selectOf = (page: Page, name: string): Locator =>
  profileOf(page).getByRole('combobox', { name, exact: true });

/** The value of a named detail of a card. */
export const detailOf = (page: Page, card: string, name: string): Locator =>
  cardOf(page, card)
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition');

/** Expects the details of a card, by name, to have these values. */
export async function expectDetails(page: Page, card: string, details: Record<string, string | RegExp>): Promise<void> {
  for (const [name, value] of Object.entries(details)) await expect(detailOf(page, card, name)).toHaveText(value);
}

/** Filters a select by the text and chooses the first option. */
export async function choose(page: Page, field: string, typed: string): Promise<void> {
  await selectOf(page, field).fill(typed);
  // The list of another select may still be closing.
  await page.getByRole('listbox', { name: field, exact: true }).getByRole('option').first().click();
}

/** Expects a message to disappear after `ms`. The page's clock must have been stopped (`stopClock`) before it appeared. */
export async function expectVisibleFor(page: Page, text: string, ms: number): Promise<void> {
  const message = page.getByText(text, { exact: true });
  await expect(message).toBeVisible();
  await page.clock.runFor(ms - 50);
  await expect(message).toBeVisible();
  await page.clock.runFor(100);
  await expect(message).toBeHidden();
}
