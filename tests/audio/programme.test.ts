import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPattern, rms } from '@belfry/device-firmware-sim/sound/correlation';
import type { Programme } from '@belfry/schemas/http/schedules/programme';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareHostDevice, type HostDeviceProcess } from '../support/audio/host-device.ts';
import { chirpFile, sineFile } from '../support/audio/recorded-output.ts';
import { createDevice, type TestDevice } from '../support/factories.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';

/** What a scheduled announcement may be early or late. */
const PRECISION_MS = 60;
const BELL_SECONDS = 2;
const MUSIC_SECONDS = 60;
/** Until node and three players have started. */
const START_MS = 12_000;

let stack: Stack;
let device: TestDevice;
let host: HostDeviceProcess;
// Before each attempt: a device that still runs, and what it has recorded, would fail every repetition.
beforeEach(async () => {
  stack = await startStack();
  device = await createDevice(stack, { key_hash: null, device_mode: 'pass' });
  host = await prepareHostDevice(device.serial, stack.url, stack.mqttUrl);
  await host.start('--pass', 'pass-1');
  await host.end();
});
afterEach(async () => {
  await host.close();
  await stack.stop();
});

/** Puts a file into the audio cache of the device. */
function cache(file: Buffer, seconds: number): { sha256: string; duration_ms: number } {
  const sha256 = createHash('sha256').update(file).digest('hex');
  mkdirSync(join(host.folder, 'data/audio'), { recursive: true });
  writeFileSync(join(host.folder, 'data/audio', sha256), file);
  return { sha256, duration_ms: seconds * 1_000 };
}

/** Stores a programme with music all the time and one bell. */
function storeProgramme(bellAt: number, bell: Buffer, music: Buffer): void {
  const iso = (ms: number): string => new Date(ms).toISOString();
  const programme: Programme = {
    version: 1,
    serial: device.serial,
    compiled_at: iso(Date.now()),
    valid_until: iso(Date.now() + 86_400_000),
    time_zone: 'UTC',
    volume_max: 100,
    quiet_hours: [],
    audio: [],
    runs: [
      {
        kind: 'speech',
        run_id: randomUUID(),
        schedule_id: 1,
        title: 'Bell',
        at: iso(bellAt),
        priority: 'scheduled',
        missed: { policy: 'skip', minutes: 1 },
        items: [cache(bell, BELL_SECONDS)],
        repeat: 1,
        pause_ms: 0,
        volume: 100,
      },
    ],
    music: [
      {
        kind: 'playlist',
        name: 'Morning',
        from: iso(Date.now() - 1_000),
        until: iso(Date.now() + 3_600_000),
        items: [cache(music, MUSIC_SECONDS)],
        shuffle: false,
        volume: 60,
      },
    ],
    emergency: [],
  };
  mkdirSync(join(host.folder, 'data/programmes'), { recursive: true });
  writeFileSync(join(host.folder, 'data/programmes', `${device.serial}.json`), JSON.stringify(programme));
}

test('with the server away, a bell is heard at its instant, over music that is lowered for it', async () => {
  await stack.stopBroker();
  await stack.stopApi();
  const { sound, file } = chirpFile(BELL_SECONDS);
  const bellAt = Date.now() + START_MS;
  storeProgramme(bellAt, file, sineFile(MUSIC_SECONDS).file);
  host.startOffline();
  const [voice, music] = [host.recorder('voice'), host.recorder('music')];
  await until('the bell', () => voice.length() >= BELL_SECONDS * voice.rate * 0.95, Boolean, START_MS + 15_000);
  await until('music after it', () => music.length() > 0 && music.timeOf(music.length() - 1) > bellAt + 5_000);
  const { at, correlation } = findPattern(voice.samples(), sound.samples.subarray(0, voice.rate));
  expect(correlation).toBeGreaterThan(0.95);
  expect(Math.abs(voice.timeOf(at) - bellAt)).toBeLessThan(PRECISION_MS);

  const loudness = (from: number, to: number): number =>
    rms(music.samples(music.sampleAt(bellAt + from), music.sampleAt(bellAt + to)));
  const before = loudness(-1_500, -500);
  expect(before).toBeGreaterThan(0.01);
  // It sinks in the 300 ms before the bell.
  expect(loudness(-900, -450) / before).toBeCloseTo(1, 1);
  expect(loudness(0, 100)).toBeLessThan(before / 2);
  expect(loudness(800, 1_600)).toBeLessThan(before / 2);
  expect(loudness(3_500, 4_500) / before).toBeCloseTo(1, 1);
});
