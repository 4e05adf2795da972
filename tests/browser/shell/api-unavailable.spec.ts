import { topics } from '@belfry/schemas/mqtt/topics';
import { cardOf, connectionOf, drawerOf, devicesPath, rebootIn } from '../support/pages/devices-page.ts';
import { waitForStoredMetrics } from '../support/product/stored.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, restartableTest as test } from '../support/test.ts';

const UNAVAILABLE =
  'The server is not answering. You see the last known values; changes have to wait until it is back.';
/** The page checks the health of the api every ten seconds. */
const NOTICED_MS = 40_000;

// Each test starts a process of the product again, which takes long on a busy machine.
test.describe.configure({ timeout: 360_000 });

test.afterEach(async ({ restartable }) => {
  restartable.api.start();
  await restartable.ready();
});

test(
  'when the api is killed, the page reports it, keeps its values, and recovers',
  { tag: '@full' },
  async ({ fixtures, open, page, restartable }) => {
    const device = await fixtures.connect(await fixtures.device());
    await device.metrics({ cpu_usage_percent: 44 });
    await waitForStoredMetrics(restartable, device.serial);
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    const card = cardOf(page, device.serial);
    await expect(card.getByText('44%')).toBeVisible();
    await expect(connectionOf(page)).toHaveText('Live');
    await waitForSubscription(page, topics.metrics(device.serial));

    await restartable.api.kill();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Failed to load devices: no connection')).toBeVisible();
    await expect(page.getByText('These are the last known values.')).toBeVisible();
    await expect(card.getByText('44%')).toBeVisible();
    await expect(page.getByText(UNAVAILABLE)).toBeVisible({ timeout: NOTICED_MS });
    await expect(connectionOf(page)).toHaveText('Reconnecting');

    // Live metrics arrive through the broker, which is still running.
    await device.metrics({ cpu_usage_percent: 46 });
    await expect(card.getByText('46%')).toBeVisible();

    const { serial } = await fixtures.device();
    restartable.api.start();
    await expect(page.getByText(UNAVAILABLE)).toBeHidden({ timeout: NOTICED_MS });
    await expect(page.getByText('These are the last known values.')).toBeHidden();
    await expect(connectionOf(page)).toHaveText('Live');
    await expect(cardOf(page, serial)).toBeVisible();
  },
);

test(
  'a command without the api fails with a message, and succeeds afterwards',
  { tag: '@full' },
  async ({ fixtures, open, page, restartable }) => {
    const device = await fixtures.connect(await fixtures.device());
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&device=${device.serial}`));
    const drawer = drawerOf(page);
    await expect(drawer.getByRole('button', { name: 'Reboot' })).toBeEnabled();
    await restartable.api.kill();
    await rebootIn(page);
    // Without what the drawer had not loaded yet, which says so in its place.
    await expect(drawer.getByRole('alert', { description: /^Network error: / })).toBeVisible();
    restartable.api.start();
    await restartable.ready();
    await rebootIn(page);
    const { correlation_id } = await device.nextCommand();
    await device.respond({ correlation_id, result: { uptime_seconds: 1 }, execution_time_ms: 900 });
    await expect(drawer.getByText('Reboot done in 0.9 s')).toBeVisible();
  },
);

test(
  'sign-in without the api shows an error and keeps the input',
  { tag: '@full' },
  async ({ fixtures, page, restartable }) => {
    const admin = await fixtures.admin();
    await page.goto('/login');
    await page.getByRole('textbox', { name: 'Email' }).fill(admin.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(admin.password);
    await restartable.api.kill();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Network error: Unable to connect to the server. Please check your internet connection and try again.',
    );
    restartable.api.start();
    await restartable.ready();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(/\/home$/);
  },
);
