import { expect, test } from 'vitest';
import { isoTime } from '../hardware/clock.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { bootPlayback, testFlash } from '../testing/test-playback.ts';
import { item, testProgramme } from '../testing/test-programme.ts';

const NOON = Date.UTC(2026, 0, 15, 12);

function boot(items: ReturnType<typeof item>[]) {
  const clock = createManualClock();
  const flash = testFlash();
  const until = isoTime(NOON + 3_600_000);
  const music = { kind: 'playlist' as const, name: 'Lobby', from: isoTime(NOON), until, items, shuffle: false };
  flash.programme.save(testProgramme([], { music: [{ ...music, crossfade_s: 4, volume: 50 }] }));
  return { clock, flash, device: bootPlayback(clock, flash) };
}

test('a track begins so many seconds before the end of the one before it', async () => {
  const { clock, flash, device } = boot([item('M', 30), item('N', 30)]);
  await device.wait(25);
  expect(device.takeOutput()).toEqual(['music M at 50', 'music N begins 4 s early']);
  expect(device.players.status('music').position).toBe(25);
  await device.wait(2);
  expect(device.takeOutput()).toEqual(['music M begins 4 s early']);
  expect(device.players.status('music').position).toBe(1);
  // After a restart it is where it would be.
  device.powerOff();
  await clock.advance(35_000);
  const again = bootPlayback(clock, flash);
  await again.wait(1);
  expect(again.takeOutput()).toEqual(['music M at 50 from 10', 'music N begins 4 s early']);
});

test('what is paused is followed later', async () => {
  const { device } = boot([item('M', 30), item('N', 30)]);
  await device.wait(20);
  device.playback.control('music', 'pause');
  await device.wait(60);
  device.playback.control('music', 'play');
  device.takeOutput();
  await device.wait(5);
  expect(device.takeOutput()).toEqual([]);
  await device.wait(2);
  expect(device.takeOutput()).toEqual(['music M begins 4 s early']);
});

test('short tracks, and those that are not on the disk, are not crossfaded', async () => {
  const { device } = boot([item('M', 30), item('n', 30), item('J', 5)]);
  await device.wait(36);
  expect(device.takeOutput()).toEqual(['music M at 50', 'music J at 50', 'music M at 50']);
});

test('another window ends both', async () => {
  const { flash, device } = boot([item('M', 30), item('N', 30)]);
  await device.wait(27);
  device.takeOutput();
  flash.programme.save(testProgramme([], {}));
  device.playback.halt();
  device.playback.start();
  await device.wait(60);
  expect(device.takeOutput()).toEqual(['music stops']);
});
