import { filters, topics } from '@belfry/schemas/mqtt/topics';
import mqtt from 'mqtt';
import { SERVICE_SECRET } from '../api.ts';
import { createAdmin, createCompany, createDevice, createUser, type TestDevice, type TestUser } from '../factories.ts';
import { connectDevice, type MqttDevice } from './mqtt-device.ts';
import type { Stack } from '../stack.ts';
import { until } from '../until.ts';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { configurationHttp } from '@belfry/schemas/http/device-state';

/** The WiFi password of `ownedDevice`. */
export const OWNED_DEVICE_SECRET = 'hunter-22-of-the-owner';

/** A user with a device that is online, bound, configured with a WiFi password, and has published all kinds of messages. */
export async function ownedDevice(
  stack: Stack,
): Promise<{ owner: TestUser; device: TestDevice; mqttDevice: MqttDevice }> {
  const admin = await createAdmin(stack);
  const owner = await createUser(stack);
  const main = await createCompany(stack, { user_id: owner.id });
  const company = await createCompany(stack, { below: main, type: 'Company' });
  const { company_id } = await createCompany(stack, { below: company });
  const device = await createDevice(stack, { user_id: owner.id, company_id });
  const mqttDevice = await connectDevice(stack.mqttUrl, device);
  await mqttDevice.status({ hostname: 'of-the-owner' });
  const settings = { wifi_login: 'home', wifi_pass: OWNED_DEVICE_SECRET, system_volume: 11 };
  await stack.call(configurationHttp.save, owner, { serial: device.serial, ...settings });
  await until('the configuration', () => mqttDevice.configs.length > 0);
  await mqttDevice.publish(topics.configReported(device.serial), { version: 1, system_volume: 11 }, { retain: true });
  const player = {
    state: 'playing',
    volume: 11,
    current_track: 'Private.mp3',
    position: 1,
    duration: 2,
    percentage: 50,
  };
  const at = new Date().toISOString();
  await mqttDevice.publish(
    topics.player(device.serial, 'music'),
    { ...player, playlist_length: 1, at },
    { retain: true },
  );
  await until('the report', async () => {
    const info = await stack.call(devicesHttp.info, admin, { device: device.serial });
    return info.body.hostname && info.body.players.music && info.body.configuration.reported;
  });
  return { owner, device, mqttDevice };
}

/** The retained messages of a device, read by the service. */
export async function retainedOf(stack: Stack, serial: string): Promise<string[]> {
  const client = await mqtt.connectAsync(stack.mqttUrl, {
    clientId: `belfry-test-${serial}`,
    username: 'service',
    password: SERVICE_SECRET,
    reconnectPeriod: 0,
  });
  const found: string[] = [];
  client.on('message', (topic) => found.push(topic));
  const marker = `test/${serial}`;
  await client.subscribeAsync([filters.everythingOfDevice(serial), marker], { qos: 1 });
  await client.publishAsync(marker, 'x', { qos: 1 });
  await until('the marker', () => found.includes(marker));
  await client.endAsync();
  return found.filter((topic) => topic !== marker);
}
