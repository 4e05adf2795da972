import { createCommands, type Commands } from '@belfry/api/features/commands/commands.service';
import { newPace, runSoundTests } from '@belfry/api/features/alarms/sound/nightly';
import { createLogger } from '@belfry/api/log';
import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { profileWithSerial, type Behaviour } from '@belfry/device-firmware-sim/fleet/device-profiles';
import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { soundTestsHttp, type SoundTest } from '@belfry/schemas/http/alarms/sound-tests';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SERVICE_SECRET } from '../../support/api.ts';
import { statusOf } from '../../support/commands.ts';
import { connectDevice } from '../../support/devices/mqtt-device.ts';
import { createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { createBranch } from '../../support/trees.ts';
import { until } from '../../support/until.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Nights begin half a day from now, so that the api of the stack does not test by itself. */
const HOUR = (new Date().getUTCHours() + 12) % 24;
const clock = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`;
const WINDOW = { from: clock(HOUR), to: clock(HOUR + 2) };
/** In the first night, when it is the turn of each place. */
const NIGHT = Math.floor(Date.now() / DAY_MS) * DAY_MS + HOUR * HOUR_MS + 80 * MINUTE_MS;

let stack: Stack;
let service: MqttClient;
let commands: Commands;
const events = { changed: () => undefined };
const log = createLogger('silent');
const devices: Device[] = [];
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  const login = { username: 'service', password: SERVICE_SECRET, clientId: `sound-tests-${process.pid}` };
  service = await mqtt.connectAsync(stack.mqttUrl, login);
  const publish = async (topic: string, payload: string | Buffer): Promise<void> => {
    await service.publishAsync(topic, payload, { qos: 1 });
  };
  const broker = { connected: true, publish } as Parameters<typeof createCommands>[0]['broker'];
  commands = createCommands({ pool: stack.pool, broker, events, log });
});
afterEach(async () => {
  for (const device of devices.splice(0)) await device.stop();
});
afterAll(async () => {
  await commands.stop();
  await service.endAsync();
});

let owner: TestUser;
let branch: Awaited<ReturnType<typeof createBranch>>;
beforeEach(async () => {
  owner = await createUser(stack);
  branch = await createBranch(stack, owner);
  const sound_test = { enabled: true, ...WINDOW, level: 40 };
  const setting = { company_id: branch.main.company_id, time_zone: 'UTC', sound_test };
  expect((await stack.call(companyChangesHttp.edit, owner, setting)).status).toBe(200);
});

/** A simulated device at the place, which is online. */
async function speakerWith(microphone: Behaviour['microphone']): Promise<string> {
  const { serial, device_key } = await createDevice(stack, { user_id: owner.id, company_id: branch.node.company_id });
  const profile = profileWithSerial(serial);
  const behaviour = { ...profile.behaviour, autoplay: 'nothing', announcementIntervalMs: 1e9, microphone } as const;
  const options = { serial: profile.serial, deviceKey: device_key, mqttUrl: stack.mqttUrl, speed: 1_000 };
  devices.push(startDevice({ ...options, profile: { ...profile, behaviour } }));
  await until('online', async () => (await statusOf(stack, serial)) === 'online');
  return serial;
}

const hear = (device: string, microphone: Behaviour['microphone']): void => {
  const running = devices.find(({ serial }) => serial === device);
  if (running) running.profile.behaviour.microphone = microphone;
};
/** Runs the tests of a night, the first of which is 0. */
const runNight = (night: number, at = 0) =>
  runSoundTests({ db: stack.db, commands, events, log } as never, newPace(), NIGHT + night * DAY_MS + at);
const testsOf = async (serial: string): Promise<SoundTest[]> =>
  (await stack.call(soundTestsHttp.list, owner, { serial })).body;
const untilTested = (serial: string, count: number): Promise<SoundTest[]> =>
  until(
    `${count} results`,
    () => testsOf(serial),
    (tests) => tests.length === count && tests.every(({ result }) => result !== null),
  );
const openKinds = async (): Promise<string[]> =>
  (await stack.call(alarmsHttp.list, owner)).body.map(({ kind }) => kind);

describe('at night', () => {
  it('a device that does not hear itself twice raises an alarm, which the next good test clears', async () => {
    const serial = await speakerWith('deaf');
    await runNight(0);
    const [first] = await untilTested(serial, 1);
    expect(first).toMatchObject({ kind: 'nightly', result: 'not_heard', level: 40, reason: null });
    expect(await openKinds()).toEqual([]);
    // Nobody is tested twice in a night.
    await runNight(0, MINUTE_MS);
    await runNight(1);
    await untilTested(serial, 2);
    await until('the alarm', openKinds, (kinds) => kinds.includes('sound_not_heard'));
    hear(serial, 'works');
    await runNight(2);
    expect((await untilTested(serial, 3))[0]).toMatchObject({ result: 'heard', level_db: expect.any(Number) });
    await until('no alarm', openKinds, (kinds) => kinds.length === 0);
  });

  it('a device that is 20 dB softer than usual raises an alarm of its level', async () => {
    const serial = await speakerWith('works');
    for (const night of [0, 1, 2]) {
      await runNight(night);
      await untilTested(serial, night + 1);
    }
    hear(serial, 'quiet');
    await runNight(3);
    await untilTested(serial, 4);
    await until('the alarm', openKinds, (kinds) => kinds.includes('level_changed'));
    hear(serial, 'works');
    await runNight(4);
    await untilTested(serial, 5);
    await until('no alarm', openKinds, (kinds) => kinds.length === 0);
  });

  it('a device without a microphone, and one with old firmware, are not tested, and nothing follows', async () => {
    const none = await speakerWith(undefined);
    await runNight(0);
    expect((await untilTested(none, 1))[0]).toMatchObject({
      result: 'not_tested',
      reason: 'no_microphone',
      level_db: null,
    });

    const old = await createDevice(stack, { user_id: owner.id, company_id: branch.company.company_id });
    const client = await connectDevice(stack.mqttUrl, old);
    await client.status();
    await until('online', async () => (await statusOf(stack, old.serial)) === 'online');
    await runNight(0, MINUTE_MS);
    const { correlation_id, command, params } = await client.nextCommand();
    expect({ command, params }).toEqual({ command: 'sound_test', params: { level: 40 } });
    await client.respond({ correlation_id, success: false, error: 'no such command', error_type: 'unknown_command' });
    expect((await untilTested(old.serial, 1))[0]).toMatchObject({ result: 'not_tested', reason: 'old_firmware' });
    await client.disconnect();
    expect(await openKinds()).toEqual([]);
  });

  it('a device that was offline is not tested, once the window is over', async () => {
    const { serial } = await createDevice(stack, { user_id: owner.id, company_id: branch.node.company_id });
    await runNight(0);
    expect(await testsOf(serial)).toEqual([]);
    await runNight(0, 45 * MINUTE_MS);
    expect(await testsOf(serial)).toMatchObject([{ kind: 'nightly', result: 'not_tested', reason: 'offline' }]);
  });

  it('nobody is tested in a maintenance window, or outside of the window of the place', async () => {
    const serial = await speakerWith('works');
    const { window_id } = await stack.db
      .insertInto('maintenance_windows')
      .values({
        company_id: branch.main.company_id,
        name: 'Works',
        starts_at: '2026-01-01T00:00',
        duration_minutes: 60,
      })
      .returning('window_id')
      .executeTakeFirstOrThrow();
    const span = { starts_at: new Date(NIGHT - HOUR_MS), ends_at: new Date(NIGHT + HOUR_MS) };
    await stack.db
      .insertInto('maintenance_spans')
      .values({ window_id, company_id: branch.main.company_id, ...span })
      .execute();
    await runNight(0);
    await runNight(1, 3 * HOUR_MS);
    expect(await testsOf(serial)).toEqual([]);
    await runNight(1);
    expect((await untilTested(serial, 1))[0]).toMatchObject({ result: 'heard' });
  });
});

it('people test a device now, and its history is theirs only', async () => {
  const serial = await speakerWith('works');
  const sent = await stack.call(commandsHttp.sendAndWait, owner, {
    serial,
    command: 'sound_test',
    params: { level: 55 },
  });
  expect(sent.body).toMatchObject({ success: true });
  const [test] = await untilTested(serial, 1);
  expect(test).toMatchObject({ kind: 'manual', result: 'heard', level: 55 });
  expect(test?.players.map(({ channel, result }) => `${channel} ${result}`)).toEqual([
    'voice heard',
    'music heard',
    'radio heard',
  ]);
  const stranger = await createUser(stack);
  expect((await stack.call(soundTestsHttp.list, stranger, { serial })).status).toBe(404);
  await stack.db
    .updateTable('devices')
    .set({ user_id: stranger.id, company_id: null })
    .where('serial', '=', serial)
    .execute();
  expect((await stack.call(soundTestsHttp.list, stranger, { serial })).body).toEqual([]);
});

it.each([
  ['a level of 0', { level: 0 }],
  ['a time that is none', { from: '25:00' }],
  ['a field that is none', { days: [1] }],
])('the setting is refused with %s', async (_what, fields) => {
  const sound_test = { enabled: true, from: '02:00', to: '04:00', level: 40, ...fields };
  const { status } = await stack.call(companyChangesHttp.edit, owner, {
    company_id: branch.main.company_id,
    sound_test,
  });
  expect(status).toBe(400);
});
