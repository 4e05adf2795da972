import type { CommandRun } from '@belfry/schemas/http/command-runs/runs';
import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { newCounters } from '@belfry/device-firmware-sim/device/counters';
import { runsHttp } from '@belfry/schemas/http/command-runs/run-lists';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchProduct, type Enrolled, type LaunchedProduct } from '../support/processes/launched-product.ts';
import { until } from '../support/until.ts';
import { success } from '../support/http-client.ts';

const DEVICES = 12;
const OFFLINE = 2;
const WITHIN_MS = 60_000;

let belfry: LaunchedProduct;
let enrolled: Enrolled[];
let key: string;
const running: Device[] = [];
const counters = newCounters();
beforeAll(async () => {
  belfry = await launchProduct();
  enrolled = await belfry.enrol(DEVICES);
  key = await belfry.rootKey();
}, 120_000);
afterAll(async () => {
  for (const device of running) await device.stop();
  await belfry.stop();
});

const power = ({ serial, key: deviceKey }: Enrolled, flash?: Device['flash']): Device => {
  const mqttUrl = `mqtt://127.0.0.1:${belfry.mqttPort}`;
  const device = startDevice({
    serial,
    deviceKey,
    mqttUrl,
    speed: 20,
    intervalMs: 60_000,
    counters,
    ...(flash && { flash }),
  });
  running.push(device);
  return device;
};
const read = async (id: string): Promise<CommandRun> =>
  (await belfry.api.call(runsHttp.read, { key }, { run_id: id })).body;
const untilRun = (id: string, holds: (run: CommandRun) => boolean) =>
  // The api is not reachable while it is restarted.
  until(
    'the run',
    () => read(id).catch(() => null),
    (run) => run !== null && 'counts' in run && holds(run),
    WITHIN_MS,
  );

it('a run reaches every device once when the api, the broker and a device are killed between its waves', async () => {
  const devices = enrolled.slice(0, DEVICES - OFFLINE).map((one) => power(one));
  await until('all are online', () => devices.every((device) => device.status() === 'online'), Boolean, WITHIN_MS);
  const body = {
    command: 'clear_cache',
    targets: { all: true },
    wave_size: 2,
    queue_offline: true,
    expires_in_s: 600,
    max_error_rate: 1,
  };
  const preview = () => success(belfry.api.call(runsHttp.preview, { key }, body));
  await until('the api knows', preview, ({ online }) => online === DEVICES - OFFLINE, WITHIN_MS);
  const { run_id: id } = await success(belfry.api.call(runsHttp.start, { key }, body));
  await untilRun(id, ({ counts }) => counts.succeeded >= 2);
  await belfry.kill('api');
  await untilRun(id, ({ wave }) => wave >= 3);
  await belfry.kill('broker');
  // A device that has carried out the command loses its power. One that is carrying it out would time out.
  const done = devices.find(({ flash }) => flash.memory.answers.some(({ correlation_id }) => correlation_id === id));
  done?.kill();
  const again = enrolled.find(({ serial }) => serial === done?.serial);
  if (again) power(again, done?.flash);
  for (const one of enrolled.slice(DEVICES - OFFLINE)) power(one);
  await belfry.kill('api');
  const run = await untilRun(id, ({ state }) => state === 'finished');
  expect(run?.counts).toMatchObject({ succeeded: DEVICES, failed: 0, expired: 0, timed_out: 0 });
  expect(counters.commandsOk).toBe(DEVICES);
});
