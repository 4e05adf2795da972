import { findPattern } from '@belfry/device-firmware-sim/sound/correlation';
import { announcementsHttp } from '@belfry/schemas/http/announcements/announcements';
import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { audioContentHttp } from '@belfry/schemas/http/library/audio-content';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareHostDevice, type HostDeviceProcess } from '../support/audio/host-device.ts';
import { startRecordedOutput, type RecordedOutput } from '../support/audio/recorded-output.ts';
import { createCompany, createDevice, createUser, type TestDevice, type TestUser } from '../support/factories.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** From the call until the first sample, with everything on one machine. */
const NEW_TEXT_MS = 2_000;
const CACHED_MS = 500;
/** What is looked for in the recording: the beginning of the text. */
const PATTERN_SECONDS = 2;

let stack: Stack;
let owner: TestUser;
let device: TestDevice;
let host: HostDeviceProcess;
/** Plays rendered files by themselves, to compare what the device plays with. */
let reference: RecordedOutput;
beforeAll(async () => {
  stack = await startStack();
  owner = await createUser(stack);
  const main = await createCompany(stack, { user_id: owner.id });
  const { company_id } = await createCompany(stack, {
    below: main,
    default_language: 'en-US',
    default_voice: 'en-US-Standard-A',
  });
  device = await createDevice(stack, { user_id: owner.id, company_id, key_hash: null, device_mode: 'pass' });
  host = await prepareHostDevice(device.serial, stack.url, stack.mqttUrl);
  reference = await startRecordedOutput();
  await host.start('--pass', 'pass-1');
  await until('online', async () => {
    const { rows } = await stack.pool.query<{ status: string }>(
      'select status from device_state where device_id = $1',
      [device.device_id],
    );
    return rows[0]?.status === 'online';
  });
});
afterAll(async () => {
  await reference.close();
  await host.close();
  await stack.stop();
});

/** The sound of the file that was rendered last, as the api gives it to its owner. */
async function renderedSound(): Promise<Float32Array> {
  const { rows } = await stack.pool.query<{ sha256: string; duration_ms: number }>(
    `select sha256, duration_ms from audio_files where format = 'mp3' order by created_at desc limit 1`,
  );
  const [file] = rows;
  const response = await stack.raw(audioContentHttp.download, owner, { sha256: file?.sha256 });
  const recorder = reference.recorder('voice');
  const before = recorder.length();
  reference.ended.length = 0;
  const stored = reference.store(Buffer.from(await response.bytes()), (file?.duration_ms ?? 0) / 1_000);
  await reference.play('voice', stored, { volume: 100 });
  await until('the reference', () => reference.ended.includes('voice'));
  return recorder.samples(before);
}

/** Says a text and waits until it was heard. @returns the milliseconds until its first sample, and its correlation */
async function sayAndFind(text: string): Promise<{ afterMs: number; startedMs: number; correlation: number }> {
  const recorder = host.recorder('voice');
  const before = recorder.length();
  const calledAt = Date.now();
  const { status, body } = await stack.call(sayHttp.say, owner, { text, targets: { devices: [device.serial] } });
  expect([status, body.devices, body.offline]).toEqual([202, 1, 0]);
  const { deliveries } = await until(
    'heard',
    () => stack.call(announcementsHttp.run, owner, { run_id: body.run_id }).then(({ body }) => body),
    ({ deliveries: [delivery] }) => delivery?.state === 'finished',
  );
  const pattern = (await renderedSound()).subarray(0, PATTERN_SECONDS * recorder.rate);
  const { at, correlation } = findPattern(recorder.samples(before), pattern);
  const firstAt = recorder.timeOf(before + at);
  const startedAt = Date.parse(deliveries[0]?.started_at ?? '');
  return { afterMs: firstAt - calledAt, startedMs: Math.abs(startedAt - firstAt), correlation };
}

test('a new text is heard within two seconds, as it was rendered', async () => {
  const { afterMs, startedMs, correlation } = await sayAndFind('Attention please, the library closes in ten minutes.');
  expect(correlation).toBeGreaterThan(0.95);
  expect(afterMs).toBeLessThan(NEW_TEXT_MS);
  // The receipt tells when it was heard.
  expect(startedMs).toBeLessThan(200);
});

test('a text whose audio is cached is heard within half a second', async () => {
  const { afterMs, correlation } = await sayAndFind('Attention please, the library closes in ten minutes.');
  expect(correlation).toBeGreaterThan(0.95);
  expect(afterMs).toBeLessThan(CACHED_MS);
});

test('another text does not sound like it', async () => {
  const pattern = (await renderedSound()).subarray(0, PATTERN_SECONDS * 44_100);
  const before = host.recorder('voice').length();
  await sayAndFind('Platform two: the train to Riga is late today.');
  expect(findPattern(host.recorder('voice').samples(before), pattern).correlation).toBeLessThan(0.5);
});
