import { profileWithSerial } from '@belfry/device-firmware-sim/fleet/device-profiles';
import { topics } from '@belfry/schemas/mqtt/topics';
import { cardOf, drawerOf, devicesPath, rebootIn } from '../support/pages/devices-page.ts';
import { until } from '../../support/until.ts';
import { watchFor } from '../support/watch-for.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, test } from '../support/test.ts';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { requestsTo, mockResponse } from '../support/requests.ts';

test(
  'a reboot shows its phases and its result, and restarts the device',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const device = await fixtures.device();
    await fixtures.simulate(device, { speed: 1 });
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail));
    await cardOf(page, device.serial)
      .getByRole('button', { name: `Details of ${device.serial}` })
      .click();
    const drawer = drawerOf(page);
    await expect(page).toHaveURL(new RegExp(`device=${device.serial}`));
    const progress = drawer.getByRole('region', { name: 'Progress of the command' });
    const restarting = await watchFor(drawer, { text: 'Reboot: restarting' });
    const done = await watchFor(drawer, { text: /Reboot done in \d+\.\d s/ });
    await rebootIn(page);
    await restarting();
    await done();
    await expect(progress).toBeHidden();
    await expect(drawer.getByRole('button', { name: 'Install', exact: true })).toBeEnabled();
    const last = drawer.getByRole('region', { name: 'Last commands' }).getByRole('listitem').first();
    await expect(last).toContainText('Reboot');
    await expect(last).toContainText('Done');
  },
);

