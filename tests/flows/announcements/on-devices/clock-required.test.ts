/** @module-tag full */
import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { profileWithSerial } from '@belfry/device-firmware-sim/fleet/device-profiles';
import { proofOfPlayHttp } from '@belfry/schemas/http/announcements/proof-of-play';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { afterAll, expect, test } from 'vitest';
import { startSteadyClock } from '../../../support/devices/steady-clock.ts';
import { createUser, type TestUser } from '../../../support/factories.ts';
import { createMessage } from '../../../support/library.ts';
import { createSchool, dateIn, scheduleBody, type School } from '../../../support/programmes.ts';
import type { Stack } from '../../../support/stack.ts';
import { flow } from '../../../support/flow.ts';
import { until } from '../../../support/until.ts';

const OFFSET_MS = 35;
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
  const known = profileWithSerial(serial);
  device = startDevice({
    serial,
    deviceKey: device_key,
    mqttUrl: stack.mqttUrl,
    apiUrl: stack.url,
    clock: { ...steady, now: () => steady.now() + aheadMs },
    profile: { ...known, behaviour: { ...known.behaviour, flaky: false, skewMs: OFFSET_MS } },
    intervalMs: 500,
  });
});
afterAll(async () => {
  await device.stop();
  steady.stop();
});
const stored = () => device.flash.programme.load()?.programme;
const requireClocks = (clock_required: boolean) =>
  stack.call(companyChangesHttp.edit, owner, { company_id: school.main, clock_required });

test('a device that is 35 ms off is left out at a place that wants it, and the proof of play says why', async () => {
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
  expect(stored()).not.toHaveProperty('clock_required');
  const info = () => stack.call(devicesHttp.info, owner, { device: device.serial });
  await until('its clock is known', async () => (await info()).body.clock_synchronised === true);
  expect((await info()).body.clock_offset_ms).toBe(OFFSET_MS);

  expect((await requireClocks(true)).status).toBe(200);
  await until('the programme asks for a right clock', () => stored()?.clock_required);
  await until('its audio is there', () => device.flash.audio.size > 0);
  aheadMs = Date.parse(run?.at ?? '') - 3_000 - steady.now();
  await until('it is over', () => device.flash.runs.get(run?.run_id ?? '')?.ended === true);

  const range = { from: dateIn(0), to: dateIn(2), page: 1, page_size: 10 };
  const { body } = await until(
    'the proof of play has it',
    () => stack.call(proofOfPlayHttp.places, owner, range),
    ({ body: rows }) => rows.length > 0,
  );
  expect(body).toMatchObject([
    { run_id: run?.run_id, serial: device.serial, state: 'skipped', started_at: null, reason_code: 'clock' },
  ]);

  await requireClocks(false);
  await until('it need not be right any more', () => stored() && !('clock_required' in (stored() ?? {})));
}, 120_000);
