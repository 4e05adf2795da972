import { confirmReboot, drawerOf, devicesPath } from '../support/pages/devices-page.ts';
import { expect, test } from '../support/test.ts';

test(
  'a command for an offline device waits, can be cancelled, and goes out when the device is back',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const created = await fixtures.device();
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&device=${created.serial}`));
    const drawer = drawerOf(page);
    const later = drawer.getByRole('region', { name: 'Send when it is back' });
    const history = drawer.getByRole('region', { name: 'Last commands' }).getByRole('listitem');
    await later.getByRole('combobox', { name: 'Wait for at most' }).selectOption('3 days');
    await later.getByRole('button', { name: 'Send when it is back' }).click();
    await confirmReboot(page);
    await expect(history.first()).toContainText('Queued');
    await expect(history.first()).toContainText('Waits for the device until');
    await expect(page.getByText('Reboot waits until the device is back.')).toBeHidden();
    await history.first().getByRole('button', { name: 'Cancel Reboot' }).click();
    await expect(history.first()).toContainText('Cancelled');

    await later.getByRole('combobox', { name: 'Command' }).selectOption('Set volume');
    await later.getByRole('combobox', { name: 'Player' }).selectOption('Radio');
    await later.getByRole('textbox', { name: 'Volume' }).fill('35');
    await later.getByRole('button', { name: 'Send when it is back' }).click();
    await expect(history.first()).toContainText('Queued');
    await history.first().getByRole('button', { name: 'Cancel Set volume' }).click();
    await expect(history.first()).toContainText('Cancelled');

    await later.getByRole('combobox', { name: 'Command' }).selectOption('Install');
    await later.getByRole('button', { name: 'Send when it is back' }).click();
    await expect(history.first()).toContainText('Queued');
    const device = await fixtures.connect(created);
    const { correlation_id, command } = await device.nextCommand();
    expect(command).toBe('install');
    await expect(history.first()).toContainText('Sent');
    await device.respond({ correlation_id, result: { version: '2.0.0', previous_version: '1.4.2' } });
    await expect(history.first()).toContainText('Done');
    await expect(later).toBeHidden();
    expect(device.commands).toHaveLength(1);
  },
);
