import { expect, type Locator, type Page } from '@playwright/test';

export const rowOf = (page: Page, name: string): Locator => page.getByRole('treeitem', { name });
export const formOf = (page: Page): Locator => page.getByRole('dialog', { name: /^(Add to|Edit) / });
export const fieldOf = (page: Page, name: string): Locator => formOf(page).getByRole('textbox', { name });
export const press = (page: Page, name: string): Promise<void> => formOf(page).getByRole('button', { name }).click();
/** Width and height in px of the style, since the dialog is animated while it opens. */
export const sizeOf = (page: Page, name: string): Promise<number[]> =>
  formOf(page)
    .getByRole('button', { name })
    .evaluate((button: HTMLElement) => [button.offsetWidth, button.offsetHeight]);
export const pickerOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Select Device Serial Number' });

/** Opens the form that adds an element below a node. */
export async function addBelow(page: Page, name: string): Promise<void> {
  await rowOf(page, name).hover();
  await page.getByRole('button', { name: `Add below ${name}` }).click();
  await expect(fieldOf(page, 'Name')).toBeVisible();
}
/** Opens the complete form of a node from the short one in the tree. */
export async function editAll(page: Page, name: string): Promise<void> {
  await rowOf(page, name).hover();
  await page.getByRole('button', { name: `Edit ${name}` }).click();
  await page.getByRole('button', { name: 'All settings' }).click();
  await expect(fieldOf(page, 'Name')).toBeVisible();
}
export async function fillPlace(page: Page): Promise<void> {
  await press(page, 'Europe');
  await press(page, 'Country: Choose a country');
  const countries = page.getByRole('dialog', { name: 'Choose a country' });
  await countries.getByRole('combobox').fill('germ');
  // The countries of a continent are loaded when it is chosen.
  await expect(countries.getByRole('option', { name: /Germany/ })).toBeVisible();
  await countries.getByRole('combobox').press('Enter');
  await fieldOf(page, 'City').fill('Berlin');
  await fieldOf(page, 'ZIP code').fill('10115');
  await fieldOf(page, 'Street').fill('Main street');
  await fieldOf(page, 'House number').fill('7');
}
