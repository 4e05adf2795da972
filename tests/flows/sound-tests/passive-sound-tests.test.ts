import { startDevice, type Device } from '@belfry/device-firmware-sim/device/device';
import { profileWithSerial, type Behaviour } from '@belfry/device-firmware-sim/fleet/device-profiles';
import { alarmsHttp } from '@belfry/schemas/http/alarms/alarms';
import { soundTestsHttp, type SoundTest } from '@belfry/schemas/http/sound-tests';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { companyChangesHttp } from '@belfry/schemas/http/companies/changes';
import { programmeHttp } from '@belfry/schemas/http/schedules/programme';
import { LISTEN_ABILITY } from '@belfry/schemas/mqtt/messages';
import { topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSpeaker, nextPlay, type Speaker } from '../../support/announcements.ts';
import { statusOf } from '../../support/commands.ts';
import { createDevice, createUser, type TestUser } from '../../support/factories.ts';
import { flow } from '../../support/flow.ts';
import type { Stack } from '../../support/stack.ts';
import { createBranch } from '../../support/trees.ts';
import { until } from '../../support/until.ts';

let stack: Stack;
let owner: TestUser;
let branch: Awaited<ReturnType<typeof createBranch>>;
const devices: Device[] = [];
const speakers: Speaker[] = [];
flow.beforeAll(({ lentStack }) => {
  stack = lentStack;
});
beforeEach(async () => {
  owner = await createUser(stack);
  branch = await createBranch(stack, owner);
  await setPassive(true);
});
afterEach(async () => {
  for (const device of devices.splice(0)) await device.stop();
  for (const speaker of speakers.splice(0)) await speaker.disconnect();
});

async function setPassive(passive: boolean): Promise<void> {
  const sound_test = { enabled: false, from: '02:00', to: '04:00', level: 40, passive };
  const body = { company_id: branch.main.company_id, sound_test };
  expect((await stack.call(companyChangesHttp.edit, owner, body)).status).toBe(200);
}

/** Whether the programme of a device says that it listens. */
const listens = async (serial: string): Promise<boolean> =>
  (await stack.call(programmeHttp.read, owner, { serial })).body.listen ?? false;
const untilListens = (serial: string, expected: boolean): Promise<boolean> =>
  until(
    'the programme of the setting',
    () => listens(serial),
    (now) => now === expected,
  );

/** A simulated device at the place, which has fetched its programme where it has one: nothing is planned. */
async function speakerWith(microphone: Behaviour['microphone']): Promise<Device> {
  const { serial, device_key } = await createDevice(stack, { user_id: owner.id, company_id: branch.node.company_id });
  const profile = profileWithSerial(serial);
  const behaviour = { ...profile.behaviour, autoplay: 'nothing', announcementIntervalMs: 1e9, microphone } as const;
  const connection = { serial: profile.serial, deviceKey: device_key, mqttUrl: stack.mqttUrl, apiUrl: stack.url };
  const device = startDevice({ ...connection, speed: 1_000, profile: { ...profile, behaviour } });
  devices.push(device);
  await until('online', async () => (await statusOf(stack, serial)) === 'online');
  if (microphone !== undefined) await until('its programme', () => device.flash.programme.load()?.programme.listen);
  return device;
}

const testsOf = async (serial: string): Promise<SoundTest[]> =>
  (await stack.call(soundTestsHttp.list, owner, { serial })).body;
const untilTests = (serial: string, count: number): Promise<SoundTest[]> =>
  until(
    `${count} results`,
    () => testsOf(serial),
    (tests) => tests.length === count,
  );
const openKinds = async (): Promise<string[]> =>
  (await stack.call(alarmsHttp.list, owner)).body.map(({ kind }) => kind);

/** Says something at a device, and waits until it was played. @returns the id of the run */
async function announce(serial: string): Promise<string> {
  const said = await stack.call(sayHttp.say, owner, { text: 'Closing time', targets: { devices: [serial] } });
  const { run_id } = said.body;
  await until(
    'played',
    async () => (await stack.call(announcementsHttp.run, owner, { run_id })).body.deliveries,
    ([delivery]) => delivery?.state === 'finished',
  );
  return run_id;
}

/** As if that was said some minutes before. */
const letPass = async (serial: string, minutes: number): Promise<void> => {
  await stack.pool.query(
    `update sound_tests set at = at - make_interval(mins => $2)
     where device_id = (select device_id from devices where serial = $1)`,
    [serial, minutes],
  );
};

