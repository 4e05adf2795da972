import { topics } from '@belfry/schemas/mqtt/topics';
import { confirmReboot, cardOf, connectionOf, drawerOf, devicesPath } from '../support/pages/devices-page.ts';
import { waitForStoredMetrics } from '../support/product/stored.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, restartableTest as test } from '../support/test.ts';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { healthHttp } from '@belfry/schemas/http/service/health';

/** Api and page reconnect to the broker with increasing delays. */
const BACK_MS = 60_000;

// Each test starts a process of the product again, which takes long on a busy machine.
test.describe.configure({ timeout: 360_000 });

test.afterEach(async ({ restartable }) => {
  restartable.broker.start();
  await restartable.ready();
});

test(
  'when the broker is killed, metrics are dimmed with their age, and fetched again afterwards',
  { tag: '@full' },
  async ({ fixtures, open, page, restartable }) => {
    const device = await fixtures.device();
    const mqttDevice = await fixtures.connect(device);
    await mqttDevice.metrics({ cpu_usage_percent: 52 });
    await waitForStoredMetrics(restartable, device.serial);
    const admin = await fixtures.admin();
    await open(admin, devicesPath(fixtures.sharedEmail));
    const card = cardOf(page, device.serial);
    await expect(card.getByText('52%')).toBeVisible();
    await expect(connectionOf(page)).toHaveText('Live');

    await restartable.broker.kill();
    await expect(connectionOf(page)).toHaveText(/Reconnecting|Offline/);
    await expect(page.getByText(/^Last known values, from /)).toBeVisible();
    await expect(card.getByText('52%')).toBeVisible();
    await expect(card.locator('xpath=ancestor::*[@data-stale]')).toHaveCSS('filter', /^saturate\(0\.\d+\)$/);

    // This change sends no MQTT message to the page.
    const body = { note: 'Changed meanwhile' };
    await restartable.call(devicesAdminHttp.edit, admin, { device_id: device.device_id, ...body });
    await expect(card).not.toContainText('Changed meanwhile');

    restartable.broker.start();
    await expect(connectionOf(page)).toHaveText('Live', { timeout: BACK_MS });
    await expect(page.getByText(/^Last known values, from /)).toBeHidden();
    await expect(card).toContainText('Changed meanwhile');
    const again = await fixtures.connect(device);
    await waitForSubscription(page, topics.metrics(device.serial));
    await again.metrics({ cpu_usage_percent: 53 });
    await expect(card.getByText('53%')).toBeVisible();
  },
);

test(
  'a command without the broker reports that it cannot be sent',
  { tag: '@full' },
  async ({ fixtures, open, page, restartable }) => {
    const device = await fixtures.connect(await fixtures.device());
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&device=${device.serial}`));
    const drawer = drawerOf(page);
    const reboot = drawer.getByRole('button', { name: 'Reboot' });
    await expect(reboot).toBeEnabled();
    await restartable.broker.kill();
    // The api notices it by itself, a moment later.
    await expect.poll(async () => (await restartable.call(healthHttp.ready, null)).status).not.toBe(200);
    await reboot.click();
    await confirmReboot(page);
    await expect(drawer.getByRole('alert')).toHaveText('WebSocket server unavailable - cannot send commands');
  },
);

test(
  'a drawer that stays open shows the changes that happened meanwhile',
  { tag: '@full' },
  async ({ fixtures, open, page, restartable }) => {
    const device = await fixtures.device();
    await fixtures.connect(device);
    const admin = await fixtures.admin();
    await open(admin, devicesPath(fixtures.sharedEmail, `&device=${device.serial}`));
    const notes = drawerOf(page).getByRole('region', { name: 'Notes & Description' });
    await expect(notes).toContainText('No notes');
    const serial = drawerOf(page).getByText(device.serial).first();
    const [header, content] = [await drawerOf(page).locator('header').boundingBox(), await serial.boundingBox()];
    if (!header || !content) throw new Error('The drawer is not shown');
    expect(content.y - header.y - header.height).toBeLessThan(20);
    await restartable.broker.kill();
    const age = drawerOf(page).getByText(/^Last known values, from /);
    // The age is above the values, and below the header, which would cover its upper edge.
    await age.click({ trial: true, position: { x: 20, y: 3 } });
    const isAbove = async (): Promise<boolean> => {
      const [upper, lower] = [await age.boundingBox(), await serial.boundingBox()];
      return upper !== null && lower !== null && upper.y + upper.height <= lower.y;
    };
    await expect.poll(isAbove).toBe(true);
    // Nothing moves for it.
    expect((await serial.boundingBox())?.y).toBe(content.y);
    await expect(connectionOf(page)).toHaveText(/Reconnecting|Offline/);
    await restartable.call(devicesAdminHttp.edit, admin, { device_id: device.device_id, note: 'Written in the dark' });
    restartable.broker.start();
    await expect(notes).toContainText('Written in the dark', { timeout: BACK_MS });
  },
);
