import type { Page } from '@playwright/test';
import { topics } from '@belfry/schemas/mqtt/topics';
import { cardOf, devicesPath } from './support/devices-page.ts';
import { expectAccessibleLayout, followSystemTheme } from './support/layout-checks.ts';
import { waitForSubscription } from './support/subscriptions.ts';
import { expect, test } from './support/test.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Device Settings/ });
const playerOf = (page: Page, name: string) => dialogOf(page).getByRole('region', { name, exact: true });
const toastOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

test('plays and stops music on the device, changes its volume, and shows both live', async ({
  fixtures,
  open,
  page,
}) => {
  const device = await fixtures.device();
  const simulated = await fixtures.simulate(device);
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
  await cardOf(page, device.serial)
    .getByRole('button', { name: `Settings of ${device.serial}` })
    .click();
  await expect(page).toHaveURL(new RegExp(`settings=${device.serial}`));
  const music = playerOf(page, 'Music');
  const stop = music.getByRole('button', { name: 'Stop Music' });
  // The device may play music from the start.
  if (simulated.player('music').state !== 'playing') await music.getByRole('button', { name: 'Play Music' }).click();
  await expect(music).toContainText('Playing');
  expect(simulated.player('music').state).toBe('playing');
  await stop.click();
  await expect(toastOf(page, 'Music stopped successfully')).toBeVisible();
  expect(simulated.player('music').state).toBe('stopped');
  await music.getByRole('button', { name: 'Play Music' }).click();
  await expect(toastOf(page, 'Music started successfully')).toBeVisible();
  await expect(stop).toBeEnabled();

  const volume = music.getByRole('slider', { name: 'Music volume' });
  await expect(volume).toHaveAttribute('aria-valuenow', '80');
  await music.getByRole('button', { name: 'Decrease Music volume' }).click();
  await expect.poll(() => simulated.player('music').volume).toBe(70);
  await volume.press('ArrowRight');
  await volume.press('ArrowRight');
  await expect.poll(() => simulated.player('music').volume).toBe(90);
  await expect(music.getByRole('status', { name: 'Music volume' })).toHaveText('90');

  await dialogOf(page).getByRole('button', { name: 'Stop All' }).click();
  await expect(music).toContainText('Stopped');
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
  await expect(page).not.toHaveURL(/settings=/);
});

test('an owner controls their own device, and a failing player is reported with its reason', async ({
  fixtures,
  open,
  page,
}) => {
  const owner = await fixtures.user();
  const device = await fixtures.connect(await fixtures.device({ user_id: owner.id }));
  await open(owner, `/home?settings=${device.serial}`);
  const radio = playerOf(page, 'Radio');
  await radio.getByRole('button', { name: 'Play Radio' }).click();
  const { correlation_id, command, params } = await device.nextCommand();
  expect({ command, params }).toEqual({ command: 'test_radio', params: { args: '--play' } });
  await device.respond({ correlation_id, success: false, error: 'the sound card did not open', error_type: 'player' });
  await expect(page.getByRole('alert').filter({ hasText: 'Radio: Error executing command' })).toContainText(
    'the sound card did not open',
  );
  await expect(radio.getByRole('button', { name: 'Play Radio' })).toBeEnabled();
});

test('an offline device takes no player commands until it is back', async ({ fixtures, open, page }) => {
  const device = await fixtures.device();
  const connection = await fixtures.connect(device);
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&settings=${device.serial}`));
  const play = playerOf(page, 'Music').getByRole('button', { name: 'Play Music' });
  await expect(play).toBeEnabled();
  await waitForSubscription(page, topics.status(device.serial));
  connection.kill();
  await expect(play).toBeDisabled();
  await expect(dialogOf(page).getByText('The device is offline. Commands need it to be online.')).toBeVisible();
  await fixtures.connect(device);
  await expect(play).toBeEnabled();
});

test('every tab is accessible and fits from 350 px, in both themes', async ({ fixtures, open, page }, {
  outputDir,
}) => {
  const device = await fixtures.device();
  await fixtures.simulate(device);
  await followSystemTheme(page);
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&settings=${device.serial}`));
  for (const name of ['Audio']) {
    await dialogOf(page).getByRole('tab', { name }).click();
    await expect(dialogOf(page).getByRole('tabpanel')).toBeVisible();
    await expectAccessibleLayout(page, `device settings, ${name}`, outputDir);
  }
});
