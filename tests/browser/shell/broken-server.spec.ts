import type { Page } from '@playwright/test';
import { cardOf, cardsOf, drawerOf, devicesPath, retryAfter } from '../support/pages/devices-page.ts';
import { expect, test } from '../support/test.ts';

/** Answers all calls below this path with this status, until the returned function is called. */
async function breakCall(page: Page, path: string, status: number): Promise<() => Promise<void>> {
  const matcher = (url: URL): boolean => url.pathname.startsWith(`/api${path}`);
  const bland = { error: 'Something went wrong', code: status === 403 ? 'forbidden' : 'internal' };
  await page.route(matcher, (route) => route.fulfill({ status, json: bland }));
  return () => page.unroute(matcher);
}

test(
  'the list shows Failed to load devices, and Retry loads it; a failed refresh keeps the cards and marks them as the last known values',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const { serial } = await fixtures.device();
    const mend = await breakCall(page, '/devices/all', 500);
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    await expect(page.getByText('Failed to load devices: 500')).toBeVisible();
    await retryAfter(page, page.getByRole('main').getByRole('button', { name: 'Retry' }), mend);
    await expect(cardOf(page, serial)).toBeVisible();

    await test.step('a failed refresh keeps the cards and marks them as the last known values', async () => {
      await breakCall(page, '/devices/all', 500);
      await page.getByRole('button', { name: 'Refresh' }).click();
      await expect(page.getByText('These are the last known values. Failed to load devices: 500')).toBeVisible();
      await expect(cardsOf(page)).toHaveCount(1);
    });
  },
);

test('the list shows Access denied when it is denied', { tag: '@full' }, async ({ fixtures, open, page }) => {
  await breakCall(page, '/devices/all', 403);
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
  await expect(page.getByText('Access denied. Administrator privileges required.')).toBeVisible();
});

test(
  'the details name each part that fails, while the rest remains usable',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const { serial } = await fixtures.connect(await fixtures.device());
    const mend = await breakCall(page, '/devices/info', 500);
    await breakCall(page, '/metrics/device', 500);
    await page.route('**/api/rpi/devices/send/commands/*', (route) => route.fulfill({ status: 500, json: {} }));
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&device=${serial}`));
    const drawer = drawerOf(page);
    await test.step('the details show Failed to fetch device info, and Retry loads them', async () => {
      await expect(drawer.getByText('Failed to fetch device info: 500')).toBeVisible();
      await retryAfter(page, drawer.getByRole('button', { name: 'Retry' }), mend);
      await expect(drawer.getByRole('region', { name: 'Device Info' })).toBeVisible();
    });

    await test.step('the metrics of the details show Failed to load metrics; the rest remains usable', async () => {
      for (const name of ['System Metrics', '24-Hour Statistics']) {
        await expect(drawer.getByRole('region', { name })).toContainText('Failed to load metrics: 500');
      }
      await expect(drawer.getByRole('button', { name: 'Reboot' })).toBeEnabled();
    });

    await test.step('a command shows Failed to reboot device', async () => {
      await drawer.getByRole('button', { name: 'Reboot' }).click();
      await expect(drawer.getByText('Failed to reboot device')).toBeVisible();
    });
  },
);

test(
  'create and edit show the message of the server, or the status without one',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const { serial } = await fixtures.device();
    await page.route('**/api/devices/create', (route) => route.fulfill({ status: 500, json: {} }));
    await page.route('**/api/devices/edit/*', (route) => route.fulfill({ status: 500, json: {} }));
    const admin = await fixtures.admin();
    await open(admin, devicesPath(fixtures.sharedEmail, '&add=1'));
    const add = page.getByRole('dialog', { name: 'Add New Device' });
    await add.getByRole('button', { name: 'Generate serial' }).click();
    await add.getByRole('button', { name: 'Add device' }).click();
    await expect(add.getByText('Failed to create device: 500')).toBeVisible();

    await page.goto(devicesPath(fixtures.sharedEmail, `&edit=${serial}`));
    const edit = page.getByRole('dialog', { name: 'Edit Device' });
    await edit.getByRole('textbox', { name: 'Note' }).fill('New');
    await edit.getByRole('button', { name: 'Save changes' }).click();
    await expect(edit.getByText('Failed to update device: 500')).toBeVisible();

    await page.goto(devicesPath(fixtures.sharedEmail, `&device=${serial}`));
    const info = drawerOf(page).getByRole('region', { name: 'Device Info' });
    await info.getByRole('button', { name: 'Edit' }).click();
    await info.getByRole('textbox', { name: 'Note' }).fill('New');
    await info.getByRole('button', { name: 'Save' }).click();
    await expect(info.getByText('Failed to update device information')).toBeVisible();
  },
);

test('the page works without the profile and offers Retry', { tag: '@full' }, async ({ fixtures, open, page }) => {
  const mend = await breakCall(page, '/users/info', 500);
  await open(await fixtures.admin(), '/home');
  await expect(page.getByText('Error getting user information')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The fleet' })).toBeVisible();
  await retryAfter(page, page.getByRole('button', { name: 'Retry' }), mend);
  await expect(page.getByRole('heading', { name: /^Hello, User/ })).toBeVisible();
});
