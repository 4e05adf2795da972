import { describe, expect, it } from 'vitest';
import type { DeviceFacts } from './device-kind.ts';
import { DEVICE_KINDS } from './index.ts';

const AT = new Date('2026-11-27T04:00:00.000Z');
const device = (changes: Partial<DeviceFacts> = {}): DeviceFacts => ({
  device_id: 1,
  owner_id: 2,
  company_id: 3,
  status: 'online',
  silent: false,
  last_seen: AT,
  problem: null,
  clock_skew_ms: -61_500,
  restarts: 4,
  metrics: {
    hostname: 'speaker',
    cpu_usage_percent: 1,
    cpu_temperature: 81,
    memory_usage_percent: 96,
    disk_usage_percent: 91,
    uptime_seconds: 60,
    uptime_human: '1m',
    collected_at: AT.toISOString(),
    received_at: AT.toISOString(),
    measured_at: AT.toISOString(),
    seq: 1,
  },
  ...changes,
});

describe('a device that is offline', () => {
  it('has failed after its last message where it is silent', () => {
    const silent = device({ status: 'offline', silent: true });
    expect(DEVICE_KINDS.device_offline.read(silent)).toEqual({ bad: true, since: AT.getTime() });
  });

  it('has failed now where its last will says so', () =>
    expect(DEVICE_KINDS.device_offline.read(device({ status: 'offline' }))).toEqual({ bad: true }));

  it('says why, also where it was never online', () => {
    const lost = device({ status: 'offline', last_seen: null, problem: 'no route' });
    expect(DEVICE_KINDS.device_offline.read(lost)).toEqual({ bad: true, detail: 'no route' });
  });

  it('is not installed yet where it has never connected', () =>
    expect(DEVICE_KINDS.device_offline.read(device({ status: 'offline', last_seen: null }))).toEqual({ bad: false }));

  it.each(['online', 'maintenance'] as const)('is not meant where its status is %s', (status) =>
    expect(DEVICE_KINDS.device_offline.read(device({ status }))).toEqual({ bad: false }),
  );
});

describe('a measured kind', () => {
  it.each([
    ['temperature', 81],
    ['disk', 91],
    ['memory', 96],
    ['clock_off', 61.5],
    ['restarts', 4],
  ] as const)('%s reads its value', (kind, value) => {
    expect(DEVICE_KINDS[kind].read(device())).toEqual({ value });
  });

  it.each(['temperature', 'disk', 'memory', 'clock_off', 'restarts', 'undervoltage'] as const)(
    '%s is unknown while the device is offline',
    (kind) => expect(DEVICE_KINDS[kind].read(device({ status: 'offline' }))).toBeNull(),
  );

  it.each(['temperature', 'disk', 'memory', 'restarts', 'undervoltage'] as const)(
    '%s is unknown before the first metrics',
    (kind) => expect(DEVICE_KINDS[kind].read(device({ metrics: null }))).toBeNull(),
  );

  it('clock_off is unknown before the device has told its time', () =>
    expect(DEVICE_KINDS.clock_off.read(device({ clock_skew_ms: null }))).toBeNull());

  it.each([true, false])('undervoltage is what a device says that measures it: %s', (undervoltage) => {
    const { metrics } = device();
    expect(DEVICE_KINDS.undervoltage.read(device({ metrics: metrics && { ...metrics, undervoltage } }))).toEqual({
      bad: undervoltage,
    });
    expect(DEVICE_KINDS.undervoltage.read(device())).toBeNull();
  });
});
