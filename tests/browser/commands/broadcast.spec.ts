import type { Page } from '@playwright/test';
import { broadcastPanelOf as panelOf, chooseBroadcast, devicesPath } from '../support/pages/devices-page.ts';
import { stopClock } from '../support/clock.ts';
import { watchFor, watchForMessage } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';

const BROADCAST = '**/api/rpi/devices/send/commands/broadcast';
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

test('Reboot All asks for confirmation, reaches every device, and its banner disappears', async ({
  fixtures,
  open,
  page,
}) => {
  const devices = await Promise.all([1, 2].map(async () => fixtures.connect(await fixtures.device())));
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
  const panel = panelOf(page);
  const question = dialogOf(page, 'Reboot all devices?');
  await chooseBroadcast(page, 'Reboot All');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(question.getByText(/^\d+ devices?: \d+ online, \d+ offline$/)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  for (const { commands } of devices) expect(commands).toEqual([]);

  await chooseBroadcast(page, 'Reboot All');
  const text = 'Devices will restart within a few seconds';
  const messageShown = await watchFor(panel, { text });
  await question.getByRole('button', { name: 'Reboot All' }).click();
  await messageShown();
  for (const device of devices) expect((await device.nextCommand()).command).toBe('reboot');
  await expect(panel.getByText(text)).toBeHidden();
});

test(
  'while one command is sent the others are disabled, with a banner; a failed one is reported in the panel and in a message',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(BROADCAST, async (route) => {
      await held;
      await route.fulfill({
        json: { success: true, message: '', error: null, errorType: null, commandId: null, devices: 0 },
      });
    });
    await page.clock.install();
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    const panel = panelOf(page);
    await chooseBroadcast(page, 'Install All');
    await dialogOf(page, 'Install on all devices?').getByRole('button', { name: 'Install All' }).click();
    await expect(panel.getByText('Sending install command to all devices…')).toBeVisible();
    await panel.getByRole('button', { name: 'Commands for all devices' }).click();
    for (const name of ['Reinstall All', 'Reboot All']) {
      await expect(page.getByRole('menuitem', { name })).toBeDisabled();
    }
    await page.keyboard.press('Escape');
    // The banner disappears by itself after five seconds.
    await stopClock(page);
    release();
    await expect(panel.getByText('Installation process will start on all devices')).toBeVisible();
    await panel.getByRole('button', { name: 'Dismiss' }).click();
    await expect(panel.getByText('Installation process will start on all devices')).toBeHidden();
    await page.clock.resume();

    await test.step('a failed broadcast is reported in the panel and in a message', async () => {
      await page.unroute(BROADCAST);
      await page.route(BROADCAST, (route) =>
        route.fulfill({ status: 500, json: { error: 'Something went wrong', code: 'internal' } }),
      );
      await chooseBroadcast(page, 'Reboot All');
      const messageShown = await watchForMessage(page, 'Error rebooting devices: Something went wrong', 'alert');
      await dialogOf(page, 'Reboot all devices?').getByRole('button', { name: 'Reboot All' }).click();
      await expect(panel.getByText('Failed to send reboot command: Something went wrong')).toBeVisible();
      await messageShown();
    });
  },
);
