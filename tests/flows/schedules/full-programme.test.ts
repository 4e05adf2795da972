/** @module-tag full */
import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { PROGRAMME_RUNS_MAX } from '@belfry/schemas/domain/announcements';
import { reasonText } from '@belfry/schemas/domain/reasons';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';
import { afterAll, expect, it } from 'vitest';
import { createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { until } from '../../support/until.ts';
import { createMessage } from '../../support/library.ts';
import { createSchool, dateIn, settled, type School, scheduleBody } from '../../support/programmes.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let stack: Stack;
let owner: TestUser;
let school: School;
let device: Device;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  owner = await createUser(stack);
  school = await createSchool(stack, owner, 'UTC');
  const { serial, device_key } = school.device;
  device = startDevice({ serial, deviceKey: device_key, mqttUrl: stack.mqttUrl, apiUrl: stack.url });
});
afterAll(() => device.stop());
/** Days are added at 18:00 UTC. */
const rolloverBefore = (instant: string): number =>
  Math.floor((Date.parse(instant) + 6 * HOUR_MS) / (24 * HOUR_MS)) * 24 * HOUR_MS - 6 * HOUR_MS;

it('a programme with more runs than it holds begins when it was extended, says how far it reaches, and is named', async () => {
  const action = { type: 'message', message_id: (await createMessage(stack, owner)).id };
  const rule = { starts_at: `${dateIn(-5)}T00:00`, rrule: 'FREQ=MINUTELY', duration_minutes: null };
  const { id } = (
    await stack.call(
      schedulesHttp.create,
      owner,
      scheduleBody([school.main], { name: 'Every minute', action, ...rule }),
    )
  ).body;
  // As if it had been there for days; a new one has no runs before its edit.
  const updated_at = new Date(Date.now() - 5 * 24 * HOUR_MS);
  await stack.db.updateTable('schedules').set({ updated_at }).where('id', '=', id).execute();
  // It may have been compiled before.
  await stack.db.insertInto('stale_programmes').values({ user_id: owner.id, schedule_id: id }).execute();
  await settled(stack);
  const programme = await until(
    'the device has it',
    () => device.flash.programme.load()?.programme,
    (stored) => stored !== undefined && Date.parse(stored.runs[0]?.at ?? '') === rolloverBefore(stored.compiled_at),
  );
  expect(programme?.runs).toHaveLength(PROGRAMME_RUNS_MAX);
  const end = rolloverBefore(programme?.compiled_at ?? '') + PROGRAMME_RUNS_MAX * MINUTE_MS;
  expect(programme?.valid_until).toBe(new Date(end).toISOString());
  expect((await stack.call(schedulesHttp.read, owner, { id })).body.problem).toBe(reasonText('programme_full'));
});
