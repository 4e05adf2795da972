import { expect, it } from 'vitest';
import { DEVICE_NAME_MAX, deviceNameOf } from './device.ts';

it.each([
  [{ company_name: 'Hall', note: 'By the door', hostname: 'belfry-7' }, 'Hall'],
  [{ company_name: null, note: ' By the door ', hostname: 'belfry-7' }, 'By the door'],
  [{ company_name: null, note: ' ', hostname: 'belfry-7' }, 'belfry-7'],
  [{ company_name: null, note: null, hostname: null }, null],
  [{ company_name: null, note: 'x'.repeat(2_000), hostname: null }, 'x'.repeat(DEVICE_NAME_MAX)],
])('a device is called by its place, its note or its host: %#', (device, name) =>
  expect(deviceNameOf(device)).toBe(name),
);
