import { systemClock } from '@belfry/device-firmware-sim/hardware/clock';
import { testSound } from '@belfry/device-firmware-sim/host/self-test';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chirpFile, startRecordedOutput, type RecordedOutput } from '../support/audio/recorded-output.ts';

let output: RecordedOutput;
beforeAll(async () => {
  output = await startRecordedOutput();
});
afterAll(() => output.close());

const run = (microphone: string | undefined) =>
  testSound({
    serial: '1111-2222-3333-4444',
    clock: systemClock,
    output,
    fileOf: (sha256) => join(output.folder, sha256),
    microphone,
  });

test('a microphone that hears one player finds it, and that the others are not heard', async () => {
  // The pipe of the voice player stands in for a microphone beside its loudspeaker.
  output.recorder('voice').stop();
  const checks = await run(join(output.folder, 'voice.fifo'));
  expect(checks).toEqual([
    { name: 'sound of voice', ok: true, detail: expect.stringMatching(/^heard \(9\d|100 %/) },
    { name: 'sound of music', ok: false, detail: expect.stringContaining('nothing') },
    { name: 'sound of radio', ok: false, detail: expect.stringContaining('nothing') },
  ]);
});

test('a player in use is not disturbed', async () => {
  await output.play('music', output.store(chirpFile(30).file, 30), { volume: 10 });
  const checks = await run(join(output.folder, 'voice.fifo'));
  expect(checks[1]).toEqual({
    name: 'sound of music',
    ok: true,
    tested: false,
    detail: expect.stringContaining('in use'),
  });
  expect(output.positionS('music')).toBeGreaterThan(1);
});

test('without a microphone nothing is played, and the result says so', async () => {
  const before = output.recorder('radio').length();
  const checks = await run(undefined);
  expect(checks.every(({ ok, detail }) => ok && detail.includes('no microphone'))).toBe(true);
  expect(output.recorder('radio').length()).toBe(before);
});

test('a microphone that does not work is an error of the device', async () => {
  const [voice] = await run('hw:no-such-card');
  expect(voice).toMatchObject({ ok: false, detail: expect.stringMatching(/arecord|card/) });
});
