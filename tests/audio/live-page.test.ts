import { chirp } from '@belfry/device-firmware-sim/sound/chirp';
import { findPattern } from '@belfry/device-firmware-sim/sound/correlation';
import { encodePackets } from '@belfry/device-firmware-sim/testing/opus-frames';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { PAGE_FRAME_MS, PAGE_RATE_HZ } from '@belfry/schemas/mqtt/page-frames';
import { letPass } from '@belfry/schemas/testing/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareHostDevice, type HostDeviceProcess } from '../support/audio/host-device.ts';
import { createCompany, createDevice, createUser, type TestDevice, type TestUser } from '../support/factories.ts';
import { mustTalk, openPage, type Talker } from '../support/live-pages.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** From the mouth to the sound, with everything on one machine. */
const HEARD_MS = 400;
/** Music is back so long after the server is gone. */
const BACK_MS = 2_500;
const sound = chirp({ rate: PAGE_RATE_HZ, fromHz: 300, toHz: 3_000, seconds: 3 });
const packets = encodePackets(sound);

let stack: Stack;
let owner: TestUser;
let device: TestDevice;
let host: HostDeviceProcess;
beforeAll(async () => {
  stack = await startStack();
  owner = await createUser(stack);
  const main = await createCompany(stack, { user_id: owner.id });
  const { company_id } = await createCompany(stack, { below: main });
  device = await createDevice(stack, { user_id: owner.id, company_id, key_hash: null, device_mode: 'pass' });
  host = await prepareHostDevice(device.serial, stack.url, stack.mqttUrl);
  await host.start('--pass', 'pass-1');
  await until('a device that plays live pages', async () => {
    const { rows } = await stack.pool.query<{ takes_pages: boolean }>(
      `select takes_pages from device_state where device_id = $1 and status = 'online'`,
      [device.device_id],
    );
    return rows[0]?.takes_pages;
  });
});
afterAll(async () => {
  await host.close();
  await stack.stop();
});

/** Opens a page to the device, and waits until it hears. */
async function begin(): Promise<{ runId: string; talker: Talker }> {
  const { run_id, audio_url, path, old } = await openPage(stack, owner, [device.serial]);
  expect({ path, old }).toEqual({ path: 'mqtt', old: 0 });
  const talker = await mustTalk(stack, audio_url);
  await talker.until('the device is ready', ({ counts }) => counts.ready === 1);
  return { runId: run_id, talker };
}

/** Speaks in real time, each frame at the end of its capture. @returns when the first sample was captured */
async function speak(talker: Talker): Promise<number> {
  const from = Date.now();
  for (const [seq, packet] of packets.entries()) {
    const capturedAt = from + seq * PAGE_FRAME_MS;
    await letPass(Math.max(0, capturedAt + PAGE_FRAME_MS - Date.now()));
    talker.say(seq, { packet, capturedAt });
  }
  return from;
}

const deliveryOf = async (runId: string) =>
  (await stack.call(announcementsHttp.run, owner, { run_id: runId })).body.deliveries[0];

test('what is said is heard in less than 400 ms, as it was said, and the device tells how', async () => {
  const { runId, talker } = await begin();
  const before = host.pageRecorder.length();
  const from = await speak(talker);
  talker.finish(packets.length);
  await talker.closed;
  const delivery = await until(
    'its figures',
    () => deliveryOf(runId),
    (found) => found?.state === 'finished' && found.frames !== undefined,
  );
  expect(delivery?.frames).toMatchObject({ lost: 0, late: 0 });
  expect(delivery?.frames?.frames).toBeGreaterThan(packets.length - 3);
  const recorder = host.pageRecorder;
  const { at, correlation } = findPattern(recorder.samples(before), sound.samples.subarray(0, 2 * PAGE_RATE_HZ));
  expect(correlation).toBeGreaterThanOrEqual(0.9);
  expect(recorder.timeOf(before + at) - from).toBeLessThan(HEARD_MS);
  expect(recorder.timeOf(before + at) - from).toBeGreaterThan(250);
}, 60_000);

test('a broker that is gone ends a page on the device, which says so later', async () => {
  const { runId, talker } = await begin();
  await speak(talker);
  await stack.stopBroker();
  const endedAt = Date.now();
  const recorder = host.pageRecorder;
  await until('silence', () => Date.now() - recorder.timeOf(recorder.length() - 1) > 300, Boolean, BACK_MS);
  expect(recorder.timeOf(recorder.length() - 1) - endedAt).toBeLessThan(BACK_MS);
  await talker.closed;
  await stack.startBroker();
  const delivery = await until(
    'its receipt',
    () => deliveryOf(runId),
    (found) => found?.state === 'interrupted',
  );
  // A broker may need longer to stop than the device waits for frames.
  expect(['the connection was lost', 'no more sound arrived']).toContain(delivery?.reason);
}, 60_000);

test('a device that is killed in the middle says so when it is back', async () => {
  const { runId, talker } = await begin();
  for (const [seq, packet] of packets.slice(0, 25).entries()) {
    talker.say(seq, { packet });
    await letPass(PAGE_FRAME_MS);
  }
  await until('its first receipt', async () => (await deliveryOf(runId))?.state === 'started');
  await host.kill();
  talker.finish(25);
  await talker.closed;
  await host.start();
  const delivery = await until(
    'its receipt',
    () => deliveryOf(runId),
    (found) => found?.state === 'interrupted',
  );
  expect(delivery?.reason).toBe('power was lost');
}, 60_000);
