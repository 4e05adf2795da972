import { beforeEach, expect, test } from 'vitest';
import { isoTime } from '../hardware/clock.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { bootPlayback, testFlash, type TestPlayback } from '../testing/test-playback.ts';
import { testProgramme } from '../testing/test-programme.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const HOUR_MS = 3_600_000;
let device: TestPlayback;

beforeEach(async () => {
  const flash = testFlash();
  const station = (name: string, hour: number) => ({
    kind: 'station' as const,
    name,
    from: isoTime(NOON + hour * HOUR_MS),
    until: isoTime(NOON + (hour + 1) * HOUR_MS),
    url: `http://${name}/`,
    volume: null,
  });
  flash.programme.save(testProgramme([], { music: [station('one', 0), station('two', 1)] }));
  device = bootPlayback(createManualClock(), flash);
  await device.wait(1);
  device.takeOutput();
});

test('a person stops what plays on a channel until the next window begins', async () => {
  expect(device.playback.control('music', 'stop')).toBe(false);
  expect(device.playback.control('radio', 'stop')).toBe(true);
  expect(device.players.status('radio').state).toBe('stopped');
  expect(device.playback.control('radio', 'stop')).toBe(false);
  await device.wait(3_600);
  expect(device.takeOutput()).toEqual(['radio stops', 'radio http://two/ at 70']);
});

test('a person pauses and continues it', async () => {
  device.playback.control('radio', 'pause');
  expect(device.players.status('radio').state).toBe('paused');
  device.playback.control('radio', 'play');
  expect(device.players.status('radio').state).toBe('playing');
  expect(device.takeOutput()).toEqual(['radio pauses', 'radio resumes']);
});

test('a person ends an announcement, and the next one begins', async () => {
  device.say({ run_id: '0e3a4b0c-1111-4222-8333-444455556661' });
  device.say({ run_id: '0e3a4b0c-1111-4222-8333-444455556662' });
  await device.wait(1);
  expect(device.playback.control('voice', 'stop')).toBe(true);
  await device.wait(1);
  expect(device.receipts('0e3a4b0c-1111-4222-8333-444455556661').at(-1)).toBe('interrupted: stopped');
  expect(device.receipts('0e3a4b0c-1111-4222-8333-444455556662').at(-1)).toBe('started');
});

test('a changed volume is heard at once, within the limit of the place', async () => {
  device.players.configure(device.configuration.change({ radio_volume: 30 }));
  expect(device.takeOutput()).toEqual(['radio to 30 in 0']);
});

test('cleared audio is counted', () => {
  expect(device.playback.clearCache()).toEqual({ bytes: 26_000, files: 26 });
  expect(device.say({})).toBe('queued');
});
