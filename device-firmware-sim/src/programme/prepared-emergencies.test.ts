import { beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { bootPlayback, testFlash } from '../testing/test-playback.ts';
import { item, testProgramme } from '../testing/test-programme.ts';

const FIRE = '00000000-0000-8000-8000-00000000000f';
const FLOOD = '00000000-0000-8000-8000-0000000000f0';
let clock = createManualClock();
let flash = testFlash();
beforeEach(() => {
  clock = createManualClock();
  flash = testFlash();
});

const prepare = (...ids: string[]): void =>
  flash.programme.save(
    testProgramme([], {
      emergency: ids.map((receipt_id) => ({
        message_id: 1,
        name: 'Fire',
        receipt_id,
        items: [item('F')],
        repeat: 1,
        pause_ms: 0,
        volume: null,
      })),
    }),
  );

test('the audio of a prepared emergency is reported once, also after a loss of power', async () => {
  prepare(FIRE);
  const device = bootPlayback(clock, flash);
  await device.wait(2);
  expect(device.receipts(FIRE)).toEqual(['fetched']);
  device.powerOff();
  await bootPlayback(clock, flash).wait(2);
  expect(device.receipts(FIRE)).toEqual(['fetched']);
});

test('that it was deleted is reported, and another emergency by its own id', async () => {
  prepare(FIRE);
  const device = bootPlayback(clock, flash);
  await device.wait(2);
  device.playback.clearCache();
  expect(device.receipts(FIRE)).toEqual(['fetched', 'skipped: the audio was deleted']);
  device.powerOff();
  flash.audio.set(item('F').sha256, 1_000);
  prepare(FLOOD);
  await bootPlayback(clock, flash).wait(2);
  expect(device.receipts(FLOOD)).toEqual(['fetched']);
  expect(flash.memory.reported_emergencies).toEqual([FLOOD]);
});
