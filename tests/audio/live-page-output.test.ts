import { join } from 'node:path';
import { systemClock } from '@belfry/device-firmware-sim/hardware/clock';
import { createRandom } from '@belfry/device-firmware-sim/hardware/random';
import { createPipedOutput } from '@belfry/device-firmware-sim/live-pages/piped-output';
import { chirp } from '@belfry/device-firmware-sim/sound/chirp';
import { findPattern, rms } from '@belfry/device-firmware-sim/sound/correlation';
import { ENCODER_DELAY_SAMPLES, encodePackets } from '@belfry/device-firmware-sim/testing/opus-frames';
import { bootPlayback, testFlash, type TestPlayback } from '@belfry/device-firmware-sim/testing/test-playback';
import { testProgramme } from '@belfry/device-firmware-sim/testing/test-programme';
import { PAGE_FRAME_MS, PAGE_RATE_HZ } from '@belfry/schemas/mqtt/page-frames';
import { letPass } from '@belfry/schemas/testing/clock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chirpFile, sineFile, startRecordedOutput, type RecordedOutput } from '../support/audio/recorded-output.ts';
import { PAGE_FORMAT, startRecorder, type Recorder } from '../support/audio/recorder.ts';
import { until } from '../support/until.ts';

const [PAGE, RUN] = ['0e3a4b0c-1111-4222-8333-444455556661', '0e3a4b0c-1111-4222-8333-444455556662'] as const;
/** From the capture of the first sample to its sound, beside what the encoder delays; a busy machine needs more. */
const HEARD_MS = { earliest: 240, latest: 340 };
/** What neighbours may differ by. */
const APART_MS = 30;
const CHIME_SECONDS = 1;
const MUSIC_SECONDS = 60;
const clock = { ...systemClock, advance: letPass, skip: letPass };

let output: RecordedOutput;
const devices: TestPlayback[] = [];
const recorders: Recorder[] = [];
beforeEach(async () => {
  output = await startRecordedOutput();
});
afterEach(async () => {
  for (const device of devices.splice(0)) device.powerOff();
  for (const recorder of recorders.splice(0)) recorder.stop();
  await output.close();
});

/** The pieces of a device that play, whose pages go into a pipe. @param changes by default its players are simulated */
async function boot(name: string, flash = testFlash(), changes: { output?: RecordedOutput } = {}) {
  const pipe = join(output.folder, `${name}.fifo`);
  const recorder = await startRecorder(pipe, PAGE_FORMAT);
  const pageOutput = createPipedOutput({ kind: 'fifo', device: pipe, clock });
  const device = bootPlayback(clock, flash, { ...changes, pageOutput, createDecoder: undefined });
  recorders.push(recorder);
  devices.push(device);
  return { device, recorder };
}

type Chime = { sha256: string; duration_ms: number };

/** Opens a page that begins in a second. @returns when its chime begins */
async function open(device: TestPlayback, chime: Chime | null = null): Promise<number> {
  const startsAt = Date.now() + 1_000;
  const state = await device.playback.pages.open({
    page_id: PAGE,
    run_id: RUN,
    codec: 'opus',
    frame_ms: PAGE_FRAME_MS,
    starts_at: new Date(startsAt).toISOString(),
    chime,
    priority: 'say_now',
    busy: 'interrupt',
    volume: 100,
  });
  expect(state).toBe('ready');
  return startsAt;
}

type Listener = {
  device: TestPlayback;
  /** From the end of the capture of a frame to its arrival, in milliseconds. */
  delayOf: (seq: number) => number;
};

/** Speaks the packets in real time, from an instant on, and ends the page. Resolves when all devices have heard it. */
async function speak(packets: readonly Uint8Array[], from: number, listeners: readonly Listener[]): Promise<void> {
  const arrivals = listeners.flatMap(({ device, delayOf }) =>
    packets.map((packet, seq) => {
      const capturedAt = from + seq * PAGE_FRAME_MS;
      const isEnd = seq === packets.length - 1;
      return { device, at: capturedAt + PAGE_FRAME_MS + delayOf(seq), seq, capturedAt, packet, isEnd };
    }),
  );
  for (const { device, at, ...frame } of arrivals.toSorted((a, b) => a.at - b.at)) {
    await letPass(Math.max(0, at - Date.now()));
    device.pageTransport.send(PAGE, { ...frame, samples: (PAGE_RATE_HZ * PAGE_FRAME_MS) / 1_000 });
  }
  for (const { device } of listeners) {
    await until(
      'the end of the page',
      () => device.receipts(RUN),
      (receipts) => receipts.at(-1) === 'finished',
    );
  }
}

