import { beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { OutputError, createSimulatedOutput, type AudioOutput } from './audio-output.ts';

const FILE = { sha256: 'a'.repeat(64), duration_ms: 10_000 };
let clock = createManualClock();
let output: AudioOutput;
let ended: string[] = [];

beforeEach(() => {
  clock = createManualClock();
  output = createSimulatedOutput(clock);
  ended = [];
  output.onEnded((channel) => void ended.push(channel));
});

test('a file ends after its duration', async () => {
  await output.play('voice', FILE, { volume: 80 });
  await clock.advance(9_999);
  expect(output.positionS('voice')).toBeCloseTo(9.999);
  expect(ended).toEqual([]);
  await clock.advance(1);
  expect(ended).toEqual(['voice']);
  expect(output.positionS('voice')).toBe(0);
});

test('a paused file keeps its position and ends later', async () => {
  await output.play('music', FILE, { volume: 80, positionS: 4 });
  await clock.advance(1_000);
  await output.pause('music');
  await clock.advance(60_000);
  expect(output.positionS('music')).toBe(5);
  await output.resume('music');
  await clock.advance(4_999);
  expect(ended).toEqual([]);
  await clock.advance(1);
  expect(ended).toEqual(['music']);
});

test('what is stopped or replaced does not end by itself, and a stream never does', async () => {
  await output.play('voice', FILE, { volume: 80 });
  await output.play('voice', { url: 'http://radio.example/live' }, { volume: 80 });
  await output.play('music', FILE, { volume: 80 });
  await output.stop('music');
  await clock.advance(3_600_000);
  expect(ended).toEqual([]);
  expect(output.positionS('voice')).toBe(3_600);
});

test('a sound card that does not open rejects, and nothing plays', async () => {
  const flaky = createSimulatedOutput(clock, () => true);
  await expect(flaky.play('voice', FILE, { volume: 80 })).rejects.toThrow(OutputError);
  expect(flaky.positionS('voice')).toBe(0);
});

test('what is given before its instant is heard at it, unless it is stopped or replaced before', async () => {
  const startAt = clock.now() + 400;
  const started: string[] = [];
  const play = (channel: 'voice' | 'music' | 'radio', at: number | undefined): void =>
    void output.play(channel, FILE, { volume: 80, startAt: at }).then(() => started.push(channel));
  play('voice', startAt);
  play('music', startAt);
  play('radio', startAt - 1_000);
  await clock.advance(399);
  expect(started).toEqual(['radio']);
  expect(output.positionS('voice')).toBe(0);
  await output.stop('music');
  await clock.advance(1);
  expect(started).toEqual(['radio', 'voice', 'music']);
  await clock.advance(9_999);
  expect(ended).toEqual(['radio']);
  await clock.advance(1);
  expect(ended).toEqual(['radio', 'voice']);
});
