import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { seedFleet } from '../browser/support/product/seed-fleet.ts';
import {
  cardOf,
  cardsOf,
  chooseBroadcast,
  connectionOf,
  devicesPath,
  drawerOf,
  waitUntilLive,
} from '../browser/support/pages/devices-page.ts';
import { screenTest } from './support/screen-test.ts';
import { expect } from '../browser/support/test.ts';
import { requestsTo } from '../browser/support/requests.ts';

screenTest('the home page of an administrator', async ({ page, fixtures, open, check }) => {
  await seedFleet(fixtures);
  await open(await fixtures.admin(), '/home');
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible();
  await check('home of an administrator');

  await expect(connectionOf(page)).toHaveText('Live');
  await page.getByRole('button', { name: /^Account: / }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await check('account menu');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Quick find' });
  await palette.getByRole('combobox', { name: 'What to find' }).fill('de');
  await expect(palette.getByRole('option').first()).toBeVisible();
  await check('quick find');
});

screenTest('the home page of a user', async ({ page, fixtures, open, check }) => {
  const user = await fixtures.user();
  await open(user, '/home');
  await expect(page.getByRole('heading', { name: /^1\. / })).toBeVisible();
  await check('home of a user');
});

screenTest('the fleet', async ({ page, fixtures, open, check }) => {
  await seedFleet(fixtures);
  await fixtures.device();
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
  // Nine devices make two pages. Serial numbers are random, so any of them may be on the second.
  await expect(cardsOf(page)).toHaveCount(8);
  await expect(cardsOf(page).getByText('Online').first()).toBeVisible();
  await check('fleet');
});

screenTest('the fleet before it has devices', async ({ page, fixtures, open, check }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(`${requestsTo(devicesHttp.list)}*`, async (route) => {
    await held;
    await route.fulfill({ status: 500, json: {} });
  });
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
  await expect(page.getByRole('main').getByRole('status', { name: 'Loading...' })).toBeVisible();
  await check('fleet that loads');

  release();
  await expect(page.getByText('Failed to load devices: 500')).toBeVisible();
  await check('fleet that failed');

  await page.unroute(`${requestsTo(devicesHttp.list)}*`);
  await page.reload();
  await expect(page.getByText('No devices found')).toBeVisible();
  await check('fleet without devices');

  await chooseBroadcast(page, 'Reboot All');
  await expect(page.getByRole('dialog', { name: 'Reboot all devices?' })).toBeVisible();
  await check('question before a broadcast');
});

screenTest('the forms of a device', async ({ page, fixtures, open, check }) => {
  const { serial } = await fixtures.device();
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, '&add=1'));
  const form = page.getByRole('dialog', { name: 'Add New Device' });
  await form.getByRole('button', { name: 'Add device' }).click();
  await expect(form.getByText('Serial number is required')).toBeVisible();
  await check('add form');

  await form.getByRole('button', { name: 'Generate serial' }).click();
  await form.getByRole('textbox', { name: 'Email' }).fill(fixtures.sharedEmail);
  await form.getByRole('button', { name: 'Add device' }).click();
  const added = page.getByRole('dialog', { name: 'Device added' });
  await expect(added).toBeVisible();
  await check('device key');

  await added.getByRole('button', { name: 'Done' }).click();
  await check('device key that was not copied');
  await added.getByRole('button', { name: 'Close without the key' }).click();
  await expect(added).toBeHidden();
  await waitUntilLive(page);
  await cardOf(page, serial)
    .getByRole('button', { name: `Edit ${serial}` })
    .click();
  await expect(page.getByRole('dialog', { name: 'Edit Device' }).getByText('A pass is set.')).toBeVisible();
  await check('edit form');
});

screenTest('the details of a device', async ({ page, fixtures, open, check }) => {
  const device = await fixtures.device({ note: 'Central Station, platform 4' });
  const simulated = await fixtures.simulate(device, { intervalMs: 200 });
  for (let record = 0; record < 5; record++) simulated.measure();
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&device=${device.serial}`));
  await drawerOf(page).getByRole('button', { name: 'Install', exact: true }).click();
  await expect(drawerOf(page).getByText(/^Install done/)).toBeVisible();
  await expect(drawerOf(page).getByRole('figure')).toBeVisible();
  await check('device drawer');

  await drawerOf(page).getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(drawerOf(page).getByRole('button', { name: 'Save' })).toBeVisible();
  await check('device drawer, editing');
});
