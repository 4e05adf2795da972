import { beforeEach, expect, test } from 'vitest';
import { isoTime } from '../hardware/clock.ts';
import { createRandom } from '../hardware/random.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { bootPlayback, testFlash } from '../testing/test-playback.ts';
import { item, testProgramme } from '../testing/test-programme.ts';
import { createTrackReporter, type TrackReport } from './heard-tracks.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
let clock = createManualClock();
let flash = testFlash();
beforeEach(() => {
  clock = createManualClock();
  flash = testFlash();
});

function boot(changes: object = {}) {
  const until = isoTime(NOON + 3_600_000);
  const items = [item('M', 30), item('N', 30)];
  const playlist = { kind: 'playlist' as const, name: 'Lobby', from: isoTime(NOON), until, items, shuffle: false };
  flash.programme.save(testProgramme([], { music: [{ ...playlist, volume: 50, ...changes }] }));
  return bootPlayback(clock, flash);
}
const heard = () =>
  flash.memory.heard?.tracks.map(({ sha256, at, seconds }) => [
    String.fromCharCode(Number.parseInt(sha256, 16)),
    (Date.parse(at) - NOON) / 1_000,
    seconds,
  ]);

test('what was heard is kept, tracks that were cut short as well', async () => {
  const device = boot();
  await device.wait(75);
  device.playback.control('music', 'stop');
  expect(heard()).toEqual([
    ['M', 0, 30],
    ['N', 30, 30],
    ['M', 60, 15],
  ]);
});

test('crossfaded tracks are heard from their beginning to their end', async () => {
  const device = boot({ crossfade_s: 4 });
  await device.wait(60);
  expect(heard()).toEqual([
    ['M', 0, 30],
    ['N', 26, 30],
  ]);
});

test('a pause is not heard, and what was heard before power was lost is lost', async () => {
  const device = boot();
  await device.wait(10);
  device.playback.control('music', 'pause');
  await device.wait(100);
  device.playback.control('music', 'play');
  await device.wait(25);
  expect(heard()).toEqual([['M', 0, 30]]);
  device.powerOff();
  expect(heard()).toEqual([['M', 0, 30]]);
  const again = bootPlayback(clock, flash);
  await again.wait(20);
  // After 135 s of the window it is 15 s into the first track.
  expect(heard()?.at(-1)).toEqual(['M', 135, 15]);
});

function connect() {
  const sent: TrackReport[] = [];
  const server = { isUp: true };
  const send = async (report: TrackReport): Promise<number | null> => {
    sent.push(report);
    return server.isUp ? (report.tracks.at(-1)?.seq ?? 0) : null;
  };
  const reporter = createTrackReporter({ clock, random: createRandom('x'), flash, send, everyMs: 3_600_000 });
  return {
    sent,
    server,
    reporter,
    async wait(minutes: number): Promise<void> {
      for (let minute = 0; minute < minutes; minute++) {
        await clock.advance(60_000);
        reporter.tick();
        await clock.advance(0);
      }
    },
  };
}
const track = (seconds: number) => ({ sha256: item('M').sha256, at: clock.now(), seconds });

test('tracks are reported together, within the hour, and again where the server was not reached', async () => {
  const { sent, server, reporter, wait } = connect();
  reporter.add(track(100));
  await wait(120);
  // It is not connected.
  expect(sent).toEqual([]);
  server.isUp = false;
  reporter.connected();
  await wait(2);
  expect(sent).toHaveLength(1);
  reporter.add(track(200));
  server.isUp = true;
  await wait(11);
  expect(sent[1]?.tracks.map(({ seq, seconds }) => [seq, seconds])).toEqual([
    [1, 100],
    [2, 200],
  ]);
  expect(sent[1]?.journal).toBe(sent[0]?.journal);
  expect(flash.memory.heard?.tracks).toEqual([]);
  await wait(180);
  expect(sent).toHaveLength(2);
  reporter.add(track(10));
  await wait(61);
  expect(sent[2]?.tracks.map(({ seq }) => seq)).toEqual([3]);
});

test('many tracks are reported in several calls, and after three weeks without network the oldest are lost', async () => {
  const { sent, reporter, wait } = connect();
  for (let count = 0; count < 5_100; count++) reporter.add(track(60));
  expect(flash.memory.heard?.tracks).toHaveLength(5_000);
  reporter.connected();
  await wait(30);
  expect(sent).toHaveLength(25);
  expect(sent[0]?.tracks[0]?.seq).toBe(101);
});
