import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { cardOf, cardsOf, filtersOf, devicesPath, pagerOf, searchOf } from '../support/pages/devices-page.ts';
import { watchForMessage } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';
import { requestsTo } from '../support/requests.ts';

test(
  'a click on a serial number copies it; filters narrow the list, are kept in the URL, and survive a reload',
  { tag: '@full' },
  async ({ context, fixtures, open, page }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const online = await fixtures.connect(await fixtures.device());
    const [blocked, plain] = [await fixtures.device({ device_mode: 'blocked' }), await fixtures.device()];
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    await expect(cardsOf(page)).toHaveCount(3);
    await expect(page.getByText(/^All Devices \(3 of \d+\)$/)).toBeVisible();

    await test.step('a click on a serial number copies it', async () => {
      const { serial } = plain;
      const copied = await watchForMessage(page, 'Copied!');
      await cardOf(page, serial)
        .getByRole('button', { name: `Copy ${serial}` })
        .click();
      await copied();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(serial);
    });

    const filters = filtersOf(page);
    await filters.getByLabel('Status').selectOption('online');
    await expect(cardsOf(page)).toHaveCount(1);
    await expect(cardOf(page, online.serial)).toBeVisible();
    await expect(page).toHaveURL(/status=online/);

    await filters.getByLabel('Status').selectOption('all');
    await filters.getByLabel('Mode').selectOption('blocked');
    await expect(cardsOf(page)).toHaveCount(1);
    await expect(cardOf(page, blocked.serial)).toBeVisible();
    await page.reload();
    await expect(filters.getByLabel('Mode')).toHaveValue('blocked');
    await expect(cardsOf(page)).toHaveCount(1);

    await page.goBack();
    await expect(cardsOf(page)).toHaveCount(3);
    await searchOf(page).fill(plain.serial.slice(0, 14));
    await expect(cardsOf(page)).toHaveCount(1);
    await expect(cardOf(page, plain.serial)).toBeVisible();
  },
);

test(
  'filters are restored from local storage if the URL has none; Reset clears them',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const device = await fixtures.device();
    await fixtures.device();
    await open(await fixtures.admin(), `/devices?q=${device.serial}&page_size=4`);
    await expect(cardsOf(page)).toHaveCount(1);
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Devices', exact: true }).first().click();
    const filters = filtersOf(page);
    await expect(searchOf(page)).toHaveValue(device.serial);
    await expect(filters.getByLabel('Cards per page')).toHaveValue('4');
    await expect(page).toHaveURL(new RegExp(`q=${device.serial}`));
    await expect(cardsOf(page)).toHaveCount(1);

    // The link of the current page also opens the URL without filters.
    await page.getByRole('link', { name: 'Devices', exact: true }).first().click();
    await expect(page).toHaveURL(new RegExp(`q=${device.serial}&page_size=4`));
    await expect(filters.getByLabel('Cards per page')).toHaveValue('4');
    await searchOf(page).fill(device.serial.slice(0, 14));
    await page.getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Devices', exact: true }).first().click();
    await expect(page).toHaveURL(new RegExp(`q=${device.serial.slice(0, 14)}&page_size=4`));

    await filters.getByRole('button', { name: 'Reset Filters' }).click();
    await expect(searchOf(page)).toHaveValue('');
    await expect(filters.getByLabel('Cards per page')).toHaveValue('8');
    await expect(filters.getByRole('button', { name: 'Reset Filters' })).toBeDisabled();
    await expect(page).toHaveURL(/\/devices$/);
    await page.reload();
    await expect(searchOf(page)).toHaveValue('');
  },
);

test(
  'the pager appears when there are several pages, and shows the current one',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const serials = await Promise.all(Array.from({ length: 9 }, async () => (await fixtures.device()).serial));
    serials.sort();
    const pager = pagerOf(page);
    await test.step('a page beyond the last one opens the last one', async () => {
      await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, '&page_size=4&page=9'));
      await expect(pager).toContainText('Page 3 of 3');
      await expect(cardsOf(page)).toHaveCount(1);
    });

    await pager.getByRole('button', { name: 'Previous' }).click();
    await expect(pager).toContainText('Page 2 of 3');
    await pager.getByRole('button', { name: 'Previous' }).click();
    await expect(cardsOf(page)).toHaveCount(4);
    await expect(pager).toContainText('Showing 1-4 of 9 devices');
    await expect(pager).toContainText('Page 1 of 3');
    await expect(pager.getByRole('button', { name: 'Previous' })).toBeDisabled();

    await pager.getByRole('button', { name: 'Next' }).click();
    await expect(pager).toContainText('Showing 5-8 of 9 devices');
    await expect(cardOf(page, serials[4] ?? '')).toBeVisible();
    await pager.getByRole('button', { name: 'Next' }).click();
    await expect(pager).toContainText('Page 3 of 3');
    await expect(pager.getByRole('button', { name: 'Next' })).toBeDisabled();
    await expect(cardsOf(page)).toHaveCount(1);
    await expect(cardOf(page, serials[8] ?? '')).toBeVisible();
    await expect(page).toHaveURL(/page=3/);

    await filtersOf(page).getByLabel('Mode').selectOption('active');
    await expect(pager).toContainText('Page 1 of 3');
    await filtersOf(page).getByLabel('Cards per page').selectOption('12');
    await expect(cardsOf(page)).toHaveCount(9);
    await expect(pager).toBeHidden();
  },
);

test(
  'a device that comes online appears in the list of online devices; an empty list shows a message with the next step',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const device = await fixtures.device();
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, '&status=online'));
    await expect(page.getByText('No devices found')).toBeVisible();
    const mqttDevice = await fixtures.connect(device);
    await expect(cardOf(page, device.serial)).toBeVisible();
    mqttDevice.kill();
    await expect(page.getByText('No devices found')).toBeVisible();

    await test.step('an empty list shows a message with the next step', async () => {
      await page.getByRole('main').getByRole('button', { name: 'Reset Filters' }).last().click();
      await expect(page).toHaveURL(/\/devices$/);
      await page.route(`${requestsTo(devicesHttp.list)}*`, (route) =>
        route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
      );
      await page.reload();
      await expect(page.getByText('There are no devices registered in the system yet.')).toBeVisible();
      await page.getByRole('button', { name: 'Add New Device' }).click();
      await expect(page.getByRole('dialog', { name: 'Add New Device' })).toBeVisible();
    });
  },
);
