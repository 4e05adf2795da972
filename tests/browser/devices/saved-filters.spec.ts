import { cardsOf, devicesPath, filtersOf } from '../support/pages/devices-page.ts';
import { expect, test } from '../support/test.ts';

test(
  'filters are saved under a name, applied on another visit, renamed and deleted',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await Promise.all([fixtures.device(), fixtures.device({ device_mode: 'blocked' })]);
    const admin = await fixtures.admin();
    await open(admin, devicesPath(fixtures.sharedEmail, '&mode=blocked'));
    await expect(cardsOf(page)).toHaveCount(1);
    const button = filtersOf(page).getByRole('button', { name: 'Saved filters' });
    await button.click();
    const menu = page.getByRole('dialog', { name: 'Saved filters' });
    await menu.getByRole('button', { name: 'Save these filters' }).click();
    await menu.getByLabel('Name of the filters').fill('Blocked here');
    await page.keyboard.press('Enter');
    await expect(menu.getByRole('button', { name: 'Apply Blocked here' })).toBeVisible();

    await menu.getByRole('button', { name: 'Save these filters' }).click();
    await menu.getByLabel('Name of the filters').fill('blocked HERE');
    await page.keyboard.press('Enter');
    await expect(menu.getByText('There is a saved filter of this name already')).toBeVisible();
    await menu.getByRole('button', { name: 'Cancel' }).click();

    await page.keyboard.press('Escape');
    await filtersOf(page).getByRole('button', { name: 'Reset Filters' }).click();
    await expect(page).toHaveURL(/\/devices$/);
    await button.click();
    await menu.getByRole('button', { name: 'Apply Blocked here' }).click();
    await expect(page).toHaveURL(/mode=blocked/);
    await expect(cardsOf(page)).toHaveCount(1);

    await button.click();
    await menu.getByRole('button', { name: 'Rename Blocked here' }).click();
    await menu.getByLabel('Name of the filters').fill('Blocked');
    await page.keyboard.press('Enter');
    await menu.getByRole('button', { name: 'Delete Blocked' }).click();
    await expect(menu.getByText('Nothing is saved yet.')).toBeVisible();
  },
);
