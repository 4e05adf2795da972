import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { metricsHttp } from '@belfry/schemas/http/metrics/metrics-history';
import { expect, it } from 'vitest';
import { connectDevice, type MqttDevice } from '../../support/devices/mqtt-device.ts';
import { createAdmin, createDevice, type TestDevice, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let admin: TestUser;
let device: TestDevice;
let connected: MqttDevice;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  admin = await createAdmin(stack);
  device = await createDevice(stack);
  connected = await connectDevice(stack.mqttUrl, device);
  return () => connected.disconnect();
});

const info = async () => (await stack.call(devicesHttp.info, admin, { device: device.serial })).body;
const clock = async () => {
  const { clock_offset_ms, clock_synchronised } = await info();
  return [clock_offset_ms, clock_synchronised];
};
/** Resolves when the record is the last one that is known. */
async function measure(seq: number, metrics: Parameters<MqttDevice['metrics']>[0] = {}): Promise<void> {
  await connected.metrics({ seq, ...metrics });
  await until(`record ${seq}`, async () => (await info()).metrics?.seq === seq);
}

it('nothing is known of the clock of a device that does not report it', async () => {
  expect(await clock()).toEqual([null, null]);
  await measure(1);
  expect(await clock()).toEqual([null, null]);
});

it('the offset and whether it is synchronised are that of the last record', async () => {
  await measure(2, { clock_offset_ms: 35.2, clock_synchronised: true });
  expect(await clock()).toEqual([35.2, true]);
  await measure(4, { clock_offset_ms: null, clock_synchronised: false });
  expect(await clock()).toEqual([null, false]);
  // A record of the journal is no news.
  await connected.metrics({ seq: 3, clock_offset_ms: 1, clock_synchronised: true });
  await measure(5, { clock_offset_ms: -21, clock_synchronised: true });
  expect(await clock()).toEqual([-21, true]);
  const { body } = await stack.call(metricsHttp.newest, admin, { serial: device.serial });
  expect(body.map(({ seq }) => seq)).toContain(3);
});

it('the list has it as well', async () => {
  const { body } = await stack.call(devicesHttp.list, admin, { q: device.serial });
  expect(body).toMatchObject([{ serial: device.serial, clock_offset_ms: -21, clock_synchronised: true }]);
});

it('is unknown again after a firmware that does not report it', async () => {
  await measure(6);
  expect(await clock()).toEqual([null, null]);
});
