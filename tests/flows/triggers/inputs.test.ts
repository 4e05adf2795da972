import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { triggersHttp } from '@belfry/schemas/http/triggers/triggers';
import { topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectDevice, type MqttDevice } from '../../support/devices/mqtt-device.ts';
import { createDevice, type TestDevice, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { createShops } from '../../support/teams.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let owner: TestUser;
let chain: Awaited<ReturnType<typeof createShops>>;
let device: TestDevice;
let messageId: number;
const running: Device[] = [];
flow.beforeAll(({ lentStack }) => {
  stack = lentStack;
});
beforeEach(async () => {
  chain = await createShops(stack);
  ({ owner } = chain);
  device = await createDevice(stack, { user_id: owner.id, company_id: chain.own.node.company_id });
  const fire = { name: 'Fire', variants: [{ language: 'en', text: `Fire ${owner.id}` }], emergency: true };
  messageId = (await stack.call(messagesHttp.create, owner, fire)).body.id;
});
afterEach(async () => {
  for (const started of running.splice(0)) await started.stop();
});

const prepare = async (overrides: object = {}) => {
  const { status, body } = await stack.call(triggersHttp.create, owner, {
    name: 'Panic',
    company_id: chain.own.company.company_id,
    source: { type: 'input', serial: device.serial, input: 'panic' },
    action: { type: 'emergency', message_id: messageId, targets: { nodes: [chain.main.company_id] } },
    mode: 'automatic',
    drill: false,
    confirmed: true,
    ...overrides,
  });
  expect(status).toBe(201);
  return body;
};
const active = async () => (await stack.call(emergencyHttp.read, owner)).body.active;
const firings = async (id: number) => (await stack.call(triggersHttp.firings, owner, { id })).body;

const at = (offsetMs = 0): string => new Date(Date.now() + offsetMs).toISOString();
const change = (mqtt: MqttDevice, seq: number, state: 'on' | 'off', { time = at(), input = 'panic' } = {}) =>
  mqtt.publish(topics.inputs(device.serial), { seq, input, state, at: time });
const acknowledged = (mqtt: MqttDevice, seq: number) =>
  until(`${seq} is acknowledged`, () => mqtt.inputAcks.at(-1) === seq);

test('a button of a device starts an emergency once, which the device plays, and its journal ends empty', async () => {
  const trigger = await prepare();
  const simulated = startDevice({
    serial: device.serial,
    deviceKey: device.device_key,
    mqttUrl: stack.mqttUrl,
    apiUrl: stack.url,
    intervalMs: 60_000,
    ackTimeoutMs: 500,
  });
  running.push(simulated);
  await until('it is connected', () => simulated.isConnected);
  simulated.setInput('panic', 'on');
  simulated.setInput('panic', 'off');
  const [run] = await until('the emergency', active, (runs) => runs.length > 0);
  await until('the changes are acknowledged', () => simulated.flash.inputs.size === 0);
  const heard = () => stack.call(announcementsHttp.run, owner, { run_id: run?.run_id ?? '' });
  await until('it is played', heard, ({ body }) => body.deliveries[0]?.state === 'started');
  expect(await active()).toHaveLength(1);
  expect(await firings(trigger.id)).toMatchObject([
    {
      source: 'input',
      state: 'started',
      run_id: run?.run_id,
      details: { serial: device.serial, input: 'panic', state: 'on' },
    },
  ]);
  await stack.call(emergencyHttp.allClear, owner, { run_id: run?.run_id ?? '' });
});

test('a contact that bounces is one press, and the same state again is none', async () => {
  const trigger = await prepare({
    drill: true,
    source: { type: 'input', serial: device.serial, input: 'panic', debounce_ms: 2_000 },
  });
  const mqtt = await connectDevice(stack.mqttUrl, device);
  const begin = Date.now() - 20_000;
  const states = ['on', 'off', 'on', 'off', 'on', 'on', 'off', 'on'] as const;
  const offsets = [0, 20, 40, 60, 80, 100, 5_000, 9_000];
  for (const [index, state] of states.entries())
    await change(mqtt, index + 1, state, { time: new Date(begin + (offsets[index] ?? 0)).toISOString() });
  await acknowledged(mqtt, states.length);
  const history = await until(
    'two presses',
    () => firings(trigger.id),
    (all) => all.length === 2,
  );
  expect(history.map(({ at: pressed }) => Date.parse(pressed) - begin)).toEqual([9_000, 0]);
  await mqtt.disconnect();
});

test('starts what is prepared for this input of this organisation only, and nothing that is late', async () => {
  const [panic, release, elsewhere] = [
    await prepare({ drill: true }),
    await prepare({ drill: true, source: { type: 'input', serial: device.serial, input: 'panic', state: 'off' } }),
    await prepare({ drill: true, source: { type: 'input', serial: device.serial, input: 'door' } }),
  ];
  const foreign = await createShops(stack);
  const refused = await stack.call(triggersHttp.create, foreign.owner, {
    name: 'Foreign',
    company_id: foreign.main.company_id,
    source: { type: 'input', serial: device.serial, input: 'panic' },
    action: { type: 'silence', minutes: 10 },
    mode: 'automatic',
    drill: false,
  });
  expect(refused.status).toBe(422);
  const mqtt = await connectDevice(stack.mqttUrl, device);
  await change(mqtt, 1, 'on', { time: at(-3_600_000) });
  await change(mqtt, 2, 'off', { time: at(-3_500_000) });
  await change(mqtt, 3, 'on');
  await acknowledged(mqtt, 3);
  await until(
    'it has started',
    () => firings(panic.id),
    ([first]) => first?.state === 'drill',
  );
  expect((await firings(panic.id)).map(({ state }) => state)).toEqual(['drill', 'too_old']);
  expect((await firings(release.id)).map(({ state }) => state)).toEqual(['too_old']);
  expect(await firings(elsewhere.id)).toEqual([]);
  expect((await stack.call(triggersHttp.inputs, owner)).body).toMatchObject([
    { serial: device.serial, place: 'Speaker of Shop 12', input: 'panic', state: 'on' },
  ]);
  await mqtt.disconnect();
});

test('an invalid change is counted and skipped', async () => {
  const mqtt = await connectDevice(stack.mqttUrl, device);
  await mqtt.publish(topics.inputs(device.serial), { seq: 1, input: 'Panic button', state: 'pressed', at: at() });
  await change(mqtt, 2, 'on');
  await acknowledged(mqtt, 2);
  await mqtt.disconnect();
});
