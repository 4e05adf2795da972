import { reasonText } from '@belfry/schemas/domain/reasons';
import { expect, test } from 'vitest';
import { createManualClock } from '../testing/manual-clock.ts';
import { bootPlayback, testFlash } from '../testing/test-playback.ts';
import { createSimulatedOutput, type AudioOutput, type EndedHandler } from './audio-output.ts';

function boot(finishedAs?: string) {
  const flash = testFlash();
  const clock = createManualClock();
  const handlers = new Set<EndedHandler>();
  const simulated = createSimulatedOutput(clock);
  const output: AudioOutput = {
    ...simulated,
    onEnded(handle) {
      handlers.add(handle);
      return simulated.onEnded(handle);
    },
  };
  const device = bootPlayback(clock, flash, { output, finishedAs });
  return {
    ...device,
    fail: (reason: string): void => handlers.forEach((handle) => handle('voice', false, 0, reason)),
  };
}

test('what nobody can have heard has the reason "sent", and only that', async () => {
  const device = boot(reasonText('sent'));
  device.say();
  await device.wait(10);
  expect(device.receipts()).toEqual(['fetched', 'started', 'finished: sent']);
});

test('an output that fails in the middle interrupts the announcement with its reason', async () => {
  const device = boot();
  device.say();
  await device.wait(1);
  device.fail('No sound can be sent to the loudspeaker: ENETUNREACH');
  await device.wait(10);
  expect(device.receipts()).toEqual([
    'fetched',
    'started',
    'interrupted: No sound can be sent to the loudspeaker: ENETUNREACH',
  ]);
});
