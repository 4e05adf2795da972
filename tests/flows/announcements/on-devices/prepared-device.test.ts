import { startDevice, type Device, type DeviceOptions } from '@belfry/device-firmware-sim/device/device';
import { randomSerial } from '@belfry/schemas/domain/serial';
import { afterEach, expect, test } from 'vitest';
import { startSteadyClock } from '../../../support/devices/steady-clock.ts';
import { createAdmin, createCompany, createUser, type TestUser } from '../../../support/factories.ts';
import { flow } from '../../../support/flow.ts';
import type { Stack } from '../../../support/stack.ts';
import { until } from '../../../support/until.ts';
import { bindingHttp } from '@belfry/schemas/http/device-ownership/binding';
import { enrolmentHttp } from '@belfry/schemas/http/device-ownership/enrolment';
import { devicesAdminHttp } from '@belfry/schemas/http/fleet/admin';
import { createMessage } from '../../../support/library.ts';
import { createSchool, dateIn, settled, type School, scheduleBody } from '../../../support/programmes.ts';
import { schedulesHttp } from '@belfry/schemas/http/schedules/schedules';

const PASS = 'label-7';

let stack: Stack;
let owner: TestUser;
let admin: TestUser;
let school: School;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  [owner, admin] = [await createUser(stack), await createAdmin(stack)];
  school = await createSchool(stack, owner);
});
const running = new Set<Device>();
afterEach(async () => {
  await Promise.all([...running].map((device) => device.stop()));
  running.clear();
});

const enroll = (serial: string) => stack.call(enrolmentHttp.enrol, null, { serial, pass: PASS });
const createByAdmin = (body: object) => stack.call(devicesAdminHttp.create, admin, { ...body });
const stored = (device: Device) => device.flash.programme.load()?.programme;

function start(options: Pick<DeviceOptions, 'serial' | 'deviceKey'> & Partial<DeviceOptions>): Device {
  const device = startDevice({ mqttUrl: stack.mqttUrl, apiUrl: stack.url, ...options });
  running.add(device);
  return device;
}

/** An administrator creates a device; its owner registers it, binds it and schedules a bell for it. The device was never switched on. */
async function prepare(): Promise<string> {
  const serial = randomSerial();
  expect((await createByAdmin({ serial, pass: PASS })).status).toBe(201);
  const registered = await stack.call(enrolmentHttp.register, owner, { serial, pass: PASS, note: 'Gym' });
  expect(registered.status).toBe(200);
  const main = await stack.db
    .selectFrom('companies')
    .selectAll()
    .where('company_id', '=', school.main)
    .executeTakeFirstOrThrow();
  const company = await createCompany(stack, { below: main, type: 'Company' });
  const node = await createCompany(stack, { below: company, name: 'Gym', type: 'Device' });
  const bound = await stack.call(bindingHttp.bind, owner, { serial, company_id: String(node.company_id) });
  expect(bound.status).toBe(200);
  const action = { type: 'message', message_id: (await createMessage(stack, owner)).id };
  const bell = { action, starts_at: `${dateIn(1)}T08:00`, rrule: null, duration_minutes: null };
  expect((await stack.call(schedulesHttp.create, owner, scheduleBody([node.company_id], bell))).status).toBe(201);
  await createMessage(stack, owner, { name: 'Fire', emergency: true, chime: 'alarm' });
  await settled(stack);
  await until(
    'its programme is announced',
    async () =>
      (
        await stack.pool.query(
          'select 1 from programmes p join devices d using (device_id) where d.serial = $1 and p.announced = p.version',
          [serial],
        )
      ).rowCount,
    (found) => found === 1,
  );
  return serial;
}

test(
  'a device that is prepared before it is plugged in has its programme, plays its bell, and has it after a restart',
  { tags: ['full'], timeout: 120_000 },
  async () => {
    const serial = await prepare();
    const { status, body } = await enroll(serial);
    expect(status).toBe(200);
    const steady = startSteadyClock();
    let aheadMs = 0;
    const clock = { ...steady, now: () => steady.now() + aheadMs };
    const device = start({ serial, deviceKey: body.device_key, clock });
    const run = await until('the bell is on the device', () => stored(device)?.runs[0]);
    expect(stored(device)?.emergency.map(({ name }) => name)).toContain('Fire');
    await until('its audio is there', () =>
      stored(device)?.audio.every(({ sha256 }) => device.flash.audio.has(sha256)),
    );
    device.kill();
    running.delete(device);

    const again = start({ serial, deviceKey: body.device_key, clock, flash: device.flash });
    await until('it is connected', () => again.isConnected);
    expect(stored(again)?.runs[0]?.run_id).toBe(run?.run_id);
    aheadMs = Date.parse(run?.at ?? '') - 3_000 - steady.now() - again.profile.behaviour.skewMs;
    await until('the bell has rung', () => again.flash.runs.get(run?.run_id ?? '')?.ended === true);
    await again.stop();
    running.delete(again);
    steady.stop();
    const { rows } = await stack.pool.query('select event from announcement_receipts where run_id = $1', [run?.run_id]);
    expect(rows.map(({ event }) => event)).toContain('started');
  },
);

test('a device whose announcement is lost asks for its programme', { tags: ['full'], timeout: 120_000 }, async () => {
  const serial = await prepare();
  const { body } = await enroll(serial);
  await stack.pool.query(
    'update programmes set announced = version where device_id = (select device_id from devices where serial = $1)',
    [serial],
  );
  const device = start({ serial, deviceKey: body.device_key });
  await until('the bell is on the device', () => stored(device)?.runs[0], Boolean, 60_000);
});

test('a device that an administrator created fetches its own key with its pass, once, until its first connection', async () => {
  const serial = randomSerial();
  const created = await createByAdmin({ serial, pass: PASS });
  const enrolled = await enroll(serial);
  expect(enrolled.status).toBe(200);
  expect(enrolled.body.device_key).not.toBe(created.body.device_key);
  expect((await enroll(serial)).body).toMatchObject({ code: 'already_enrolled' });
  const device = start({ serial, deviceKey: enrolled.body.device_key });
  await until('it is connected', () => device.isConnected);
});

test('a device that uses the key of its creation cannot fetch another one', async () => {
  const serial = randomSerial();
  const created = await createByAdmin({ serial, pass: PASS });
  const device = start({ serial, deviceKey: created.body.device_key });
  await until('it is connected', () => device.isConnected);
  expect((await enroll(serial)).body).toMatchObject({ code: 'already_enrolled' });
  expect(device.isConnected).toBe(true);
});
