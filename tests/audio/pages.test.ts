import { join } from 'node:path';
import { systemClock } from '@belfry/device-firmware-sim/hardware/clock';
import { createRandom } from '@belfry/device-firmware-sim/hardware/random';
import { createPipedOutput } from '@belfry/device-firmware-sim/pages/piped-output';
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
const CHIME_SECONDS = 1;
const MUSIC_SECONDS = 60;

let output: RecordedOutput;
let page: Recorder;
let device: TestPlayback;
let chime: { sha256: string; duration_ms: number };
/** The pieces of the device that plays: real players, and the output of pages into a pipe. */
beforeEach(async () => {
  output = await startRecordedOutput();
  const pipe = join(output.folder, 'page.fifo');
  page = await startRecorder(pipe, PAGE_FORMAT);
  chime = output.store(chirpFile(CHIME_SECONDS).file, CHIME_SECONDS);
  const music = output.store(sineFile(MUSIC_SECONDS).file, MUSIC_SECONDS);
  const flash = testFlash();
  for (const { sha256 } of [chime, music]) flash.audio.set(sha256, 1_000);
  const [from, end] = [Date.now() - 1_000, Date.now() + 3_600_000].map((at) => new Date(at).toISOString());
  const window = { kind: 'playlist' as const, name: 'Lobby', items: [music], shuffle: false, volume: 60 };
  flash.programme.save(testProgramme([], { music: [{ ...window, from: from ?? '', until: end ?? '' }] }));
  const clock = { ...systemClock, advance: letPass, skip: letPass };
  const pageOutput = createPipedOutput({ kind: 'fifo', device: pipe, clock });
  device = bootPlayback(clock, flash, { output, pageOutput, createDecoder: undefined });
});
afterEach(async () => {
  device.powerOff();
  page.stop();
  await output.close();
});

/** Opens a page that begins in a second. @returns when its chime begins */
async function open(withChime: boolean): Promise<number> {
  const startsAt = Date.now() + 1_000;
  const state = await device.playback.pages.open({
    page_id: PAGE,
    run_id: RUN,
    codec: 'opus',
    frame_ms: PAGE_FRAME_MS,
    starts_at: new Date(startsAt).toISOString(),
    chime: withChime ? chime : null,
    priority: 'say_now',
    busy: 'interrupt',
    volume: 100,
  });
  expect(state).toBe('ready');
  return startsAt;
}

/**
 * Speaks the packets in real time, from an instant on, and ends the page. Each frame arrives so long after the end of its capture.
 * @returns when the first sample was captured
 */
async function speak(packets: readonly Uint8Array[], from: number, delayOf: (seq: number) => number): Promise<number> {
  const arrivals = packets.map((packet, seq) => {
    const capturedAt = from + seq * PAGE_FRAME_MS;
    const isEnd = seq === packets.length - 1;
    return { at: capturedAt + PAGE_FRAME_MS + delayOf(seq), seq, capturedAt, packet, isEnd };
  });
  for (const { at, ...frame } of arrivals.toSorted((a, b) => a.at - b.at)) {
    await letPass(Math.max(0, at - Date.now()));
    device.pageTransport.send(PAGE, { ...frame, samples: (PAGE_RATE_HZ * PAGE_FRAME_MS) / 1_000 });
  }
  return from;
}

const untilFinished = () =>
  until(
    'the end of the page',
    () => device.receipts(RUN),
    (receipts) => receipts.at(-1) === 'finished',
  );

test('what is spoken is heard a quarter of a second later, after the chime, over music that is lowered for it', async () => {
  const music = output.recorder('music');
  await until('music', () => music.length() > 2 * music.rate);
  const startsAt = await open(true);
  const sound = chirp({ rate: PAGE_RATE_HZ, fromHz: 300, toHz: 3_000, seconds: 3 });
  const spokenFrom = startsAt + CHIME_SECONDS * 1_000 + 300;
  const firstAt = await speak(encodePackets(sound), spokenFrom, () => 10);
  await untilFinished();
  expect(device.receipts(RUN)).toEqual(['started', 'finished']);
  const finishedAt = Date.now();
  await until('music after it', () => music.timeOf(music.length() - 1) > finishedAt + 1_500);

  const heard = findPattern(page.samples(), sound.samples.subarray(0, 2 * PAGE_RATE_HZ));
  expect(heard.correlation).toBeGreaterThanOrEqual(0.9);
  const heardMs = page.timeOf(heard.at) - firstAt - (ENCODER_DELAY_SAMPLES / PAGE_RATE_HZ) * 1_000;
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

test('on a network that stalls for 200 ms, 5 % of the time, it is silent for 120 ms at most after the first seconds', async () => {
  const seconds = 12;
  const length = seconds * PAGE_RATE_HZ;
  const tone = Float32Array.from({ length }, (_, at) => Math.sin((2 * Math.PI * 440 * at) / PAGE_RATE_HZ) / 2);
  const random = createRandom('stalls');
  let stalledUntil = 0;
  const startsAt = await open(false);
  await speak(encodePackets({ samples: tone }), startsAt, (seq) => {
    const at = seq * PAGE_FRAME_MS + 10;
    if (at > stalledUntil && random.chance(0.05)) stalledUntil = at + 200;
    return Math.max(at, stalledUntil) - seq * PAGE_FRAME_MS;
  });
  await untilFinished();
  const { lost, late } = await device.playback.pages.close(PAGE);
  expect({ lost, late }).toEqual({ lost: 0, late: 0 });
  const from = page.sampleAt(startsAt + 4_500);
  const to = page.sampleAt(startsAt + (seconds - 0.5) * 1_000);
  expect(longestSilenceMs(page.samples(from, to))).toBeLessThanOrEqual(120);
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
