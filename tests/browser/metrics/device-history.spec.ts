import { drawerOf, devicesPath } from '../support/pages/devices-page.ts';
import { waitForStoredMetrics } from '../support/product/stored.ts';
import { expect, test } from '../support/test.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test(
  'the history of a device is shown from 24 hours to a year, as a chart and as a table',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const device = await fixtures.connect(await fixtures.device());
    for (const [seq, hours] of [
      [1, 5],
      [2, 3],
      [3, 1],
    ] as const) {
      const collected_at = new Date(Date.now() - hours * HOUR_MS).toISOString();
      await device.metrics({ seq, cpu_usage_percent: 10 * seq, collected_at });
    }
    await waitForStoredMetrics(stack, device.serial, 3);
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&device=${device.serial}`));
    const drawer = drawerOf(page);
    const times = drawer.getByRole('radiogroup', { name: 'Time of the history' });
    await drawer.getByRole('radiogroup', { name: 'Show the history as' }).getByText('Table').click();
    const rows = drawer.getByRole('table', { name: 'Averages, minima and maxima of the chosen time' }).getByRole('row');
    await expect(rows).toHaveCount(1 + 3);
    await times.getByText('7 d', { exact: true }).click();
    await expect(rows).toHaveCount(1 + 3);
    await times.getByText('30 d', { exact: true }).click();
    await expect(rows).toHaveCount(1 + 3);
    await expect(page).toHaveURL(/details_range=30d/);
    await page.reload();
    await expect(times.getByRole('radio', { name: '30 d' })).toBeChecked();
    await expect(drawer.getByRole('figure', { name: /over the chosen time/ })).toBeVisible();

    await times.getByText('Days', { exact: true }).click();
    const twentyDaysAgo = new Date(Date.now() - 21 * DAY_MS).toISOString().slice(0, 10);
    const tenDaysAgo = new Date(Date.now() - 10 * DAY_MS).toISOString().slice(0, 10);
    await drawer.getByLabel('First day').fill(twentyDaysAgo);
    await drawer.getByLabel('Last day').fill(tenDaysAgo);
    await expect(page).toHaveURL(new RegExp(`details_range=${twentyDaysAgo}_${tenDaysAgo}`));
    await expect(drawer.getByText('Nothing was measured in this time.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).not.toHaveURL(/details_/);
  },
);