test(
  'the drawer shows all data of a device, live metrics, and each phase of a command',
  { tag: '@smoke' },
  async ({ fixtures, open, page, stack }) => {
    const created = await fixtures.device({ note: 'Over the north gate' });
    const device = await fixtures.connect(created);
    const records = stack.db
      .selectFrom('metrics')
      .select('cpu_usage_percent')
      .where('device_id', '=', created.device_id);
    const stored = (percent: number) =>
      until(`${percent} % are stored`, async () =>
        (await records.execute()).some(({ cpu_usage_percent }) => cpu_usage_percent === percent),
      );
    await device.metrics({ cpu_usage_percent: 21, uptime_seconds: 93_784, hostname: 'north-gate' });
    await stored(21);
    await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&device=${device.serial}`));
    const drawer = drawerOf(page);

    await test.step('the drawer shows all data of a device, and live metrics', async () => {
      for (const name of [
        'Device Info',
        'System Metrics',
        '24-Hour Statistics',
        'History of the last 24 hours',
        'Last commands',
        'Notes & Description',
      ]) {
        await expect(drawer.getByRole('region', { name })).toBeVisible();
      }
      const metrics = drawer.getByRole('region', { name: 'System Metrics' });
      await expect(metrics).toContainText('north-gate');
      await expect(metrics).toContainText('1d 2h 3m');
      await waitForSubscription(page, topics.metrics(device.serial));
      await device.metrics({ cpu_usage_percent: 87 });
      await expect(metrics).toContainText('87%, above its limit');
      await expect(drawer.getByRole('region', { name: 'Notes & Description' })).toContainText('Over the north gate');
      // The page receives a record before it is stored.
      await stored(87);
      await drawer.getByRole('button', { name: 'Refresh All' }).click();
      await expect(drawer.getByRole('table', { name: '24-Hour Statistics' })).toContainText('87%');
      await expect(drawer.getByRole('figure')).toBeVisible();
    });

    await test.step('each phase is shown when the device publishes it', async () => {
      const progress = drawer.getByRole('region', { name: 'Progress of the command' });
      const step = progress.locator('[aria-current=step]');
      await drawer.getByRole('button', { name: 'Install', exact: true }).click();
      await expect(step).toHaveText('Sent');
      for (const name of ['Reboot', 'Reinstall']) await expect(drawer.getByRole('button', { name })).toBeDisabled();
      const { correlation_id, command } = await device.nextCommand();
      expect(command).toBe('install');
      await device.respond({ correlation_id, phase: 'accepted', success: null });
      await expect(step).toHaveText('Accepted');
      const result = { progress: 42, step: 'unpacking' };
      await device.respond({ correlation_id, phase: 'running', success: null, result });
      await expect(step).toHaveText('Running');
      await expect(progress).toContainText('Install: unpacking');
      await expect(progress).toContainText('42 %');
      const versions = { version: '2.0.0', previous_version: '1.4.2' };
      await device.respond({ correlation_id, result: versions, execution_time_ms: 61_240 });
      await expect(drawer.getByText('Install done in 61.2 s')).toBeVisible();
    });

    const cases = [
      [409, 'device_offline', 'Device is currently offline and cannot receive reboot command'],
      [404, 'device_not_found', 'Device not found in system'],
      [504, 'command_timeout', 'Reboot command timed out - device may be restarting'],
      [503, 'websocket_unavailable', 'WebSocket server unavailable - cannot send commands'],
    ] as const;
    for (const [status, errorType, text] of cases) {
      await test.step(`a failed command shows its reason: ${errorType}`, async () => {
        const answer = { success: false, commandId: null, message: '', result: null, error: 'not this', errorType };
        const undo = await mockResponse(page, requestsTo(commandsHttp.sendAndWait, { serial: '*' }), {
          status,
          json: answer,
        });
        await rebootIn(page);
        await expect(drawer.getByText(text)).toBeVisible();
        await undo();
      });
    }
  },
);

test(
  'commands of others are shown, and an offline device takes none',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const created = await fixtures.device();
    const device = await fixtures.connect(created);
    const admin = await fixtures.admin();
    const { key } = admin;
    await open(admin, devicesPath(fixtures.sharedEmail, `&device=${device.serial}`));
    const drawer = drawerOf(page);
    const commands = ['Reboot', 'Install', 'Reinstall'].map((name) =>
      drawer.getByRole('button', { name, exact: true }),
    );
    const last = drawer.getByRole('region', { name: 'Last commands' }).getByRole('listitem').first();
    await expect(drawer.getByText('No command has been sent to this device yet.')).toBeVisible();
    for (const button of commands) await expect(button).toBeEnabled();

    await test.step('a command of another user is shown', async () => {
      await waitForSubscription(page, topics.commands(device.serial));
      const { key: other } = await fixtures.admin();
      const body = { command: 'reboot', params: {} };
      await stack.call(commandsHttp.send, { key: other }, { serial: device.serial, ...body });
      await expect(drawer.getByText('The device is carrying out another command.')).toBeVisible();
      const { correlation_id } = await device.nextCommand();
      await device.respond({ correlation_id, success: false, error: 'no hands free', error_type: 'busy' });
      await expect(last).toContainText('no hands free');
      await expect(drawer.getByRole('button', { name: 'Reboot' })).toBeEnabled();
    });

    await test.step('a broadcast and an expired command appear in the history', async () => {
      await waitForSubscription(page, topics.userEvents(admin.id));
      const sent = await stack.call(commandsHttp.broadcast, { key }, { command: 'install' });
      await expect(last).toContainText('Sent');
      await expect(drawer.getByRole('button', { name: 'Reboot' })).toBeDisabled();
      await stack.db
        .updateTable('command_deliveries')
        .set({ expires_at: new Date(0) })
        .where('command_id', '=', String(sent.body['commandId']))
        .execute();
      await expect(last).toContainText('Install command timed out');
      await expect(drawer.getByRole('button', { name: 'Reboot' })).toBeEnabled();
    });

    await test.step('an offline device takes no commands, with the reason, until it is online again', async () => {
      device.kill();
      await expect(drawer.getByText('Commands need the device to be online.')).toBeVisible();
      for (const button of commands) {
        await expect(button).toBeDisabled();
        await expect(button).toHaveAccessibleDescription('Commands need the device to be online.');
      }
      await fixtures.connect(created);
      for (const button of commands) await expect(button).toBeEnabled();
    });
  },
);

test('a failed command shows the error of the device', { tag: '@full' }, async ({ fixtures, open, page }) => {
  const device = await fixtures.device();
  const profile = profileWithSerial(device.serial);
  const full = { ...profile, behaviour: { ...profile.behaviour, diskUsedPercent: 98 } };
  await fixtures.simulate(device, { profile: full });
  await open(await fixtures.admin(), devicesPath(fixtures.sharedEmail, `&device=${device.serial}`));
  const drawer = drawerOf(page);
  await drawer.getByRole('button', { name: 'Install', exact: true }).click();
  await expect(drawer.getByRole('alert')).toHaveText('the disk is full');
  const last = drawer.getByRole('region', { name: 'Last commands' }).getByRole('listitem').first();
  await expect(last).toContainText('Failed');
  await expect(last).toContainText('the disk is full');
});
