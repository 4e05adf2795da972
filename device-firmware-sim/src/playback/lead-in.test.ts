import type { LeadIn } from '@belfry/schemas/domain/lead-in';
import { expect, test } from 'vitest';
import { createSimulatedOutput, type AudioOutput } from './audio-output.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { bootPlayback, testFlash } from '../testing/test-playback.ts';
import { bell, item, testProgramme } from '../testing/test-programme.ts';

const NOON = Date.UTC(2026, 0, 15, 12);
const LEAD_IN: LeadIn = { ms: 1_500, after_s: 20, sound: 'tone' };

function boot(bells: number[]) {
  const flash = testFlash();
  const clock = createManualClock();
  flash.programme.save(
    testProgramme(
      bells.map((ms) => bell(NOON + ms)),
      { lead_in: LEAD_IN },
    ),
  );
  const device = bootPlayback(clock, flash, { leadInSound: ({ ms }) => item('L', ms / 1_000) });
  const starts = () =>
    flash.receipts.toArray().flatMap(({ event, at }) => (event === 'started' ? [Date.parse(at) - NOON] : []));
  return { ...device, starts };
}

test('a bell strikes on the second, and what wakes the amplifier is played before it', async () => {
  const device = boot([60_000, 75_000, 110_000]);
  await device.wait(58);
  expect(device.takeOutput()).toEqual([]);
  await device.wait(1);
  // Both are given to the players before their instants.
  expect(device.takeOutput()).toEqual(['music L at 100', 'voice B at 100']);
  await device.wait(60);
  // The second comes after ten seconds of silence.
  expect(device.takeOutput()).toEqual(['voice B at 100', 'music L at 100', 'voice B at 100']);
  expect(device.starts()).toEqual([60_000, 75_000, 110_000]);
});

test('what is said now begins when the amplifier is awake, and at once while music plays', async () => {
  const device = boot([]);
  device.say();
  await device.wait(10);
  expect(device.takeOutput()).toEqual(['music L at 100', 'voice A at 100']);
  expect(device.starts()).toEqual([LEAD_IN.ms]);
  device.say();
  await device.wait(1);
  expect(device.takeOutput()).toEqual(['voice A at 100']);
  expect(device.starts()).toEqual([LEAD_IN.ms, 10_000]);
});

test('an output that sends silence first is told so much earlier, and the bell strikes on the second', async () => {
  const flash = testFlash();
  const clock = createManualClock();
  flash.programme.save(testProgramme([bell(NOON + 60_000)]));
  const told: number[] = [];
  const simulated = createSimulatedOutput(clock);
  const output: AudioOutput = {
    ...simulated,
    leadMs: 3_000,
    play(channel, source, options) {
      told.push(clock.now() - NOON, (options.startAt ?? 0) - NOON);
      return simulated.play(channel, source, options);
    },
  };
  await bootPlayback(clock, flash, { output }).wait(61);
  expect(told).toEqual([56_900, 60_000]);
});
