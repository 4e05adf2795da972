import type { Locator, Page } from '@playwright/test';

/** Types the name of a place into the field *Where*, and chooses the first match. */
export async function choosePlace(within: Page | Locator, name: string, label = 'Where'): Promise<void> {
  const field = within.getByRole('combobox', { name: label, exact: true });
  await field.fill(name);
  await within.getByRole('option', { name }).first().click();
  await field.press('Escape');
}
