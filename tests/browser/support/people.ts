import type { Locator, Page } from '@playwright/test';

/** Where people find things on the page of users. */
export const searchOf = (page: Page): Locator => page.getByRole('main').getByRole('textbox', { name: 'Search' });
export const tableOf = (page: Page): Locator => page.getByRole('table', { name: 'Users' });
export const rowOf = (page: Page, who: string): Locator => tableOf(page).getByRole('row').filter({ hasText: who });
export const dialogOf = (page: Page): Locator => page.getByRole('dialog');

/** A button of a row: INFO, EDIT, KEY, DEL. */
export const actOf = (page: Page, act: 'INFO' | 'EDIT' | 'KEY' | 'DEL', who: string): Locator =>
  page.getByRole('button', { name: `${act}: ${who}` });
export const openOf = (page: Page, who: string, companies = 0): Locator =>
  page.getByRole('button', { name: `OPEN ${companies}: ${who}` });

/** Closes the dialog that says what did not work. */
export const closeFailure = (page: Page): Promise<void> =>
  page.getByRole('dialog', { name: 'This did not work' }).getByText('Close', { exact: true }).click();

/** The page of users with those only whose name, phone or mail has this in it. */
export const usersOf = (q: string): string => `/admin?q=${encodeURIComponent(q)}`;