describe('a device with a microphone at a place that listens', () => {
  it(
    'tells what it hears of announcements: two that are not heard are an alarm, which one that is heard clears',
    { tags: ['full'] },
    async () => {
      const device = await speakerWith('deaf');
      await announce(device.serial);
      const [first] = await untilTests(device.serial, 1);
      expect(first).toMatchObject({
        kind: 'passive',
        announcement: 'Closing time',
        result: 'not_heard',
        level_db: null,
      });
      expect(await openKinds()).toEqual([]);
      // Said again at once, the same result is not stored again.
      await announce(device.serial);
      expect(await testsOf(device.serial)).toHaveLength(1);
      await letPass(device.serial, 11);
      await announce(device.serial);
      await untilTests(device.serial, 2);
      await until('the alarm', openKinds, (kinds) => kinds.includes('sound_not_heard'));
      device.profile.behaviour.microphone = 'works';
      await announce(device.serial);
      expect((await untilTests(device.serial, 3))[0]).toMatchObject({ result: 'heard', level_db: expect.any(Number) });
      await until('no alarm', openKinds, (kinds) => kinds.length === 0);
    },
  );

  it('that is 20 dB softer than usual raises an alarm of its level', { tags: ['full'] }, async () => {
    const device = await speakerWith('works');
    for (const count of [1, 2, 3]) {
      await announce(device.serial);
      await untilTests(device.serial, count);
      await letPass(device.serial, 61);
    }
    device.profile.behaviour.microphone = 'quiet';
    await announce(device.serial);
    await untilTests(device.serial, 4);
    await until('the alarm', openKinds, (kinds) => kinds.includes('level_changed'));
  });
});

it('a device without a microphone does not listen, and is never good', async () => {
  const device = await speakerWith(undefined);
  await announce(device.serial);
  expect(await listens(device.serial)).toBe(false);
  expect(await testsOf(device.serial)).toEqual([]);
});

it('no device listens where its place has not chosen it', { tags: ['full'] }, async () => {
  const device = await speakerWith('works');
  await setPassive(false);
  await untilListens(device.serial, false);
  await until('its programme', () => device.flash.programme.load()?.programme.listen === undefined);
  await announce(device.serial);
  expect(await testsOf(device.serial)).toEqual([]);
  expect(device.flash.receipts.toArray().some(({ sound }) => sound !== undefined)).toBe(false);
});

describe('a receipt', () => {
  const HEARD = { result: 'heard', level_db: -20, noise_db: -50, volume: 60 } as const;

  async function listeningSpeaker(): Promise<Speaker> {
    const speaker = await createSpeaker(stack, owner, branch.main, { abilities: [LISTEN_ABILITY] });
    speakers.push(speaker);
    await untilListens(speaker.device.serial, true);
    return speaker;
  }

  /** Says something at a speaker, which reports these receipts. */
  async function reportOf(speaker: Speaker, ...sounds: unknown[]): Promise<void> {
    const { serial } = speaker.device;
    await stack.call(sayHttp.say, owner, { text: 'Closing time', targets: { devices: [serial] } });
    const { params } = await nextPlay(speaker);
    const at = new Date().toISOString();
    const receipt = { run_id: params.run_id, event: 'finished', reason: null, at };
    for (const sound of sounds) {
      speaker.seq += 1;
      await speaker.publish(topics.receipts(speaker.serial), { ...receipt, seq: speaker.seq, sound });
    }
    await until('played', async () => {
      const { body } = await stack.call(announcementsHttp.run, owner, { run_id: params.run_id });
      return body.deliveries[0]?.state === 'finished';
    });
  }

  it('that is repeated is stored once', async () => {
    const speaker = await listeningSpeaker();
    await reportOf(speaker, HEARD, HEARD, { ...HEARD, result: 'not_heard' });
    expect(await untilTests(speaker.device.serial, 1)).toMatchObject([{ level: 60 }]);
  });

  it.each([
    ['with a sound that is none', { result: 'loud', volume: 60 }],
    ['of old firmware', undefined],
  ])('%s counts, and nothing is tested', async (_what, sound) => {
    const speaker = await listeningSpeaker();
    await reportOf(speaker, sound);
    expect(await testsOf(speaker.device.serial)).toEqual([]);
  });

  it('about an announcement that was not for the device is not a test', { tags: ['full'] }, async () => {
    const [speaker, other] = [await listeningSpeaker(), await listeningSpeaker()];
    await stack.call(sayHttp.say, owner, { text: 'Closing time', targets: { devices: [other.device.serial] } });
    const { params } = await nextPlay(other);
    const receipt = { run_id: params.run_id, event: 'finished', reason: null, at: new Date().toISOString() };
    speaker.seq += 1;
    await speaker.publish(topics.receipts(speaker.serial), { ...receipt, seq: speaker.seq, sound: HEARD });
    await reportOf(speaker, HEARD);
    expect(await untilTests(speaker.device.serial, 1)).toHaveLength(1);
  });
});
