import type { ReportedClock } from '@belfry/schemas/domain/clock';
import { beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { bootPlayback, testFlash } from '../testing/test-playback.ts';
import { bell, testProgramme } from '../testing/test-programme.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const SAID = '0e3a4b0c-1111-4222-8333-444455556666';
let clock = createManualClock();
let flash = testFlash();

beforeEach(() => {
  clock = createManualClock();
  flash = testFlash();
});

test.each<[string, ReportedClock | null, string]>([
  ['is 35 ms off', { clock_offset_ms: 35, clock_synchronised: true }, 'skipped: the clock of the device is off'],
  ['was never set', { clock_offset_ms: null, clock_synchronised: false }, 'skipped: the clock of the device is off'],
  ['is right', { clock_offset_ms: -20, clock_synchronised: true }, 'started'],
  ['is not known', null, 'started'],
])('at a place that leaves out clocks that are off, a device whose clock %s', async (_what, report, receipt) => {
  const run = bell(NOON + 10_000);
  flash.programme.save(testProgramme([run], { clock_required: true }));
  const device = bootPlayback(clock, flash, { networkTime: () => report });
  await device.wait(11);
  expect(device.receipts(run.run_id)).toEqual(['fetched', receipt]);
  device.say({ run_id: SAID });
  await device.wait(20);
  expect(device.receipts(SAID)).toEqual(['fetched', 'started', 'finished']);
});

test('elsewhere a clock that is off leaves out nothing', async () => {
  const run = bell(NOON + 10_000);
  flash.programme.save(testProgramme([run]));
  const networkTime = () => ({ clock_offset_ms: 35, clock_synchronised: true });
  const device = bootPlayback(clock, flash, { networkTime });
  await device.wait(30);
  expect(device.receipts(run.run_id)).toEqual(['fetched', 'started', 'finished']);
});
