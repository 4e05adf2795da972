import type { Locator, Page } from '@playwright/test';

/** Locators of the group manager, below the tree. */
export const managerOf = (page: Page): Locator => page.getByRole('region', { name: 'Manager Group' });
export const dropdownOf = (page: Page): Locator => managerOf(page).getByRole('combobox', { name: 'Group' });
export const nameOf = (page: Page): Locator => managerOf(page).getByRole('textbox', { name: 'Group name' });
export const devicesOf = (page: Page): Locator =>
  managerOf(page).getByRole('list', { name: 'Devices in group' }).getByRole('listitem');
export const press = (page: Page, name: string): Promise<void> =>
  managerOf(page).getByRole('button', { name, exact: true }).click();
export const ADD = 'Add selected devices to the group';
