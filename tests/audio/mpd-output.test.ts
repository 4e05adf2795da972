import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openMpdConnection } from '@belfry/device-firmware-sim/mpd/mpd-connection';
import { chirp } from '@belfry/device-firmware-sim/sound/chirp';
import { findPattern, rms } from '@belfry/device-firmware-sim/sound/correlation';
import { formatWav } from '@belfry/device-firmware-sim/sound/pcm';
import { PLAYER_CHANNELS, type PlayerChannel } from '@belfry/schemas/domain/player';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { chirpFile, sineFile, startRecordedOutput, type RecordedOutput } from '../support/audio/recorded-output.ts';
import { until } from '../support/until.ts';

const RATE = 44_100;
/** What the decoder, the pipe and this process need from the call to the first sample. */
const START_MS = 60;

let output: RecordedOutput;
beforeAll(async () => {
  output = await startRecordedOutput();
});
afterAll(() => output.close());
beforeEach(async () => {
  for (const channel of PLAYER_CHANNELS) await output.stop(channel);
  output.ended.length = 0;
});

const ended = (channel: PlayerChannel) =>
  until(
    `end of ${channel}`,
    () => output.ended,
    (list) => list.includes(channel),
  );
/** Waits until so many seconds more are recorded, and returns the samples of the last one twentieth. */
async function afterSeconds(channel: PlayerChannel, seconds: number): Promise<Float32Array> {
  const recorder = output.recorder(channel);
  const end = recorder.length() + Math.round(seconds * RATE);
  await until('recorded', () => recorder.length() >= end);
  return recorder.samples(end - Math.round(RATE / 20), end);
}

describe('a file', () => {
  test('is heard as it is, starts at once, and ends by itself', async () => {
    const { sound, file } = chirpFile(1);
    const recorder = output.recorder('voice');
    const before = recorder.length();
    const calledAt = Date.now();
    await output.play('voice', output.store(file, 1), { volume: 100 });
    const soundsAt = Date.now();
    await ended('voice');
    await until('all samples', () => recorder.length() - before >= sound.samples.length);
    const match = findPattern(recorder.samples(before), sound.samples);
    expect(match.correlation).toBeGreaterThan(0.99);
    const startedAt = recorder.timeOf(before + match.at);
    expect(startedAt - calledAt).toBeLessThan(START_MS);
    expect(Math.abs(startedAt - soundsAt)).toBeLessThan(START_MS);
    expect(output.ended).toEqual(['voice']);
    expect(output.positionS('voice')).toBe(0);
  });

  test('begins at a position, pauses and continues there', async () => {
    const { sound, file } = chirpFile(2);
    const recorder = output.recorder('music');
    const before = recorder.length();
    await output.play('music', output.store(file, 2), { volume: 100, positionS: 1 });
    await afterSeconds('music', 0.3);
    await output.pause('music');
    const position = output.positionS('music');
    expect(position).toBeGreaterThan(1.2);
    await output.resume('music');
    await ended('music');
    // Nothing is lost or repeated by the pause.
    const { correlation } = findPattern(recorder.samples(before), sound.samples.subarray(1.1 * RATE, 1.9 * RATE));
    expect(correlation).toBeGreaterThan(0.99);
  });

  test('that replaces another one is heard alone, and what it replaced does not end by itself', async () => {
    const { file } = chirpFile(5);
    const { sound, file: short } = chirpFile(0.5);
    await output.play('voice', output.store(file, 5), { volume: 100 });
    const recorder = output.recorder('voice');
    const before = recorder.length();
    await output.play('voice', output.store(short, 0.5), { volume: 100 });
    await ended('voice');
    await until('all samples', () => recorder.length() - before >= sound.samples.length);
    expect(findPattern(recorder.samples(before), sound.samples).correlation).toBeGreaterThan(0.99);
    expect(output.ended).toEqual(['voice']);
  });

  test('that is missing or no sound is refused, and the next one is heard', async () => {
    const missing = { sha256: 'f'.repeat(64), duration_ms: 1_000 };
    await expect(output.play('voice', missing, { volume: 100 })).rejects.toThrow('not on this device');
    const noise = output.store(Buffer.alloc(5_000, 'RIFFnothing'), 1);
    await expect(output.play('voice', noise, { volume: 100 })).rejects.toThrow('damaged');
    await output.play('voice', output.store(chirpFile(0.2).file, 0.2), { volume: 100 });
    await ended('voice');
    expect(output.ended).toEqual(['voice']);
  });
});

/** MPD crossfades tracks of 20 s and more. */
const TRACK_S = 22;
/** So much of the first one is left. */
const LEFT_S = 3;

