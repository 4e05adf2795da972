import { hostname } from 'node:os';
import { DEFAULT_DEVICE_SETTINGS } from '@belfry/schemas/domain/configuration';
import { metricsMessageSchema } from '@belfry/schemas/mqtt/messages';
import { describe, expect, it } from 'vitest';
import { isoTime, systemClock } from '../hardware/clock.ts';
import { checkMachine } from './self-test.ts';
import { noOutputs } from '../device/outputs.ts';
import { createHost } from './host.ts';
import { readIdentity } from './machine.ts';

const host = (allowReboot = false) =>
  createHost({
    clock: systemClock,
    identity: readIdentity(),
    players: { control: async () => {}, volumeChanged() {} },
    folder: import.meta.dirname,
    allowReboot,
    services: () => [],
    diagnose: async () => [],
    testSound: async () => [],
    ear: null,
    outputs: noOutputs,
    reboot: async () => {},
  });

describe('this machine', () => {
  it('is measured within the limits of the contract', () => {
    const { sensors, identity } = host();
    const { collected_at, ...readings } = sensors.read({ playing: 0, busy: false });
    const message = { hostname: identity.hostname, ...readings, collected_at: isoTime(collected_at) };
    expect(metricsMessageSchema.safeParse(message).error).toBeUndefined();
    expect(identity).toMatchObject({ hostname: hostname(), ip: expect.stringMatching(/^[\d.a-f:]+$/) });
    expect(readings.memory_usage_percent).toBeGreaterThan(0);
    expect(readings.disk_usage_percent).toBeGreaterThan(0);
    expect(readings.uptime_seconds).toBeGreaterThan(0);
  });

  it('has a busy processor while this process computes', async () => {
    const { sensors } = host();
    const until = performance.now() + 200;
    while (performance.now() < until);
    expect(sensors.read({ playing: 0, busy: false }).cpu_usage_percent).toBeGreaterThan(0);
  });

  it('refuses what only simulated devices do, and a restart that is not allowed', () => {
    const refused = ['wifi_scan', 'install', 'reinstall', 'clear_logs', 'contact_support', 'reboot'] as const;
    for (const command of refused) expect(host().refusal(command)).toEqual(expect.any(String));
    for (const command of ['play', 'stop', 'set_volume', 'system_info'] as const)
      expect(host().refusal(command)).toBeNull();
    expect(host(true).refusal('reboot')).toBeNull();
  });

  it('does not apply WiFi settings, and says so', () => {
    expect(host().refusedSettings(DEFAULT_DEVICE_SETTINGS)).toEqual({});
    const settings = { ...DEFAULT_DEVICE_SETTINGS, wifi_login: 'Hall', wifi_pass: 'secret' };
    expect(Object.keys(host().refusedSettings(settings))).toEqual(['wifi_login', 'wifi_pass']);
  });
});

describe('the diagnosis of a machine', () => {
  const readings = {
    collected_at: 0,
    cpu_usage_percent: 1,
    cpu_temperature: 50,
    memory_usage_percent: 1,
    disk_usage_percent: 10,
    uptime_seconds: 1,
  };
  const check = (patch: Partial<typeof readings>) =>
    Object.fromEntries(checkMachine({ read: () => ({ ...readings, ...patch }) }).map(({ name, ok }) => [name, ok]));

  it('finds a full disk and heat', () => {
    expect(check({})).toMatchObject({ storage: true, temperature: true });
    expect(check({ disk_usage_percent: 95 })).toMatchObject({ storage: false });
    expect(check({ cpu_temperature: 80 })).toMatchObject({ temperature: false });
  });

  it('does not call a missing sensor cold', () => {
    expect(checkMachine({ read: () => ({ ...readings, cpu_temperature: 0 }) })).toContainEqual({
      name: 'temperature',
      ok: true,
      detail: 'this machine has no sensor',
    });
  });
});
