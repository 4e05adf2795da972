import { topics } from '@belfry/schemas/mqtt/topics';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { timelineHttp } from '@belfry/schemas/http/device-timeline/timeline';
import { createCompany } from '../support/factories.ts';
import { dialogOf } from '../browser/support/pages/device-settings-page.ts';
import { confirmReboot, devicesPath, drawerOf } from '../browser/support/pages/devices-page.ts';
import { waitForStoredMetrics } from '../browser/support/product/stored.ts';
import { expect } from '../browser/support/test.ts';
import { DESKTOP, screenTest } from './support/screen-test.ts';
import { nextPlay, report, createSpeaker } from '../support/announcements.ts';

const HOUR_MS = 3_600_000;

screenTest('the history and the timeline of a device', async ({ fixtures, open, page, stack, check }) => {
  const device = await fixtures.connect(await fixtures.device());
  await device.publish(topics.configReported(device.serial), { version: 4, rejected: { music_volume: 'too loud' } });
  await device.status({ status: 'maintenance', device_version: '2.0.0' });
  for (const seq of [1, 2, 3]) {
    const collected_at = new Date(Date.now() - (6 - seq) * HOUR_MS).toISOString();
    await device.metrics({ seq, cpu_usage_percent: 10 * seq, disk_usage_percent: 90, collected_at });
  }
  await waitForStoredMetrics(stack, device.serial, 3);
  const admin = await fixtures.admin();
  const timeline = () =>
    stack.call(timelineHttp.read, admin, { serial: device.serial }).then(({ body }) => JSON.stringify(body));
  await expect.poll(timeline, 'the rejected setting is stored').toContain('too loud');
  await open(admin, devicesPath(fixtures.sharedEmail, `&device=${device.serial}&details_range=30d`));
  const drawer = drawerOf(page);
  await expect(drawer.getByRole('figure', { name: /over the chosen time/ })).toBeVisible();
  await check('device history');
  await drawer.getByRole('radiogroup', { name: 'Show the history as' }).getByText('Table').click();
  const table = drawer.getByRole('table', { name: 'Averages, minima and maxima of the chosen time' });
  await expect(table.getByRole('row')).not.toHaveCount(0);
  await check('device history as a table');
  await drawer.getByRole('tab', { name: 'Timeline' }).click();
  await expect(drawer.getByText('Volume of music: too loud')).toBeVisible();
  await check('device timeline');
});

screenTest('announcements in the timeline of a device', async ({ fixtures, open, page, stack, check }) => {
  const owner = await fixtures.user();
  const main = await createCompany(stack, { user_id: owner.id, name: 'School' });
  const place = await createSpeaker(stack, owner, main, { name: 'Hall' });
  const { body } = await stack.call(sayHttp.say, owner, {
    text: 'We close soon',
    targets: { devices: [place.serial] },
  });
  await nextPlay(place);
  await report(place, body.run_id, 'started', 'finished');
  await open(await fixtures.admin(), `/devices?q=${place.serial}&device=${place.serial}&details_tab=timeline`);
  const entries = drawerOf(page).getByRole('tabpanel').getByRole('listitem');
  await expect(entries.filter({ hasText: 'Say now: We close soon' })).toContainText(/Heard, \d/);
  await check('timeline with announcements');
  place.client.end(true);
});

screenTest('a command that waits for its device', async ({ fixtures, open, page, check }) => {
  const { serial } = await fixtures.device();
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&device=${serial}`));
  const later = drawerOf(page).getByRole('region', { name: 'Send when it is back' });
  await later.getByRole('button', { name: 'Send when it is back' }).click();
  await confirmReboot(page);
  const history = drawerOf(page).getByRole('region', { name: 'Last commands' }).getByRole('listitem');
  await expect(history.first()).toContainText('Waits for the device until');
  await expect(page.getByText('Reboot waits until the device is back.')).toBeHidden();
  await later.getByRole('combobox', { name: 'Command' }).selectOption('Set volume');
  await expect(later.getByRole('textbox', { name: 'Volume' })).toBeVisible();
  await check('command with parameters that waits');
});

screenTest('the settings of a device, tab by tab', async ({ fixtures, open, page, check }) => {
  const device = await fixtures.device();
  await fixtures.simulate(device);
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&settings=${device.serial}`));
  for (const name of ['Status', 'Audio', 'WiFi', 'System', 'Info']) {
    await dialogOf(page).getByRole('tab', { name }).click();
    await expect(dialogOf(page).getByRole('tabpanel')).toBeVisible();
    if (name === 'WiFi') {
      await dialogOf(page).getByRole('button', { name: 'Scan Networks' }).click();
      await expect(dialogOf(page).getByRole('region', { name: 'Networks near the device' })).toBeVisible();
    }
    await check(`device settings, ${name}`);
  }
  // The footer has Refresh on desktops only.
  const refresh = dialogOf(page).getByRole('button', { name: 'Refresh', exact: true });
  await expect(refresh).toBeVisible();
  await page.setViewportSize({ width: 350, height: 900 });
  await expect(refresh).toBeHidden();
  await page.setViewportSize(DESKTOP);
  // What is scrolled below the footer is covered by it, also the thumbs of sliders.
  await dialogOf(page).getByRole('tab', { name: 'Audio' }).click();
  const layerOf = (element: Element): number => {
    const layer = element.closest<HTMLElement>('[class*=footer], [class*=thumb]');
    return Number(layer && getComputedStyle(layer).zIndex);
  };
  const thumb = await dialogOf(page).getByRole('slider').first().evaluate(layerOf);
  expect(thumb).toBeGreaterThan(0);
  expect(await dialogOf(page).getByRole('button', { name: 'Save Settings' }).evaluate(layerOf)).toBeGreaterThan(thumb);
});