test('a file that follows another one is heard before its end, also in another format', async () => {
  const recorder = output.recorder('music');
  const { sound, file } = chirpFile(TRACK_S);
  const tone = Buffer.from(formatWav(chirp({ rate: 48_000, fromHz: 440, toHz: 441, seconds: TRACK_S })));
  const before = recorder.length();
  await output.play('music', output.store(tone, TRACK_S), { volume: 100, positionS: TRACK_S - LEFT_S });
  await output.follow('music', output.store(file, TRACK_S), 1_000);
  await until('both are recorded', () => recorder.length() - before >= (LEFT_S + 1.5) * RATE);
  expect(output.ended).toEqual(['music']);
  // Its second from 1 to 2 is heard where otherwise that from 0 to 1 would be, and alone.
  const alone = findPattern(recorder.samples(before), sound.samples.subarray(RATE, 2 * RATE));
  expect(alone.correlation).toBeGreaterThan(0.99);
  expect(Math.abs(alone.at / RATE - LEFT_S)).toBeLessThan(0.2);
  // Before that both are heard, and it becomes louder.
  const mixed = findPattern(recorder.samples(before), sound.samples.subarray(0.6 * RATE, 0.9 * RATE));
  expect(Math.abs(mixed.at / RATE - (LEFT_S - 0.4))).toBeLessThan(0.2);
  expect(output.positionS('music')).toBeGreaterThan(1);
});

test('what follows is heard with its own gain', async () => {
  const { file } = sineFile(TRACK_S);
  const recorder = output.recorder('music');
  const before = recorder.length();
  await output.play('music', output.store(file, TRACK_S), { volume: 100, positionS: TRACK_S - LEFT_S });
  await output.follow('music', { ...output.store(file, TRACK_S), gain_db: -12 }, 1_000);
  await until('both are recorded', () => recorder.length() - before >= (LEFT_S + 1.5) * RATE);
  const between = (from: number, to: number): number =>
    rms(recorder.samples(before + Math.round(from * RATE), before + Math.round(to * RATE)));
  expect(between(LEFT_S + 0.5, LEFT_S + 1.2) / between(0.5, LEFT_S - 1.5)).toBeCloseTo(10 ** (-12 / 20), 1);
});

test('the volume is heard: at once, and by a fade of 300 ms there and back', async () => {
  const { file } = sineFile(20);
  await output.play('music', output.store(file, 20), { volume: 60 });
  const full = rms(await afterSeconds('music', 0.5));
  expect(full).toBeGreaterThan(0.01);
  const recorder = output.recorder('music');
  const fadeFrom = recorder.length();
  await output.setVolume('music', 24, 300);
  const ducked = rms(await afterSeconds('music', 0.3));
  expect(ducked / full).toBeLessThan(0.35);
  // Halfway it is between both, so it was not a jump.
  const halfway = rms(recorder.samples(fadeFrom + 0.13 * RATE, fadeFrom + 0.17 * RATE));
  expect(halfway).toBeLessThan(full * 0.95);
  expect(halfway).toBeGreaterThan(ducked * 1.05);
  await output.setVolume('music', 60, 300);
  expect(rms(await afterSeconds('music', 0.3)) / full).toBeCloseTo(1, 1);
  await output.setVolume('music', 0);
  expect(rms(await afterSeconds('music', 0.3))).toBeLessThan(0.000_1);
});

test('a stream is heard, and one that does not answer is refused', async () => {
  const { file } = chirpFile(2);
  const server = createServer((_request, response) => void response.setHeader('content-type', 'audio/wav').end(file));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/live`;
  await output.play('radio', { url }, { volume: 100 });
  expect(rms(await afterSeconds('radio', 0.5))).toBeGreaterThan(0.1);
  await output.stop('radio');
  await new Promise((resolve) => void server.close(resolve));
  await expect(output.play('radio', { url }, { volume: 100 })).rejects.toThrow('connect');
  expect(output.ended).toEqual([]);
});

test('a player that dies is started again and continues at its position', async () => {
  const { sound, file } = chirpFile(6);
  await output.play('music', output.store(file, 6), { volume: 80 });
  await afterSeconds('music', 1);
  const killer = await openMpdConnection(join(output.folder, 'players', 'music', 'mpd.sock'));
  const before = output.recorder('music').length();
  await killer.send('kill').catch(() => {});
  await ended('music');
  expect(output.logged).toEqual([expect.stringContaining('started again')]);
  const after = output.recorder('music').samples(before);
  expect(findPattern(after, sound.samples.subarray(4 * RATE, 5.5 * RATE)).correlation).toBeGreaterThan(0.99);
  expect(findPattern(after, sound.samples.subarray(0, 0.8 * RATE)).correlation).toBeLessThan(0.5);
});
