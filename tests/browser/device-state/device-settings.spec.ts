import { profileWithSerial } from '@belfry/device-firmware-sim/fleet/device-profiles';
import { topics } from '@belfry/schemas/mqtt/topics';
import { dialogOf, nextGivenCommand, playerOf } from '../support/pages/device-settings-page.ts';
import { cardOf, devicesPath } from '../support/pages/devices-page.ts';
import { tabTo } from '../support/keyboard.ts';
import { watchForMessage } from '../support/watch-for.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, test } from '../support/test.ts';

test(
  'plays and stops music on the device, changes its volume, and shows both live',
  { tag: '@smoke' },
  async ({ fixtures, open, page }) => {
    const device = await fixtures.device();
    // A second start within five seconds would show no message (SET-10), so the device plays from its start.
    const profile = profileWithSerial(device.serial);
    const playing = { ...profile, behaviour: { ...profile.behaviour, autoplay: 'music' as const } };
    const simulated = await fixtures.simulate(device, { profile: playing });
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    await cardOf(page, device.serial)
      .getByRole('button', { name: `Settings of ${device.serial}` })
      .click();
    await expect(page).toHaveURL(new RegExp(`settings=${device.serial}`));
    const music = playerOf(page, 'Music');
    const stop = music.getByRole('button', { name: 'Stop Music' });
    await expect(music).toContainText('Playing');
    expect(simulated.player('music').state).toBe('playing');
    const stopped = await watchForMessage(page, 'Music stopped successfully');
    await stop.click();
    await stopped();
    expect(simulated.player('music').state).toBe('stopped');
    const started = await watchForMessage(page, 'Music started successfully');
    await music.getByRole('button', { name: 'Play Music' }).click();
    await started();
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
  },
);

test(
  'an owner controls their own device, and a failing player is reported with its reason',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const owner = await fixtures.user();
    const device = await fixtures.connect(await fixtures.device({ user_id: owner.id }));
    await open(owner, `/settings?tab=devices&settings=${device.serial}`);
    const radio = playerOf(page, 'Radio');
    await radio.getByRole('button', { name: 'Play Radio' }).click();
    const { correlation_id, command, params } = await nextGivenCommand(device);
    expect({ command, params }).toEqual({ command: 'test_radio', params: { args: '--play' } });
    const reported = await watchForMessage(
      page,
      /Radio: Error executing command.*the sound card did not open/s,
      'alert',
    );
    await device.respond({
      correlation_id,
      success: false,
      error: 'the sound card did not open',
      error_type: 'player',
    });
    await reported();
    await expect(radio.getByRole('button', { name: 'Play Radio' })).toBeEnabled();
  },
);

test(
  'is operated with the keyboard alone, and gives the focus back',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const owner = await fixtures.user();
    const device = await fixtures.device({ user_id: owner.id });
    const simulated = await fixtures.simulate(device);
    await open(owner, '/settings?tab=devices');
    const gear = page.getByRole('button', { name: `Device Settings of ${device.serial}` });
    await expect(gear).toBeVisible();
    await tabTo(page, gear);
    await page.keyboard.press('Enter');
    const dialog = dialogOf(page);
    await expect(dialog.getByRole('tab', { name: 'Audio' })).toHaveAttribute('aria-selected', 'true');
    await tabTo(page, dialog.getByRole('tab', { name: 'Audio' }));
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('textbox', { name: 'SSID' })).toBeVisible();
    await expect(page).toHaveURL(/settings_tab=wifi/);
    await page.keyboard.press('ArrowLeft');
    const volume = dialog.getByRole('slider', { name: 'Radio volume' });
    await expect(volume).toHaveAttribute('aria-valuenow', '70');
    await tabTo(page, volume);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => simulated.player('radio').volume).toBe(60);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(gear).toBeFocused();
    await expect(page).toHaveURL(/tab=devices$/);
  },
);

test(
  'an offline device takes no player commands until it is back',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
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
  },
);
