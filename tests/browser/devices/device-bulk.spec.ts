import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { createCompany, createGroup } from '../../support/factories.ts';
import { expectAccessible } from '../support/axe.ts';
import { cardOf, cardsOf, devicesPath, filtersOf } from '../support/pages/devices-page.ts';
import { watchForMessage } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';
import { groupsHttp } from '@belfry/schemas/http/groups';

const bulkBar = (page: Page): Locator => page.getByRole('region', { name: 'Selection' });

test(
  'devices are selected with keyboard and mouse, tagged, and found by their tag',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const devices = await Promise.all(Array.from({ length: 6 }, () => fixtures.device()));
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    await expect(cardsOf(page)).toHaveCount(6);
    const boxes = page.getByRole('checkbox', { name: /^Select \d/ });
    await boxes.nth(0).focus();
    await page.keyboard.press('Space');
    await boxes.nth(2).click({ modifiers: ['Shift'] });
    await expect(bulkBar(page)).toContainText('3 devices selected');

    const tag = `lobby ${randomUUID().slice(0, 8)}`;
    await bulkBar(page).getByRole('button', { name: 'Tags' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the tags of 3 devices' });
    const added = dialog.getByRole('combobox', { name: 'Tags to add' });
    await added.fill(tag);
    await added.press('Enter');
    await expect(dialog.getByText('3 devices will change.')).toBeVisible();
    await expectAccessible(page, { within: '[role="dialog"]' });
    const changed = await watchForMessage(page, '3 devices changed');
    await dialog.getByRole('button', { name: 'Change 3 devices' }).click();
    await expect(dialog).toBeHidden();
    await changed();
    await expect(page.getByRole('listitem').filter({ hasText: tag })).not.toHaveCount(0);

    await filtersOf(page).getByRole('combobox', { name: 'Tags' }).click();
    await page.getByRole('option', { name: `${tag} (3)` }).click();
    await expect(cardsOf(page)).toHaveCount(3);
    await expect(page).toHaveURL(/tags=lobby/);
    await expect(bulkBar(page)).toContainText('3 devices selected');
    expect(devices).toHaveLength(6);
  },
);

test(
  'all matching devices are changed by their filter from the quick find, and refusals are listed',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const [first] = await Promise.all(Array.from({ length: 10 }, () => fixtures.device()));
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, '&page_size=4'));
    await expect(cardsOf(page)).toHaveCount(4);
    await page.getByRole('button', { name: 'Select all 10 matching devices' }).click();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'What to find' }).fill('mode of');
    await page.getByRole('option', { name: 'Change the mode of the selected devices' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the mode of 10 devices' });
    await dialog.getByLabel('Device mode').selectOption('blocked');
    const changed = await watchForMessage(page, '10 devices changed');
    await dialog.getByRole('button', { name: 'Change 10 devices' }).click();
    await changed();
    await page.goto(devicesPath(first!.serial));
    await expect(cardOf(page, first!.serial)).toContainText('blocked');
  },
);

test(
  'an administrator gives devices to another owner, and adds them to a group of that person',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const [owner, former] = [await fixtures.user(), await fixtures.user()];
    const main = await createCompany(stack, { user_id: owner.id });
    // The sample organisation has shops with small numbers.
    const shop = `Kiosk ${owner.id}`;
    await createCompany(stack, { below: main, name: shop, type: 'Company' });
    await createGroup(stack, { user_id: owner.id, name: 'Group of the owner' });
    const { serial } = await fixtures.device({ user_id: former.id });
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    await page.getByRole('checkbox', { name: `Select ${serial}` }).check();
    const choose = async (name: string, search: string, option: string | RegExp): Promise<void> => {
      await page.getByRole('combobox', { name }).fill(search);
      await page.getByRole('option', { name: option }).click();
    };
    const apply = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Change 1 device' }).click();
      await expect(page.getByRole('dialog')).toBeHidden();
    };
    await bulkBar(page).getByRole('button', { name: 'Owner' }).click();
    await expect(page.getByRole('dialog', { name: 'Change the owner of 1 device' })).toBeVisible();
    await choose('New owner', owner.email, new RegExp(owner.email));
    await expectAccessible(page, { within: '[role="dialog"]' });
    await apply();
    await bulkBar(page).getByRole('button', { name: 'Place' }).click();
    await page.getByRole('dialog').getByRole('combobox', { name: 'Place' }).fill(shop);
    await page.getByRole('option', { name: shop }).click();
    await apply();
    await bulkBar(page).getByRole('button', { name: 'Group' }).click();
    const group = page.getByRole('combobox', { name: 'Group', exact: true });
    await expect(group.getByRole('option', { name: 'You have no groups yet' })).toBeAttached();
    await choose('Owner of the group', owner.email, new RegExp(owner.email));
    await group.selectOption('Group of the owner');
    await expectAccessible(page, { within: '[role="dialog"]' });
    await apply();
    const { body } = await stack.call(groupsHttp.list, owner);
    expect(body).toMatchObject([{ name: 'Group of the owner', device_count: 1 }]);
  },
);

test('a command in waves goes to the selected devices only', { tag: '@full' }, async ({ fixtures, open, page }) => {
  const [first, second] = await Promise.all([1, 2, 3].map(() => fixtures.device()));
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
  await expect(cardsOf(page)).toHaveCount(3);
  for (const { serial } of [first!, second!]) await page.getByRole('checkbox', { name: `Select ${serial}` }).check();
  await bulkBar(page).getByRole('button', { name: 'Command' }).click();
  const form = page.getByRole('dialog', { name: 'Command for 2 selected devices' });
  await expect(form.getByText('2 devices: 0 online, 2 offline')).toBeVisible();
  await form.getByText('Send when they are back', { exact: true }).click();
  await form.getByRole('button', { name: 'Send to 2 devices' }).click();
  const run = page.getByRole('dialog', { name: 'Refresh info in waves' });
  await expect(run.getByRole('listitem').filter({ hasText: first!.serial })).toHaveCount(1);
  await expect(run.getByRole('list').last().getByRole('listitem')).toHaveCount(2);
});
