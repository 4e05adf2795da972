import type { Page } from '@playwright/test';
import { broadcastPanelOf as panelOf, chooseBroadcast, devicesPath } from '../support/pages/devices-page.ts';
import { watchFor } from '../support/watch-for.ts';
import { expect, test } from '../support/test.ts';

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

test(
  'Reboot All asks for confirmation, reaches every device, and its banner disappears',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
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
  },
);
