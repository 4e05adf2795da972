import type { Locator, Page } from '@playwright/test';

export const panelOf = (page: Page): Locator => page.getByRole('region', { name: 'Tree', exact: true });
export const rowOf = (page: Page, name: string): Locator => panelOf(page).getByRole('treeitem', { name: `${name},` });
export const rowsOf = (page: Page): Locator => panelOf(page).getByRole('treeitem');
export const check = (page: Page, name: string): Promise<void> => rowOf(page, name).locator('[data-check]').click();
export const toolOf = (page: Page, name: string): Locator => panelOf(page).getByRole('button', { name, exact: true });
