import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { cardOf, cardsOf, devicesPath, filtersOf } from './support/devices-page.ts';
import { expect, test } from './support/test.ts';

const bulkBar = (page: Page): Locator => page.getByRole('region', { name: 'Selection' });

test('devices are selected with keyboard and mouse, tagged, and found by their tag', async ({
  fixtures,
  open,
  page,
}) => {
  const devices = await Promise.all(Array.from({ length: 6 }, () => fixtures.device()));
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
  await expect(cardsOf(page)).toHaveCount(6);
  const boxes = page.getByRole('checkbox', { name: /^Select \d/ });
  await boxes.nth(0).focus();
  await page.keyboard.press('Space');
  await boxes.nth(2).click({ modifiers: ['Shift'] });
  await expect(bulkBar(page)).toContainText('3 devices selected');

  const tag = `lobby ${process.pid}`;
  await bulkBar(page).getByRole('button', { name: 'Tags' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the tags of 3 devices' });
  await dialog.getByRole('combobox', { name: 'Tags to add' }).fill(tag);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('3 devices will change.')).toBeVisible();
  expect((await new AxeBuilder({ page }).include('[role="dialog"]').analyze()).violations).toEqual([]);
  await dialog.getByRole('button', { name: 'Change 3 devices' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('3 devices changed')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: tag })).not.toHaveCount(0);

  await filtersOf(page).getByRole('combobox', { name: 'Tags' }).click();
  await page.getByRole('option', { name: `${tag} (3)` }).click();
  await expect(cardsOf(page)).toHaveCount(3);
  await expect(page).toHaveURL(/tags=lobby/);
  await expect(bulkBar(page)).toContainText('3 devices selected');
  expect(devices).toHaveLength(6);
});

test('all matching devices are changed by their filter from the quick find, and refusals are listed', async ({
  fixtures,
  open,
  page,
}) => {
  const [first] = await Promise.all(Array.from({ length: 10 }, () => fixtures.device()));
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, '&page_size=4'));
  await expect(cardsOf(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Select all 10 matching devices' }).click();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'What to find' }).fill('mode of');
  await page.getByRole('option', { name: 'Change the mode of the selected devices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the mode of 10 devices' });
  await dialog.getByLabel('Device mode').selectOption('blocked');
  await dialog.getByRole('button', { name: 'Change 10 devices' }).click();
  await expect(page.getByText('10 devices changed')).toBeVisible();
  await page.goto(devicesPath(first!.serial));
  await expect(cardOf(page, first!.serial)).toContainText('blocked');
});

test('the selection fits a phone, in both themes', async ({ fixtures, open, page }, testInfo) => {
  await Promise.all(Array.from({ length: 3 }, () => fixtures.device({ tags: ['ground floor', 'shop', 'west wing'] })));
  await page.setViewportSize({ width: 350, height: 800 });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    await expect(page.getByRole('button', { name: 'Filters (1)' })).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select page' }).check();
    await bulkBar(page).getByRole('button', { name: 'Actions on the selection' }).click();
    await expect(page.getByRole('menuitem', { name: 'Company' })).toBeVisible();
    await page.screenshot({ path: testInfo.outputPath(`bulk-350-${colorScheme}.png`) });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(350);
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  }
});
