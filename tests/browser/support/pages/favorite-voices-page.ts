import type { Locator, Page } from '@playwright/test';
import { expect } from '../test.ts';

/** A language that only the stories of favorite voices use. */
export const LANGUAGE = 'Finnish';
export const CODE = 'fi';

/** Locators of the favorite voices page. */
export const fieldOf = (page: Page, name: 'Language' | 'Voice'): Locator =>
  page.getByRole('button', { name: new RegExp(`^${name}: `) });
export const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Voice sample' });
export const buttonOf = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

export const expectText = (page: Page, text: string): Promise<void> =>
  expect(page.getByText(text, { exact: true })).toBeVisible();

/** Searches in the dialog of a field and selects the match with Enter. */
export async function pick(page: Page, field: 'Language' | 'Voice', typed: string, name = typed): Promise<void> {
  await fieldOf(page, field).click();
  const search = page.getByRole('dialog').getByRole('combobox');
  await search.fill(typed);
  await search.press('Enter');
  await expect(fieldOf(page, field)).toHaveText(name);
}
