import type { Locator, Page } from '@playwright/test';

/** Locators of the users page. */
export const searchOf = (page: Page): Locator => page.getByRole('main').getByRole('textbox', { name: 'Search' });
export const tableOf = (page: Page): Locator => page.getByRole('table', { name: 'Users' });
export const rowOf = (page: Page, text: string): Locator => tableOf(page).getByRole('row').filter({ hasText: text });
export const dialogOf = (page: Page): Locator => page.getByRole('dialog');

export const rowButtonOf = (page: Page, action: 'INFO' | 'EDIT' | 'KEY' | 'DEL', user: string): Locator =>
  page.getByRole('button', { name: `${action}: ${user}` });
export const openButtonOf = (page: Page, user: string, companies = 0): Locator =>
  page.getByRole('button', { name: `OPEN ${companies}: ${user}` });

/** Closes the dialog that reports a failed request. */
export const closeErrorDialog = (page: Page): Promise<void> =>
  page.getByRole('dialog', { name: 'This did not work' }).getByText('Close', { exact: true }).click();

/** The path of the users page, filtered by name, phone number or email address. */
export const usersPath = (q: string): string => `/admin?q=${encodeURIComponent(q)}`;
