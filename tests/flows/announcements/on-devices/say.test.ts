import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { afterEach, expect, test } from 'vitest';
import { createDevice, createUser, type TestUser } from '../../../support/factories.ts';
import { flow } from '../../../support/flow.ts';
import type { Stack } from '../../../support/stack.ts';
import { until } from '../../../support/until.ts';
import { emergencyHttp } from '@belfry/schemas/http/announcements/emergency';
import { messagesHttp } from '@belfry/schemas/http/library/texts';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';

const DEVICES = 40;
let stack: Stack;
let owner: TestUser;
const devices: Device[] = [];

flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
});
afterEach(async () => {
  for (const device of devices.splice(0)) await device.stop();
});

async function startOnline(count: number): Promise<Device[]> {
  const ids: number[] = [];
  for (let each = 0; each < count; each++) {
    const { device_id, serial, device_key } = await createDevice(stack, { user_id: owner.id });
    ids.push(device_id);
    devices.push(
      startDevice({
        serial,
        deviceKey: device_key,
        mqttUrl: stack.mqttUrl,
        apiUrl: stack.url,
        intervalMs: 60_000,
        ackTimeoutMs: 500,
      }),
    );
  }
  await until('all are online', async () => {
    const { rows } = await stack.pool.query(
      "SELECT 1 FROM device_state WHERE status = 'online' AND device_id = ANY($1::int[])",
      [ids],
    );
    return rows.length === count;
  });
  return devices;
}

const say = (body: object) =>
  stack.call(sayHttp.say, owner, { targets: { devices: devices.map(({ serial }) => serial) }, ...body });
const run = async (runId: string) => (await stack.call(announcementsHttp.run, owner, { run_id: runId })).body;
const receiptsOf = (runId: string) =>
  stack.db
    .selectFrom('announcement_receipts')
    .select(['device_id', 'seq', 'event'])
    .where('run_id', '=', runId)
    .execute();

test('a sentence is spoken by every device, and each of its receipts is stored once', async () => {
  await startOnline(DEVICES);
  const { body } = await say({ text: 'The shop closes in ten minutes', expires_in_s: 600 });
  expect(body).toMatchObject({ devices: DEVICES, offline: 0 });
  const ended = await until(
    'the end',
    () => run(body.run_id),
    ({ state }) => state === 'finished',
  );
  expect(ended.counts).toEqual({ finished: DEVICES });
  const receipts = await receiptsOf(body.run_id);
  expect(receipts).toHaveLength(DEVICES * 3);
  expect(new Set(receipts.map(({ device_id, event }) => `${device_id} ${event}`)).size).toBe(DEVICES * 3);
  await until('they are acknowledged', () => devices.every(({ flash }) => flash.receipts.size === 0));
});

test('a run that is stopped is interrupted on the device', async () => {
  const [device] = await startOnline(1);
  const { body } = await say({ text: 'Please leave the building by the next exit. '.repeat(5) });
  await until('it has begun', async () => (await receiptsOf(body.run_id)).some(({ event }) => event === 'started'));
  await stack.call(announcementsHttp.stop, owner, { run_id: body.run_id });
  await until('it has ended', async () => (await receiptsOf(body.run_id)).some(({ event }) => event === 'interrupted'));
  expect(device?.player('voice').state).not.toBe('playing');
});

test('an emergency is spoken alone and until "all clear", after a restart of the device as well', async () => {
  const [device] = await startOnline(1);
  const fire = { name: 'Fire', variants: [{ language: 'ru', text: 'Пожар' }], chime: 'alarm', emergency: true };
  const { body: message } = await stack.call(messagesHttp.create, owner, { ...fire });
  const targets = { devices: devices.map(({ serial }) => serial) };
  const start = { message_id: message.id, targets };
  const { body } = await stack.call(emergencyHttp.start, owner, { ...start });
  const events = async () => (await receiptsOf(body.run_id)).map(({ event }) => event);
  await until('it has begun', async () => (await events()).includes('started'));
  if (!device) throw new Error('there is no device');
  device.kill();
  const { serial, flash } = device;
  devices.push(startDevice({ serial, flash, mqttUrl: stack.mqttUrl, apiUrl: stack.url, intervalMs: 60_000 }));
  await until('it plays again', async () => (await events()).filter((event) => event === 'started').length === 2);
  await stack.call(emergencyHttp.allClear, owner, { run_id: body.run_id });
  await until('it has ended', () => flash.runs.get(body.run_id)?.ended === true);
  expect(flash.memory.emergencies).toEqual([]);
});

test('an erased device keeps nothing of what was sent to it', async () => {
  const [device] = await startOnline(1);
  const { body } = await say({ text: 'A secret' });
  await until('it has ended', async () => (await receiptsOf(body.run_id)).some(({ event }) => event === 'finished'));
  expect(device?.flash.audio.size).toBeGreaterThan(0);
  device?.erase();
  expect([device?.flash.audio.size, device?.flash.receipts.size]).toEqual([0, 0]);
});
