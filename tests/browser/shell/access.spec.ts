import mqtt from 'mqtt';
import { topics, filters } from '@belfry/schemas/mqtt/topics';
import { cardOf, cardsOf, connectionOf } from '../support/pages/devices-page.ts';
import { waitForSubscription } from '../support/subscriptions.ts';
import { expect, test } from '../support/test.ts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { configurationHttp } from '@belfry/schemas/http/device-state';
import { metricsHttp } from '@belfry/schemas/http/metrics/metrics-history';
import { resultsHttp } from '@belfry/schemas/http/commands/results';

const REFUSED = 128;

test('a user sees their own devices live, and no others', async ({ fixtures, open, page }) => {
  const user = await fixtures.user();
  const own = await fixtures.connect(await fixtures.device({ user_id: user.id }));
  const foreign = await fixtures.connect(await fixtures.device());
  await open(user, '/settings?tab=devices');
  await expect(cardsOf(page)).toHaveCount(1);
  await waitForSubscription(page, topics.status(own.serial));
  await foreign.status({ status: 'offline' });
  await own.status({ status: 'maintenance' });
  await expect(cardOf(page, own.serial)).toHaveAttribute('data-status', 'maintenance');
  await expect(page.getByRole('link', { name: 'Devices', exact: true })).toBeHidden();
  await expect(cardOf(page, own.serial).getByRole('button', { name: /^Edit/ })).toBeHidden();
});

test(
  'a device that a user registers appears live without a reload',
  { tag: '@full' },
  async ({ fixtures, open, page, stack }) => {
    const user = await fixtures.user();
    const device = await fixtures.device({ device_mode: 'pass' });
    await open(user, '/settings?tab=devices');
    await expect(page.getByText('No Devices Found')).toBeVisible();
    await waitForSubscription(page, topics.userEvents(user.id));
    const body = { serial: device.serial, pass: device.pass, note: 'Mine' };
    const registered = await stack.call(enrolmentHttp.register, user, { ...body });
    expect(registered.status).toBeLessThan(300);
    await expect(cardOf(page, device.serial)).toBeVisible();
    const mqttDevice = await fixtures.connect(device);
    await waitForSubscription(page, topics.status(device.serial));
    await mqttDevice.status({ status: 'maintenance' });
    await expect(cardOf(page, device.serial)).toHaveAttribute('data-status', 'maintenance');
  },
);

test(
  'the devices page denies access to a user and loads no data',
  { tag: '@full' },
  async ({ fixtures, open, page }) => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await open(await fixtures.user(), '/devices');
    await expect(page.getByText('Access Denied: Administrator privileges required to access this page.')).toBeVisible();
    await expect(page.getByText('This page is only for administrators and root users.')).toBeVisible();
    await expect(page.getByText('Your current role: Audio Controller')).toBeVisible();
    await expect(connectionOf(page)).toHaveText('Live');
    expect(requests.filter((path) => /^\/api\/(devices|metrics|rpi)/.test(path))).toEqual([]);
  },
);

test('a forged role in the browser gives no access to data', { tag: '@full' }, async ({ fixtures, open, page }) => {
  await fixtures.device();
  await open({ ...(await fixtures.user()), role: 'admin' }, '/devices');
  await expect(page.getByText(/^Access Denied/)).toBeVisible();
  await expect(cardsOf(page)).toHaveCount(0);
});

test('REST calls return 404 for devices of other users', { tag: '@full' }, async ({ fixtures, stack }) => {
  const { key, id } = await fixtures.user();
  const own = await fixtures.device({ user_id: id });
  const foreign = await fixtures.device();
  for (const [{ serial, device_id }, status] of [
    [own, 200],
    [foreign, 404],
  ] as const) {
    const answers = [
      await stack.call(devicesHttp.info, { key }, { device: serial }),
      await stack.call(devicesHttp.info, { key }, { device: device_id }),
      await stack.call(metricsHttp.newest, { key }, { serial }),
      await stack.call(metricsHttp.statistics, { key }, { serial }),
      await stack.call(configurationHttp.read, { key }, { serial }),
      await stack.call(resultsHttp.list, { key }, { serial }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
  }
  expect(
    (await stack.call(commandsHttp.send, { key }, { serial: foreign.serial, command: 'reboot', params: {} })).status,
  ).toBe(404);
  expect((await stack.call(devicesHttp.list, { key })).status).toBe(403);
});

test(
  'MQTT over WebSocket grants the user’s own topics and denies all others',
  { tag: '@full' },
  async ({ fixtures, stack }) => {
    const { key, id } = await fixtures.user();
    const own = await fixtures.device({ user_id: id });
    const foreign = await fixtures.device();
    const client = await mqtt.connectAsync(stack.wsUrl, { username: String(id), password: key, reconnectPeriod: 0 });
    const grantOf = async (filter: string): Promise<number> => {
      const { promise, resolve } = Promise.withResolvers<number>();
      client.subscribe(filter, { qos: 1 }, (_error, _granted, packet) => resolve(Number(packet?.granted?.[0])));
      return promise;
    };
    for (const filter of [...filters.readByConsole(own.serial), topics.metrics(own.serial), topics.userEvents(id)]) {
      expect(await grantOf(filter), filter).toBe(1);
    }
    for (const filter of [
      topics.configDesired(own.serial),
      filters.everythingOfDevice(own.serial),
      filters.everythingOfDevice(foreign.serial),
      topics.status(foreign.serial),
      filters.everyDevice,
      filters.allStatuses,
      topics.fleetSummary,
      topics.fleetCommands,
      topics.userEvents(id + 1),
      '#',
    ]) {
      expect(await grantOf(filter), filter).toBe(REFUSED);
    }
    await client.endAsync();
  },
);
