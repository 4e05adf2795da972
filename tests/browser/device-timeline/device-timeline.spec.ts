import { topics } from '@belfry/schemas/mqtt/topics';
import { expectAccessible } from '../support/axe.ts';
import { devicesPath, drawerOf } from '../support/pages/devices-page.ts';
import { waitForStoredMetrics } from '../support/product/stored.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, test } from '../support/test.ts';
import { timelineHttp } from '@belfry/schemas/http/device-timeline/timeline';

test('the timeline follows a device, filters by kind and links to an entry', async ({ fixtures, open, page }) => {
  const device = await fixtures.connect(await fixtures.device({ note: 'North gate' }));
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&device=${device.serial}`));
  const drawer = drawerOf(page);
  await drawer.getByRole('tab', { name: 'Timeline' }).click();
  const entries = drawer.getByRole('tabpanel').getByRole('listitem');
  await expect(entries.filter({ hasText: 'Online' })).toHaveCount(1);
  await waitForSubscription(page, topics.status(device.serial));
  await device.status({ status: 'maintenance', device_version: '2.0.0' });
  await expect(entries.filter({ hasText: 'In maintenance' })).toHaveCount(1);
  await expect(entries.filter({ hasText: 'Version 2.0.0, before 1.4.2' })).toHaveCount(1);

  await drawer.getByText('Versions', { exact: true }).click();
  await expect(entries).toHaveCount(2);
  await expect(page).toHaveURL(/details_types=firmware/);
  await entries.filter({ hasText: 'Version 1.4.2' }).getByRole('link').click();
  await expect(page).toHaveURL(/details_entry=\w+\.firmware\.\d+/);
  await page.reload();
  await expect(drawer.getByText(/^Entries up to/)).toBeVisible();
  await expect(entries).toHaveCount(1);
  await expect(entries).toHaveAttribute('aria-current', 'true');
  await drawer.getByRole('button', { name: 'Show the newest' }).click();
  await expect(entries).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/details_/);
});

test(
  'the chart of 24 hours has a table with the same figures; the timeline shows rejected settings and failures, and is usable at each width',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const device = await fixtures.connect(await fixtures.device());
    await device.publish(topics.configReported(device.serial), { version: 4, rejected: { music_volume: 'too loud' } });
    await device.status({ status: 'maintenance', device_version: '2.0.0' });
    await device.metrics({ cpu_usage_percent: 21, disk_usage_percent: 90 });
    await waitForStoredMetrics(stack, device.serial);
    const admin = await fixtures.admin();
    const timeline = () =>
      stack.call(timelineHttp.read, admin, { serial: device.serial }).then(({ body }) => JSON.stringify(body));
    await expect.poll(timeline, 'the rejected setting is stored').toContain('too loud');
    await open(admin, devicesPath(fixtures.sharedEmail, `&device=${device.serial}`));
    const drawer = drawerOf(page);
    await test.step('the chart of 24 hours has a table with the same figures', async () => {
      await drawer.getByText('Table', { exact: true }).click();
      const table = drawer.getByRole('table', { name: 'Averages, minima and maxima of the chosen time' });
      await expect(table.getByRole('row')).toHaveCount(2);
      await expect(table).toContainText('21%');
      await expect(table).toContainText('90%');
      await expectAccessible(page, { within: '[role="dialog"]' });
    });

    await drawer.getByRole('tab', { name: 'Timeline' }).click();
    await expect(drawer.getByText('Volume of music: too loud')).toBeVisible();
  },
);