test('what is spoken is heard a quarter of a second later, after the chime, over music that is lowered for it', async () => {
  const chime = output.store(chirpFile(CHIME_SECONDS).file, CHIME_SECONDS);
  const track = output.store(sineFile(MUSIC_SECONDS).file, MUSIC_SECONDS);
  const flash = testFlash();
  for (const { sha256 } of [chime, track]) flash.audio.set(sha256, 1_000);
  const part = {
    kind: 'playlist' as const,
    name: 'Lobby',
    from: new Date(Date.now() - 1_000).toISOString(),
    until: new Date(Date.now() + 3_600_000).toISOString(),
    items: [track],
    shuffle: false,
    volume: 60,
  };
  flash.programme.save(testProgramme([], { music: [part] }));
  const { device, recorder } = await boot('page', flash, { output });
  const music = output.recorder('music');
  await until('music', () => music.length() > 2 * music.rate);
  const startsAt = await open(device, chime);
  const sound = chirp({ rate: PAGE_RATE_HZ, fromHz: 300, toHz: 3_000, seconds: 3 });
  const spokenFrom = startsAt + CHIME_SECONDS * 1_000 + 300;
  await speak(encodePackets(sound), spokenFrom, [{ device, delayOf: () => 10 }]);
  expect(device.receipts(RUN)).toEqual(['started', 'finished']);
  const finishedAt = Date.now();
  await until('music after it', () => music.timeOf(music.length() - 1) > finishedAt + 1_500);

  const heard = findPattern(recorder.samples(), sound.samples.subarray(0, 2 * PAGE_RATE_HZ));
  expect(heard.correlation).toBeGreaterThanOrEqual(0.9);
  const heardMs = recorder.timeOf(heard.at) - spokenFrom - (ENCODER_DELAY_SAMPLES / PAGE_RATE_HZ) * 1_000;
  expect(heardMs).toBeGreaterThan(HEARD_MS.earliest);
  expect(heardMs).toBeLessThan(HEARD_MS.latest);

  const voice = output.recorder('voice');
  const chimeSound = chirpFile(CHIME_SECONDS).sound.samples;
  const chimeHeard = findPattern(voice.samples(), chimeSound.subarray(0, chimeSound.length / 2));
  expect(chimeHeard.correlation).toBeGreaterThan(0.95);
  expect(Math.abs(voice.timeOf(chimeHeard.at) - startsAt)).toBeLessThan(100);

  const loudness = (from: number, to: number): number =>
    rms(music.samples(music.sampleAt(startsAt + from), music.sampleAt(startsAt + to)));
  const before = loudness(-900, -450);
  expect(before).toBeGreaterThan(0.01);
  expect(loudness(0, 3_000)).toBeLessThan(before / 2);
  const since = finishedAt - startsAt;
  expect(loudness(since + 500, since + 1_400) / before).toBeCloseTo(1, 1);
}, 60_000);

test('neighbours with different networks are heard at the same instant', async () => {
  const [near, far] = [await boot('near'), await boot('far')];
  const startsAt = await open(near.device);
  await open(far.device);
  const sound = chirp({ rate: PAGE_RATE_HZ, fromHz: 300, toHz: 3_000, seconds: 3 });
  await speak(encodePackets(sound), startsAt, [
    { device: near.device, delayOf: () => 5 },
    { device: far.device, delayOf: (seq) => 80 + (seq % 4) * 10 },
  ]);
  const [one, other] = [near, far].map(({ recorder }) => {
    const { at, correlation } = findPattern(recorder.samples(), sound.samples.subarray(0, 2 * PAGE_RATE_HZ));
    expect(correlation).toBeGreaterThanOrEqual(0.9);
    return recorder.timeOf(at);
  });
  expect(Math.abs((one ?? 0) - (other ?? Infinity))).toBeLessThan(APART_MS);
}, 60_000);

test('on a network that stalls for 200 ms at each 20th frame, nothing is silent for over 120 ms after four seconds', async () => {
  const seconds = 12;
  const length = seconds * PAGE_RATE_HZ;
  const tone = Float32Array.from({ length }, (_, at) => Math.sin((2 * Math.PI * 440 * at) / PAGE_RATE_HZ) / 2);
  const random = createRandom('stalls');
  let stalledUntil = 0;
  const { device, recorder } = await boot('page');
  const startsAt = await open(device);
  const delayOf = (seq: number): number => {
    const at = seq * PAGE_FRAME_MS + 10;
    if (at > stalledUntil && random.chance(0.05)) stalledUntil = at + 200;
    return Math.max(at, stalledUntil) - seq * PAGE_FRAME_MS;
  };
  await speak(encodePackets({ samples: tone }), startsAt, [{ device, delayOf }]);
  const { lost, late } = await device.playback.pages.close(PAGE);
  expect({ lost, late }).toEqual({ lost: 0, late: 0 });
  const from = recorder.sampleAt(startsAt + 4_500);
  const to = recorder.sampleAt(startsAt + (seconds - 0.5) * 1_000);
  expect(longestSilenceMs(recorder.samples(from, to))).toBeLessThanOrEqual(120);
}, 60_000);

/** Of a steady tone, in parts of 5 ms. */
function longestSilenceMs(samples: Float32Array): number {
  const part = (PAGE_RATE_HZ * 5) / 1_000;
  let [longest, current] = [0, 0];
  for (let at = 0; at + part <= samples.length; at += part) {
    current = rms(samples.subarray(at, at + part)) < 0.01 ? current + 5 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}
