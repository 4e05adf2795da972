import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const barOf = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });
const groupOf = (page: Page, name: string) => barOf(page).getByRole('list', { name, exact: true });

test(
  'an administrator finds the screens in groups, and the current one is marked',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await open(await fixtures.admin(), '/devices');
    for (const [group, links] of [
      ['Fleet', ['Devices', 'Alarms']],
      ['Places', ['Company tree']],
      ['Sound', ['Say now', 'Schedule', 'Library', 'Voices', 'Favorite voices', 'SMS']],
      ['People', ['Users']],
      ['System', ['Settings', 'Integrations', 'Outbox', 'Audit']],
    ] as const) {
      await expect(groupOf(page, group).getByRole('link')).toHaveText([...links]);
    }
    await expect(barOf(page).locator('[aria-current="page"]')).toHaveText('Devices');
  },
);

test(
  'a user sees no group of administrators, and reaches each link with the keyboard',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    await open(await fixtures.user(), '/home');
    await expect(barOf(page).getByRole('list')).toHaveCount(5);
    await expect(groupOf(page, 'People')).toHaveCount(0);
    const links = [
      'Home',
      'Alarms',
      'Company tree',
      'Say now',
      'Schedule',
      'Library',
      'Favorite voices',
      'SMS',
      'Settings',
    ];
    await barOf(page).getByRole('link', { name: 'Home' }).focus();
    for (const name of links.slice(1)) {
      await page.keyboard.press('Tab');
      await expect(barOf(page).getByRole('link', { name, exact: true })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/settings$/);
    await expect(barOf(page).locator('[aria-current="page"]')).toHaveText('Settings');
  },
);
