import { spawnSync } from 'node:child_process';
import { constants, openSync, writeFileSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@belfry/device-firmware-sim/hardware/clock';
import { createHostEar } from '@belfry/device-firmware-sim/host/ear';
import { startMpdOutput, type MpdOutput } from '@belfry/device-firmware-sim/mpd/mpd-output';
import { bytesOf, formatWav, samplesOf } from '@belfry/device-firmware-sim/sound/pcm';
import { makeSpeech } from '@belfry/device-firmware-sim/testing/test-speech';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/until.ts';

const SECONDS = 4;
const PIPE = constants.O_RDWR | constants.O_NONBLOCK;

let folder: string;
let output: MpdOutput;
let loudspeaker: Socket;
/** What the microphone makes of what the loudspeaker plays. */
let room: (played: Float32Array) => Float32Array;
const noise = (): number => 0.001 * (Math.random() - 0.5);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'belfry-passive-'));
  for (const name of ['voice.fifo', 'microphone.fifo']) spawnSync('mkfifo', [join(folder, name)]);
  const microphone = openSync(join(folder, 'microphone.fifo'), PIPE);
  loudspeaker = new Socket({
    fd: openSync(join(folder, 'voice.fifo'), PIPE),
    readable: true,
    writable: false,
  });
  loudspeaker.on('data', (bytes: Buffer) => {
    const stereo = bytesOf(Float32Array.from([...room(samplesOf(bytes, 2))].flatMap((value) => [value, value])));
    try {
      writeSync(microphone, stereo);
    } catch (error) {
      // Nobody listens: the pipe is full.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
  });
  output = await startMpdOutput({
    folder: join(folder, 'players'),
    outputOf: (channel) =>
      channel === 'voice' ? { type: 'fifo', path: join(folder, 'voice.fifo') } : { type: 'null' },
    voiceTap: join(folder, 'tap.fifo'),
    pathOf: (name) => join(folder, name),
    clock: systemClock,
    log: () => undefined,
  });
  writeFileSync(
    join(folder, 'speech'),
    formatWav({ samples: makeSpeech('an announcement', SECONDS, 44_100), rate: 44_100 }),
  );
});
afterAll(async () => {
  await output.close();
  loudspeaker.destroy();
  await rm(folder, { recursive: true, force: true });
});

async function announce(volume: number) {
  const ear = createHostEar({
    microphone: join(folder, 'microphone.fifo'),
    tap: join(folder, 'tap.fifo'),
    clock: systemClock,
  });
  const listening = ear.listen();
  let hasEnded = false;
  const stopWaiting = output.onEnded(() => (hasEnded = true));
  await output.play('voice', { sha256: 'speech', duration_ms: SECONDS * 1_000 }, { volume });
  await until('its end', () => hasEnded);
  stopWaiting();
  return listening.hear();
}

test('what a real player plays is found in what the microphone hears, with its level at any volume', async () => {
  room = (played) => played.map((value) => 0.1 * value + noise());
  const [loud, soft] = [await announce(100), await announce(60)];
  expect([loud.result, soft.result]).toEqual(['heard', 'heard']);
  expect(loud.level_db).toBeGreaterThan(-24);
  expect(loud.level_db).toBeLessThan(-19);
  // It is relative to what was played.
  expect(Math.abs((loud.level_db ?? 0) - (soft.level_db ?? 0))).toBeLessThan(1);
});

test('a dead loudspeaker and one that says something else are not heard', async () => {
  room = (played) => played.map(noise);
  expect((await announce(100)).result).toBe('not_heard');
  const other = makeSpeech('another announcement', 2 * SECONDS, 44_100);
  let at = 0;
  room = (played) => played.map(() => 0.1 * (other[at++ % other.length] ?? 0) + noise());
  expect((await announce(100)).result).toBe('not_heard');
});

test('a microphone that records nothing says nothing', async () => {
  room = () => new Float32Array();
  expect(await announce(100)).toEqual({ result: 'not_tested', reason: 'microphone_failed' });
});
