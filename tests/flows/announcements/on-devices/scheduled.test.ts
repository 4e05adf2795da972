/** @module-tag full */
import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { afterAll, expect, test } from 'vitest';
import { createUser, type TestUser } from '../../../support/factories.ts';
import type { Stack } from '../../../support/stack.ts';
import { flow } from '../../../support/flow.ts';
import { startSteadyClock } from '../../../support/devices/steady-clock.ts';
import { until } from '../../../support/until.ts';
import { createMessage } from '../../../support/library.ts';
import { createSchool, dateIn, type School, scheduleBody } from '../../../support/programmes.ts';

let stack: Stack;
let owner: TestUser;
let school: School;
let device: Device;
const steady = startSteadyClock();
/** How far the clock of the device has been set ahead. */
let aheadMs = 0;

flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  school = await createSchool(stack, owner);
  const { serial, device_key } = school.device;
  const clock = { ...steady, now: () => steady.now() + aheadMs };
  device = startDevice({ serial, deviceKey: device_key, mqttUrl: stack.mqttUrl, apiUrl: stack.url, clock });
});
afterAll(async () => {
  await device.stop();
  steady.stop();
});
const stored = () => device.flash.programme.load()?.programme;

test('a bell of a schedule rings on its second with the network down, and its receipts follow', async () => {
  const message = await createMessage(stack, owner);
  await stack.call(
    schedulesHttp.create,
    owner,
    scheduleBody([school.main], {
      name: 'First lesson',
      action: { type: 'message', message_id: message.id },
      starts_at: `${dateIn(1)}T08:00`,
      rrule: null,
      duration_minutes: null,
    }),
  );
  const run = await until('the bell is on the device', () => stored()?.runs[0]);
  await until('its audio is there', () => device.flash.audio.size > 0);
  await stack.stopBroker();
  await stack.stopApi();
  const at = Date.parse(run?.at ?? '');
  aheadMs = at - 3_000 - steady.now() - device.profile.behaviour.skewMs;
  await until('it has ended', () => device.flash.runs.get(run?.run_id ?? '')?.ended === true);
  const receipts = device.flash.receipts.toArray();
  expect(receipts.map(({ event }) => event)).toEqual(['fetched', 'started', 'finished']);
  expect(Math.abs(Date.parse(receipts[1]?.at ?? '') - at)).toBeLessThan(500);

  await stack.startBroker();
  await stack.startApi();
  await until('they are acknowledged', () => device.flash.receipts.size === 0, Boolean, 60_000);
  const { rows } = await stack.pool.query('SELECT event FROM announcement_receipts WHERE run_id = $1 ORDER BY seq', [
    run?.run_id,
  ]);
  expect(rows.map(({ event }) => event)).toEqual(['fetched', 'started', 'finished']);
}, 120_000);
