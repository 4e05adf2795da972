import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const barOf = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });
const entriesOf = (page: Page) => barOf(page).getByRole('list').first().getByRole('link');
const othersOf = (page: Page) => barOf(page).getByRole('list', { name: 'All pages' }).getByRole('link');

test.use({ stored: { language: 'mixed' } });

test(
  'an administrator has seven entries, finds the other pages below them, and the current one is marked',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await open(await fixtures.admin(), '/devices');
    await expect(entriesOf(page)).toHaveText(['Home', 'Say', 'Calendar', 'Places', 'Library', /^Activity/, 'Settings']);
    await expect(othersOf(page)).toHaveText(['Devices']);
    await expect(barOf(page).locator('[aria-current="page"]')).toHaveText('Devices');
    await barOf(page).getByRole('button', { name: 'All pages' }).click();
    for (const name of ['Devices', 'Voices', 'Favorite voices', 'SMS', 'Users', 'All settings'])
      await expect(othersOf(page).filter({ hasText: new RegExp(`^${name}$`) })).toHaveCount(1);
    await page.reload();
    await expect(othersOf(page).filter({ hasText: 'Users' })).toBeVisible();
  },
);

test(
  'a user sees no page of administrators, and reaches each link with the keyboard',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await open(await fixtures.user(), '/home');
    await barOf(page).getByRole('button', { name: 'All pages' }).click();
    await expect(othersOf(page).filter({ hasText: /^(Users|Devices|Voices)$/ })).toHaveCount(0);
    await barOf(page).getByRole('link', { name: 'Home' }).focus();
    for (const name of ['Say', 'Calendar', 'Places', 'Library', 'Activity', 'Settings']) {
      await page.keyboard.press('Tab');
      await expect(barOf(page).getByRole('link', { name, exact: true })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/settings\/me$/);
    await expect(barOf(page).locator('[aria-current="page"]')).toHaveText('Settings');
  },
);
