import { expect, test } from 'vitest';
import { DEFAULT_DEVICE_SETTINGS, type DeviceSettings } from '@belfry/schemas/domain/configuration';
import { createNightlyTasks, localTime } from './periodic-tasks.ts';
import { createRandom } from '../hardware/random.ts';
import { createManualClock } from '../testing/manual-clock.ts';

const MINUTE_MS = 60_000;

/** The commands that a device runs by itself from noon UTC to noon, as `hour command`. */
async function nightWith(settings: Partial<DeviceSettings>, version = '3.1'): Promise<string[]> {
  const clock = createManualClock(Date.UTC(2026, 0, 15, 12));
  const done: string[] = [];
  const nightlyTasks = createNightlyTasks({
    clock,
    random: createRandom('night'),
    settings: () => ({ ...DEFAULT_DEVICE_SETTINGS, ...settings }),
    version: () => version,
    run: (command) => void done.push(`${new Date(clock.now()).getUTCHours()} ${command}`),
  });
  for (let minute = 0; minute < 24 * 60; minute++) {
    nightlyTasks.tick();
    nightlyTasks.tick();
    await clock.advance(MINUTE_MS);
  }
  return done;
}

test('updates at two and reboots at three, once each', async () => {
  expect(await nightWith({})).toEqual(['2 install', '3 reboot']);
});

test('does nothing if the configuration forbids it', async () => {
  expect(await nightWith({ update_at_night: false })).toEqual(['3 reboot']);
  expect(await nightWith({ reboot_at_night: false })).toEqual(['2 install']);
});

test('does not install the version that is installed', async () => {
  expect(await nightWith({}, '3.4')).toEqual(['3 reboot']);
});

test('uses the local time of the device', async () => {
  expect(await nightWith({ time_zone: 'Asia/Tokyo' })).toEqual(['17 install', '18 reboot']);
});

test('uses the UTC offset if the time zone is invalid', () => {
  const noon = Date.UTC(2026, 0, 15, 12, 7);
  expect(localTime(noon, 'Nowhere/Land', 3)).toEqual({ hour: 15, minute: 7 });
  expect(localTime(noon, 'Nowhere/Land', -12)).toEqual({ hour: 0, minute: 7 });
  expect(localTime(noon, 'America/New_York', 0)).toEqual({ hour: 7, minute: 7 });
});
