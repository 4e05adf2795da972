import { beforeEach, expect, test } from 'vitest';
import { PAGE_MAX_MS, PAGE_SILENCE_MS } from '@belfry/schemas/http/live-pages/live-pages';
import { PAGE_FRAME_MS } from '@belfry/schemas/mqtt/page-frames';
import { createManualClock } from '../testing/manual-clock.ts';
import { bootPageDevice, OTHER_RUN, PAGE, RADIO, type PageDevice } from '../testing/page-device.ts';
import { testFrame } from '../testing/test-live-pages.ts';
import { testFlash } from '../testing/test-playback.ts';
import { testProgramme } from '../testing/test-programme.ts';

let clock = createManualClock();
let flash = testFlash();
let device: PageDevice;
beforeEach(() => {
  clock = createManualClock();
  flash = testFlash();
  device = bootPageDevice(clock, flash);
});

test('a page ends 1.5 s after its last frame, so that music is back soon although the server is gone', async () => {
  flash.programme.save(testProgramme([], { music: [RADIO] }));
  device = bootPageDevice(clock, flash);
  await device.wait(1);
  await device.open();
  await device.speak(2);
  device.takeOutput();
  await clock.advance(PAGE_SILENCE_MS - 100);
  expect(device.takeOutput()).toEqual([]);
  await clock.advance(400);
  expect(device.takeOutput()).toEqual(['radio to 50 in 300']);
  expect(device.receipts().slice(-2)).toEqual(['started', 'interrupted: no more sound arrived']);
});

test('a page ends as well where frames are only sent again', async () => {
  await device.open();
  await device.speak(1);
  for (let count = 0; count < 50; count++) {
    device.pageTransport.send(PAGE, testFrame(count % 25, clock.now()));
    await clock.advance(PAGE_FRAME_MS);
  }
  expect(device.receipts().at(-1)).toBe('interrupted: no more sound arrived');
  expect(device.heard()).toHaveLength(25);
});

test('a page ends where nobody begins to speak', async () => {
  await device.open();
  await clock.advance(80_000);
  expect(device.receipts()).toEqual([]);
  await clock.advance(1_000);
  expect(device.receipts()).toEqual(['skipped: no more sound arrived']);
  expect(device.pageTransport.joined()).toEqual([]);
});

test('a page ends after 120 s, whatever comes', async () => {
  await device.open();
  const next = await device.speak(PAGE_MAX_MS / 1_000 - 1);
  expect(device.receipts()).toEqual(['started']);
  await device.speak(2, next);
  expect(device.receipts()).toEqual(['started', 'finished']);
});

test('a page ends with its connection', async () => {
  await device.open();
  await device.speak(1);
  device.playback.disconnected();
  expect(device.receipts()).toEqual(['started', 'interrupted: the connection was lost']);
});

test('a page whose last frame has come is heard to its end, although the connection is closed then', async () => {
  await device.open();
  const next = await device.speak(1);
  device.pageTransport.send(PAGE, testFrame(next, clock.now(), { isEnd: true }));
  device.playback.disconnected();
  await clock.advance(400);
  expect(device.heard()).toHaveLength(26);
  expect(device.receipts()).toEqual(['started', 'finished']);
});

test('a page ends with its sound card', async () => {
  await device.open();
  await device.speak(1);
  device.pageOutput.fail('the sound card was unplugged');
  expect(device.receipts()).toEqual(['started', 'interrupted: the sound card was unplugged']);
});

test('a page ends with a restart, and with a loss of power', async () => {
  await device.open();
  await device.speak(1);
  device.playback.halt();
  expect(device.receipts()).toEqual(['started', 'interrupted: the device restarted']);
  device = bootPageDevice(clock, flash);
  await device.open({ run_id: OTHER_RUN });
  await device.speak(1);
  device.powerOff();
  expect(device.receipts(OTHER_RUN)).toEqual(['started']);
  device = bootPageDevice(clock, flash);
  expect(device.receipts(OTHER_RUN)).toEqual(['started', 'interrupted: power was lost']);
});

test('a page ends where a person stops the channel', async () => {
  await device.open();
  await device.speak(1);
  expect(device.playback.control('voice', 'stop')).toBe(true);
  expect(device.receipts()).toEqual(['started', 'interrupted: stopped']);
  expect(device.playback.control('voice', 'stop')).toBe(false);
});

test('a page ends without receipts where the owner changes, who hears nothing of it', async () => {
  await device.open();
  await device.speak(1);
  device.playback.erase();
  const before = device.heard().length;
  await device.speak(1, 25);
  expect(device.heard()).toHaveLength(before);
  expect(device.receipts()).toEqual([]);
});
