import type { Programme } from '@belfry/schemas/http/schedules/programme';
import { beforeEach, expect, test } from 'vitest';
import { isoTime } from '../hardware/clock.ts';
import { createSimulatedOutput, OutputError } from '../playback/audio-output.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { bootPlayback, testFlash } from '../testing/test-playback.ts';
import { item, testProgramme } from '../testing/test-programme.ts';
import { neededAudio } from './programme.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const MINUTE_MS = 60_000;
const MINUTE_S = 60;
const during = { from: isoTime(NOON), until: isoTime(NOON + 60 * MINUTE_MS), volume: null };
const RUN = '0e3a4b0c-1111-4222-8333-444455556661';
const URL = 'https://radio.test/dead';
const run = {
  kind: 'station' as const,
  run_id: RUN,
  schedule_id: 1,
  title: 'Radio',
  at: during.from,
  until: during.until,
  url: URL,
  volume: null,
};
const radio = { kind: 'station' as const, name: 'Radio', url: URL, ...during };
const jazz = { kind: 'playlist' as const, name: 'Jazz', items: [item('M', 600)], shuffle: false, ...during };
const fallback = { name: 'Quiet', items: [item('Q', 600)], shuffle: false };
const SILENT = 'The station could not be heard';

let clock = createManualClock();
let flash = testFlash();
let isDead = true;
let reason = 'no connection';
let stall: () => void = () => {};
let tell: (title: string) => void = () => {};
let played: string[] = [];
beforeEach(() => {
  clock = createManualClock();
  flash = testFlash();
  isDead = true;
  reason = 'no connection';
  played = [];
});
function boot(runs: Programme['runs'], music: Programme['music']) {
  flash.programme.save(testProgramme(runs, { music }));
  const output = createSimulatedOutput(clock);
  return bootPlayback(clock, flash, {
    output: {
      ...output,
      onTitle(handle) {
        tell = (title) => handle('radio', title);
        return () => {};
      },
      onEnded(handle) {
        stall = () => handle('radio', false, 5_000);
        return output.onEnded(handle);
      },
      async play(channel, source, options) {
        if ('url' in source && isDead) throw new OutputError(reason);
        played.push(`${channel}${options.volume === 0 ? ', silent' : ''}`);
        await output.play(channel, source, options);
      },
      async stop(channel) {
        played.push(`${channel} stops`);
        await output.stop(channel);
      },
    },
  });
}

test('a station that cannot be heard gives way to the day programme after 15 s, and says so', async () => {
  const device = boot([run], [jazz]);
  await device.wait(14);
  expect(played).toEqual([]);
  await device.wait(2);
  expect(played).toEqual(['radio stops', 'music']);
  expect(device.receipts(RUN)).toEqual([`skipped: ${SILENT}`]);
  isDead = false;
  await device.wait(11 * MINUTE_S);
  expect(played.at(-1)).toBe('radio');
});

test('the reason is in the receipt, and on the player until the station is heard', async () => {
  reason = 'The station answers 404';
  const device = boot([{ ...run, fallback }], []);
  await device.wait(16);
  expect(device.receipts(RUN)).toEqual(['skipped: The station answers 404']);
  expect(device.players.status('radio').problem).toEqual({ url: URL, reason });
  isDead = false;
  await device.wait(11 * MINUTE_S);
  expect(device.players.status('radio')).toMatchObject({ state: 'playing' });
  expect(device.players.status('radio').problem).toBeUndefined();
});

test('a station shows what it plays', async () => {
  isDead = false;
  const device = boot([], [radio]);
  await device.wait(5);
  tell('Кино - Группа крови');
  expect(device.players.status('radio')).toMatchObject({
    state: 'playing',
    current_track: 'Radio - Кино - Группа крови',
  });
});

test('a station that stays open and sends nothing gives way within 15 s of its last sound, and has one end', async () => {
  isDead = false;
  const device = boot([{ ...run, fallback }], []);
  await device.wait(30);
  isDead = true;
  reason = 'The station sends no sound';
  stall();
  await device.wait(11);
  expect(played.at(-1)).toBe('music');
  await device.wait(2 * 3_600);
  expect(device.receipts(RUN)).toEqual(['started', 'interrupted: The station sends no sound']);
  expect(device.players.status('radio').problem).toBeUndefined();
});

test('a station that sends a little and then nothing, again and again, is not heard', async () => {
  isDead = false;
  const device = boot([{ ...run, fallback }], []);
  await device.wait(2);
  for (let second = 0; second < 20; second += 4) {
    stall();
    await device.wait(4);
  }
  isDead = true;
  await device.wait(15);
  expect(played.at(-1)).toBe('music');
});

test('a station with a fallback gives way to that, in the day programme and in a schedule', async () => {
  const device = boot([], [{ ...radio, fallback }]);
  await device.wait(16);
  expect(played).toEqual(['radio stops', 'music']);
  expect(device.players.status('music')).toMatchObject({ state: 'playing', current_track: 'Quiet' });
  device.powerOff();
  played = [];
  flash = testFlash();
  clock = createManualClock();
  const scheduled = boot([{ ...run, fallback }], [jazz]);
  await scheduled.wait(16);
  expect(scheduled.players.status('music')).toMatchObject({ state: 'playing', current_track: 'Quiet' });
  expect(scheduled.receipts(RUN)).toEqual([`skipped: ${SILENT}`]);
});

test('the fallback goes on while the station is tried without a sound, until it is heard again', async () => {
  const device = boot([], [{ ...radio, fallback }]);
  await device.wait(16);
  played = [];
  await device.wait(25 * MINUTE_S);
  // The track of 600 s is played again and again; nothing else interrupts it.
  expect([...new Set(played)]).toEqual(['music']);
  isDead = false;
  played = [];
  await device.wait(11 * MINUTE_S);
  expect(played.filter((what) => what !== 'music')).toEqual(['radio, silent', 'radio stops', 'music stops', 'radio']);
  expect(device.players.status('radio')).toMatchObject({ state: 'playing', current_track: 'Radio' });
});

test('a station of the day programme without a fallback is tried further', async () => {
  const device = boot([], [radio]);
  await device.wait(MINUTE_S);
  isDead = false;
  await device.wait(15);
  expect(played).toEqual(['radio']);
});

test('the audio of a fallback is downloaded as that of a playlist', () => {
  const { programme } = testProgramme([], { music: [{ ...radio, fallback }] });
  expect(neededAudio(programme, NOON).sha256s).toEqual([item('Q').sha256]);
});
