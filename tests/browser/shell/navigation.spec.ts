import type { Page } from '@playwright/test';
import { expectAccessibleLayout, followSystemTheme } from '../support/layout-checks.ts';
import { expect, test } from '../support/test.ts';

const barOf = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });
const groupOf = (page: Page, name: string) => barOf(page).getByRole('list', { name, exact: true });

test('an administrator finds the screens in groups, and the current one is marked', async ({ fixtures, open, page }, {
  outputDir,
}) => {
  await followSystemTheme(page);
  await open(await fixtures.admin(), '/devices');
  for (const [group, links] of [
    ['Fleet', ['Devices']],
    ['Places', ['Company tree']],
    ['Sound', ['Say now', 'Schedule', 'Library', 'Voices', 'Favorite voices', 'SMS']],
    ['People', ['Users']],
    ['System', ['Settings', 'Outbox']],
  ] as const) {
    await expect(groupOf(page, group).getByRole('link')).toHaveText([...links]);
  }
  await expect(barOf(page).locator('[aria-current="page"]')).toHaveText('Devices');
  await expectAccessibleLayout(page, 'navigation', outputDir);
});

test('a user sees no group of administrators, and reaches each link with the keyboard', async ({
  fixtures,
  open,
  page,
}) => {
  await open(await fixtures.user(), '/home');
  await expect(barOf(page).getByRole('list')).toHaveCount(4);
  for (const name of ['Fleet', 'People']) await expect(groupOf(page, name)).toHaveCount(0);
  const links = ['Home', 'Company tree', 'Say now', 'Schedule', 'Library', 'Favorite voices', 'SMS', 'Settings'];
  await barOf(page).getByRole('link', { name: 'Home' }).focus();
  for (const name of links.slice(1)) {
    await page.keyboard.press('Tab');
    await expect(barOf(page).getByRole('link', { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/settings$/);
  await expect(barOf(page).locator('[aria-current="page"]')).toHaveText('Settings');
});

test('a phone has the groups in a drawer, which closes when a screen is chosen', async ({ fixtures, open, page }) => {
  await page.setViewportSize({ width: 350, height: 700 });
  await open(await fixtures.admin(), '/home');
  await page.getByRole('button', { name: 'Open navigation' }).click();
  await expect(groupOf(page, 'People').getByRole('link')).toHaveText(['Users']);
  await groupOf(page, 'System').getByRole('link', { name: 'Outbox' }).click();
  await expect(page).toHaveURL(/\/outbox$/);
  await expect(page.getByRole('dialog')).toBeHidden();
});
