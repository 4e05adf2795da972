import { beforeEach, expect, test } from 'vitest';
import { Player } from './player.ts';
import { createManualClock } from '../testing/manual-clock.ts';

const TRACKS = [
  { title: 'One', duration: 100 },
  { title: 'Two', duration: 40 },
];
let clock = createManualClock();

beforeEach(() => {
  clock = createManualClock();
});

test('the position follows the clock, and the percentage follows the position', async () => {
  const player = new Player('music', clock, TRACKS, 80);
  player.play();
  await clock.advance(25_500);
  expect(player.status()).toMatchObject({
    state: 'playing',
    current_track: 'One',
    position: 25.5,
    duration: 100,
    percentage: 25.5,
    playlist_length: 2,
    volume: 80,
  });
});

test('a pause keeps the position, a stop resets it', async () => {
  const player = new Player('music', clock, TRACKS, 80);
  player.play();
  await clock.advance(10_000);
  player.pause();
  await clock.advance(60_000);
  expect(player.status()).toMatchObject({ state: 'paused', position: 10 });
  player.play();
  await clock.advance(5_000);
  expect(player.position).toBe(15);
  player.stop();
  expect(player.status()).toMatchObject({ state: 'stopped', current_track: null, position: 0, duration: 0 });
});

test('music continues with the next track, and starts again after the last one', async () => {
  const player = new Player('music', clock, TRACKS, 80);
  player.play();
  await clock.advance(99_000);
  expect(player.tick()).toBe(false);
  await clock.advance(1_000);
  expect(player.tick()).toBe(true);
  expect(player.status()).toMatchObject({ current_track: 'Two', position: 0 });
  await clock.advance(40_000);
  player.tick();
  expect(player.status().current_track).toBe('One');
});

test('an announcement finishes, then its channel is idle', async () => {
  const player = new Player('voice', clock, TRACKS, 100);
  player.play(1);
  await clock.advance(41_000);
  expect(player.tick()).toBe(true);
  expect(player.status()).toMatchObject({ state: 'finished', current_track: 'Two', percentage: 100 });
  expect(player.tick()).toBe(true);
  expect(player.status()).toMatchObject({ state: 'idle', current_track: null });
  expect(player.tick()).toBe(false);
});

test('a live stream never ends and has no percentage', async () => {
  const player = new Player('radio', clock, [{ title: 'News', duration: 0 }], 70);
  player.play();
  await clock.advance(3_600_000);
  expect(player.tick()).toBe(false);
  expect(player.status()).toMatchObject({ state: 'playing', position: 3_600, duration: 0, percentage: 0 });
});
