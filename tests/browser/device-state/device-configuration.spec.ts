import { topics } from '@belfry/schemas/mqtt/topics';
import { dialogOf } from '../support/pages/device-settings-page.ts';
import { devicesPath } from '../support/pages/devices-page.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { watchFor } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { requestsTo } from '../support/requests.ts';

test(
  'joins a network that the device finds, and reports the way back when the password is wrong',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const device = await fixtures.device();
    await fixtures.simulate(device);
    await open(
      await fixtures.admin(),
      devicesPath(fixtures.sharedEmail, `&settings=${device.serial}&settings_tab=wifi`),
    );
    const dialog = dialogOf(page);
    await dialog.getByRole('button', { name: 'Scan Networks' }).click();
    const networks = dialog.getByRole('region', { name: 'Networks near the device' });
    const ssid = dialog.getByRole('textbox', { name: 'SSID' });
    await networks.getByRole('button', { name: /^Belfry-Site/ }).click();
    await expect(ssid).toHaveValue('Belfry-Site');
    // A hidden network.
    const network = 'Upstairs';
    await ssid.fill(network);
    await dialog.getByRole('textbox', { name: 'Password' }).fill('short');
    const joining = await watchFor(dialog, { text: `The device is joining ${network}.` });
    await dialog.getByRole('button', { name: 'Join Network' }).click();
    await joining();
    await expect(
      dialog.getByText(`The device refused ${network}: ${network} did not lead to the server within 60 s.`),
    ).toBeVisible();
    await dialog.getByRole('button', { name: `Another password for ${network}` }).click();
    await dialog.getByRole('textbox', { name: 'Password' }).fill('long enough');
    await dialog.getByRole('button', { name: 'Join Network' }).click();
    await expect(dialog.getByText(`The device is connected to ${network}.`)).toBeVisible();
  },
);

test(
  'each setting shows whether the device applied or rejected it',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const device = await fixtures.connect(await fixtures.device());
    await open(
      await fixtures.admin(),
      devicesPath(fixtures.sharedEmail, `&settings=${device.serial}&settings_tab=system`),
    );
    const dialog = dialogOf(page);
    await dialog.getByRole('combobox', { name: 'Time zone' }).click();
    await page.getByRole('option', { name: 'Tokyo' }).click();
    await dialog.getByRole('switch', { name: 'Reboot at night' }).press('Space');
    await dialog.getByRole('button', { name: 'Save Settings' }).click();
    await expect(page.getByText('Settings saved')).toBeVisible();
    await expect(dialog.getByText('Waiting for the device').first()).toBeVisible();
    await waitForSubscription(page, topics.configReported(device.serial));
    const report = { version: 1, time_zone: 'UTC', reboot_at_night: false, rejected: { time_zone: 'no zone data' } };
    await device.publish(topics.configReported(device.serial), report, { retain: true });
    await expect(dialog.getByText('Rejected by the device: no zone data')).toBeVisible();
    await expect(dialog.getByText('Applied on the device')).toBeVisible();
  },
);

test(
  'shows both values when somebody else has saved the same setting, and lets choose',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const device = await fixtures.device();
    const admin = await fixtures.admin();
    await open(admin, devicesPath(fixtures.sharedEmail, `&settings=${device.serial}&settings_tab=system`));
    const dialog = dialogOf(page);
    const offset = dialog.getByRole('textbox', { name: 'UTC offset' });
    await offset.fill('3');
    // The other change comes between the click and the request: a page that knew it already would save over it.
    await page.route(requestsTo(configurationHttp.read, { serial: device.serial }), async (route) => {
      if (route.request().method() === 'POST') {
        await stack.call(configurationHttp.save, admin, { serial: device.serial, utc: -5 });
      }
      await route.continue();
    });
    await dialog.getByRole('button', { name: 'Save Settings' }).click();
    const notice = dialog.getByRole('status').filter({ hasText: 'Somebody else has changed this meanwhile' });
    await expect(notice).toContainText('Now: -5');
    await expect(notice).toContainText('Yours: 3');
    await notice.getByRole('button', { name: 'Take the present value of UTC offset' }).click();
    await expect(offset).toHaveValue('-5');
  },
);
