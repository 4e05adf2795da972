import type { Behaviour } from '@belfry/device-firmware-sim/fleet/device-profiles';
import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { soundTestsHttp, type SoundTest } from '@belfry/schemas/http/sound-tests';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NIGHT, startSoundNights, type SoundNights } from '../../support/alarms/sound-nights.ts';
import { statusOf } from '../../support/commands.ts';
import { connectDevice } from '../../support/devices/mqtt-device.ts';
import { createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { createBranch } from '../../support/trees.ts';
import { until } from '../../support/until.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
let stack: Stack;
let nights: SoundNights;
flow.beforeAll(async ({ lentStack }) => {
  stack = lentStack;
  nights = await startSoundNights(stack);
});
afterEach(() => nights.stopDevices());
afterAll(() => nights.stop());

let owner: TestUser;
let branch: Awaited<ReturnType<typeof createBranch>>;
beforeEach(async () => {
  owner = await createUser(stack);
  branch = await createBranch(stack, owner);
  await nights.turnOn(owner, branch.main.company_id);
});

/** A simulated device at the place, which is online. */
const speakerWith = (microphone: Behaviour['microphone']): Promise<string> =>
  nights.speaker(owner, branch.node.company_id, microphone);
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
    await nights.run(0);
    const [first] = await untilTested(serial, 1);
    expect(first).toMatchObject({ kind: 'nightly', result: 'not_heard', level: 40, reason: null });
    expect(await openKinds()).toEqual([]);
    // Nobody is tested twice in a night.
    await nights.run(0, MINUTE_MS);
    await nights.run(1);
    await untilTested(serial, 2);
    const page = await stack.call(soundTestsHttp.list, owner, { serial, page: 1, page_size: 1 });
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([1, '2']);
    await until('the alarm', openKinds, (kinds) => kinds.includes('sound_not_heard'));
    nights.hear(serial, 'works');
    await nights.run(2);
    expect((await untilTested(serial, 3))[0]).toMatchObject({ result: 'heard', level_db: expect.any(Number) });
    await until('no alarm', openKinds, (kinds) => kinds.length === 0);
  });

  it('a device that is 20 dB softer than usual raises an alarm of its level', { tags: ['full'] }, async () => {
    const serial = await speakerWith('works');
    for (const night of [0, 1, 2]) {
      await nights.run(night);
      await untilTested(serial, night + 1);
    }
    nights.hear(serial, 'quiet');
    await nights.run(3);
    await untilTested(serial, 4);
    await until('the alarm', openKinds, (kinds) => kinds.includes('level_changed'));
    nights.hear(serial, 'works');
    await nights.run(4);
    await untilTested(serial, 5);
    await until('no alarm', openKinds, (kinds) => kinds.length === 0);
  });

  it('a device without a microphone, and one with old firmware, are not tested, and nothing follows', async () => {
    const none = await speakerWith(undefined);
    await nights.run(0);
    expect((await untilTested(none, 1))[0]).toMatchObject({
      result: 'not_tested',
      reason: 'no_microphone',
      level_db: null,
    });

    const old = await createDevice(stack, { user_id: owner.id, company_id: branch.company.company_id });
    const client = await connectDevice(stack.mqttUrl, old);
    await client.status();
    await until('online', async () => (await statusOf(stack, old.serial)) === 'online');
    await nights.run(0, MINUTE_MS);
    const { correlation_id, command, params } = await client.nextCommand();
    expect({ command, params }).toEqual({ command: 'sound_test', params: { level: 40 } });
    await client.respond({ correlation_id, success: false, error: 'no such command', error_type: 'unknown_command' });
    expect((await untilTested(old.serial, 1))[0]).toMatchObject({ result: 'not_tested', reason: 'old_firmware' });
    await client.disconnect();
    expect(await openKinds()).toEqual([]);
  });

  it('a device that was offline is not tested, once the window is over', async () => {
    const { serial } = await createDevice(stack, { user_id: owner.id, company_id: branch.node.company_id });
    await nights.run(0);
    expect(await testsOf(serial)).toEqual([]);
    await nights.run(0, 45 * MINUTE_MS);
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
    await nights.run(0);
    await nights.run(1, 3 * HOUR_MS);
    expect(await testsOf(serial)).toEqual([]);
    await nights.run(1);
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
