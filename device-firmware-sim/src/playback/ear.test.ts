import { beforeEach, expect, test, vi } from 'vitest';
import { item, testProgramme } from '../testing/test-programme.ts';
import { createManualClock } from '../testing/manual-clock.ts';
import { bootPlayback, testFlash, type TestPlayback } from '../testing/test-playback.ts';
import type { Listening } from './ear.ts';

const HEARD = { result: 'heard', level_db: -20, noise_db: -50 } as const;
const calls: string[] = [];
const listening: Listening = {
  next: () => void calls.push('next'),
  hear: vi.fn(async () => HEARD),
  drop: () => void calls.push('drop'),
};
const ear = {
  listen(): Listening {
    calls.push('listen');
    return listening;
  },
};

let device: TestPlayback;
function boot(listens: boolean): void {
  const flash = testFlash();
  flash.programme.save(testProgramme([], listens ? { listen: true } : {}));
  device = bootPlayback(createManualClock(), flash, { ear });
}
const soundsOf = () =>
  device.flash.receipts
    .toArray()
    .filter(({ event }) => event === 'finished')
    .map(({ at, sound }) => ({ at, sound }));
beforeEach(() => {
  calls.length = 0;
  boot(true);
});

test('the receipt of an announcement has what was heard of it, the volume, and when it ended', async () => {
  device.say({ items: [item('A'), item('B', 3)], volume: 40 });
  await device.wait(8);
  const endedAt = new Date(device.clock.now()).toISOString();
  await vi.waitFor(() => expect(soundsOf()).toEqual([{ at: endedAt, sound: { ...HEARD, volume: 40 } }]));
  expect(calls).toEqual(['listen', 'next']);
});

test('what does not end by itself is not listened to, or without a result', async () => {
  device.say({ run_id: '0e3a4b0c-1111-4222-8333-444455556661', priority: 'say_now' });
  await device.wait(2);
  device.say({ priority: 'emergency', repeat: 0 });
  await device.wait(20);
  expect(calls).toEqual(['listen', 'drop']);
  expect(soundsOf()).toEqual([]);
});

test('of silence nothing is told', async () => {
  device.say({ volume: 0 });
  await device.wait(6);
  expect(calls).toEqual([]);
  expect(soundsOf()).toHaveLength(1);
});

test('a device does not listen where its place has not chosen it', async () => {
  boot(false);
  device.say({});
  await device.wait(6);
  expect(calls).toEqual([]);
  expect(soundsOf()).toEqual([{ at: expect.any(String), sound: undefined }]);
});
