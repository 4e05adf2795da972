import type { Locator, Page } from '@playwright/test';
import { devicesPath, drawerOf } from '../support/pages/devices-page.ts';
import { expect, test } from '../support/test.ts';

const regionOf = (page: Page): Locator => page.getByRole('region', { name: 'Devices' });
const show = (page: Page, view: 'Cards' | 'Table' | 'Wall') =>
  page.getByRole('radiogroup', { name: 'View' }).locator('label').filter({ hasText: view }).click();
const wallOf = (page: Page): Locator => page.getByRole('region', { name: 'Wall' });

test(
  'the table has chosen columns, sorts, and is kept for the next visit',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const admin = await fixtures.admin();
    const devices = await Promise.all(Array.from({ length: 5 }, () => fixtures.device({ tags: ['west'] })));
    await open(admin, devicesPath(fixtures.sharedEmail));
    await show(page, 'Table');
    const rows = regionOf(page).getByRole('row');
    await expect(rows).toHaveCount(6);
    await expect(page).toHaveURL(/view=table/);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Email' }).check();
    await page.getByRole('checkbox', { name: 'Version' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(regionOf(page).getByRole('columnheader', { name: 'Email' })).toBeVisible();
    await expect(regionOf(page).getByRole('columnheader', { name: 'Version' })).toHaveCount(0);
    await regionOf(page).getByRole('button', { name: 'Serial' }).click();
    const last = devices
      .map(({ serial }) => serial)
      .toSorted()
      .at(-1)!;
    await expect(rows.nth(1)).toContainText(last);
    await expect(regionOf(page).getByRole('columnheader', { name: 'Serial' })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await page.getByRole('checkbox', { name: `Select ${last}` }).check();
    await expect(page.getByText('1 device selected')).toBeVisible();

    await open(admin, '/home');
    await page.goto('/devices');
    await expect(regionOf(page).getByRole('columnheader', { name: 'Email' })).toBeVisible();
  },
);

test(
  'the wall shows state by shape, follows devices live, and opens their details by keyboard',
  { tag: '@smoke' },
  async ({ fixtures, open, page }) => {
    const [first, second] = await Promise.all([fixtures.device(), fixtures.device({ device_mode: 'blocked' })]);
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, '&view=wall'));
    const tile = (serial: string, state: string) => wallOf(page).getByRole('button', { name: `${serial} · ${state}` });
    await expect(tile(first.serial, 'Offline')).toBeVisible();
    await expect(tile(second.serial, 'Blocked')).toBeVisible();
    await fixtures.connect(first);
    await expect(tile(first.serial, 'Online')).toBeVisible();
    await expect(wallOf(page).getByRole('list', { name: 'Devices by state' })).toContainText('Online 1');
    await wallOf(page).getByRole('group').getByRole('button').first().focus();
    await page.keyboard.press('ArrowRight');
    const focused = page.locator('[data-serial]:focus');
    await expect(focused).toHaveAttribute('data-index', '1');
    const serial = (await focused.getAttribute('data-serial')) ?? '';
    await page.keyboard.press('Enter');
    await expect(drawerOf(page)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`device=${serial}`));
  },
);
