import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { profileWithSerial } from '@belfry/device-firmware-sim/fleet/device-profiles';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { scenarioRunsHttp } from '@belfry/schemas/http/scenarios/runs';
import { scenariosHttp } from '@belfry/schemas/http/scenarios/scenarios';
import { topics } from '@belfry/schemas/mqtt/topics';
import { onTestFinished } from 'vitest';
import { createDevice, createSpeakers, createUser, type TestDevice } from '../factories.ts';
import { success } from '../http-client.ts';
import type { Stack } from '../stack.ts';
import { until } from '../until.ts';
import { connectDevice, type MqttDevice } from './mqtt-device.ts';

/** An organisation with so many loudspeakers, and scenarios there. */
export async function prepareOutputs(stack: Stack, count = 1) {
  const owner = await createUser(stack);
  const { company, nodes, ids } = await createSpeakers(stack, owner, count);
  const devices: TestDevice[] = [];
  for (const company_id of ids) devices.push(await createDevice(stack, { user_id: owner.id, company_id }));
  const targets = { nodes: [company.company_id] };
  const create = (actions: object[]) =>
    success(
      stack.call(scenariosHttp.create, owner, {
        name: 'Strobe',
        company_id: company.company_id,
        actions,
      }),
    );
  const start = async (actions: object[]) => {
    const { id } = await create(actions);
    const { scenario_run_id } = await success(stack.call(scenariosHttp.start, owner, { id }));
    const read = () => success(stack.call(scenarioRunsHttp.read, owner, { scenario_run_id }));
    const end = () => success(stack.call(scenarioRunsHttp.end, owner, { scenario_run_id }));
    return { scenario_run_id, read, end };
  };
  const outputsOf = async ({ serial }: TestDevice) =>
    (await success(stack.call(devicesHttp.info, owner, { device: serial }))).outputs;
  return { owner, company, nodes, devices, targets, create, start, outputsOf };
}

/** A device with a relay and a strobe. */
export async function simulateOutputs(stack: Stack, { serial, device_key }: TestDevice): Promise<Device> {
  const base = profileWithSerial(serial);
  const profile = { ...base, behaviour: { ...base.behaviour, outputs: ['relay', 'strobe'] } };
  const options = { serial, profile, deviceKey: device_key, mqttUrl: stack.mqttUrl };
  const device = startDevice({ ...options, intervalMs: 60_000, speed: 100 });
  onTestFinished(() => device.stop());
  await until('it is connected', () => device.isConnected);
  return device;
}

/** A device that reports its outputs as the test says. */
export async function connectOutputs(stack: Stack, device: TestDevice): Promise<MqttDevice> {
  const mqtt = await connectDevice(stack.mqttUrl, device);
  onTestFinished(() => mqtt.disconnect());
  await mqtt.status();
  return mqtt;
}

export const reportOutput = ({ serial, publish }: MqttDevice, output: string, state: string) =>
  publish(topics.outputs(serial), { output, state, at: new Date().toISOString() }, { retain: true });
