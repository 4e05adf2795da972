/** @module-tag full */
import { DEFAULT_DEVICE_SETTINGS } from '@belfry/schemas/domain/configuration';
import { topics } from '@belfry/schemas/mqtt/topics';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Observer } from '../../../support/devices/observer.ts';
import { startSteadyClock } from '../../../support/devices/steady-clock.ts';
import { startSimulatedDevices, type SimulatedDevices } from '../../../support/devices/simulated-devices.ts';
import { until } from '../../../support/until.ts';

let simulation: SimulatedDevices;
let observer: Observer;
beforeEach(async () => {
  simulation = await startSimulatedDevices();
  observer = simulation.observer;
});
afterEach(() => simulation.stop());

describe('commands', () => {
  test('set_volume: accepted, done, and changed in player and configuration', async () => {
    const device = await simulation.startOnline();
    const id = await observer.command(device.serial, 'set_volume', { channel: 1, volume: 30 });
    const phases = await observer.responses(device.serial, id);
    expect(phases.map(({ phase }) => phase)).toEqual(['accepted', 'done']);
    expect(phases.at(-1)).toMatchObject({ success: true, result: { channel: 1, volume: 30 } });
    expect(observer.all('player', device.serial).some(({ volume }) => volume === 30)).toBe(true);
    expect(observer.last('configReported', device.serial)).toMatchObject({ music_volume: 30 });
  });

  test('reboot: disconnects, reconnects with uptime zero, and responds last', async () => {
    const clock = startSteadyClock();
    const device = await simulation.startOnline({ clock });
    device.measure();
    const id = await observer.command(device.serial, 'reboot');
    const phases = await observer.responses(device.serial, id);
    expect(phases.map(({ phase }) => phase)).toEqual(['accepted', 'running', 'running', 'done']);
    expect(phases.at(-1)).toMatchObject({ success: true, result: { uptime_seconds: expect.any(Number) } });
    expect(simulation.statuses(device)).toEqual(['online', 'maintenance', 'offline', 'online']);
    device.measure();
    await until('a young metric', () => (observer.last('metrics', device.serial)?.uptime_seconds ?? 999) < 5);
    expect(observer.all('metrics', device.serial)[0]?.uptime_seconds).toBeGreaterThan(1_000);
    expect(simulation.seqs(device).at(-1)).toBe(2);
    clock.stop();
  });

  test('install: in maintenance meanwhile, then with the new version in status and configuration', async () => {
    const device = await simulation.startOnline();
    const id = await observer.command(device.serial, 'install', { version: '9.9' });
    const phases = await observer.responses(device.serial, id);
    expect(phases.at(-1)).toMatchObject({ success: true, result: { version: '9.9' } });
    await until('online again', () => observer.last('status', device.serial)?.status === 'online');
    expect(simulation.statuses(device)).toEqual(['online', 'maintenance', 'online']);
    expect(observer.last('status', device.serial)?.device_version).toBe('9.9');
    await until('it is reported', () => observer.last('configReported', device.serial)?.device_version === '9.9');
  });

  test('to the fleet: each device responds', async () => {
    const [one, other] = [await simulation.startOnline(), await simulation.startOnline()];
    const issued = Date.now();
    const correlation_id = '0190a5b0-0000-4000-8000-000000000001';
    await observer.publish(topics.fleetCommands, {
      correlation_id,
      command: 'reboot',
      params: {},
      issued_at: new Date(issued).toISOString(),
      expires_at: new Date(issued + 15_000).toISOString(),
    });
    for (const device of [one, other]) {
      const phases = await observer.responses(device.serial, correlation_id);
      expect(phases.at(-1)).toMatchObject({ phase: 'done', success: true });
    }
  });

  test('repeated: responds again without executing it again; expired: does not respond', async () => {
    const device = await simulation.startOnline();
    const id = await observer.command(device.serial, 'contact_support');
    const first = (await observer.responses(device.serial, id)).at(-1);
    await observer.command(device.serial, 'contact_support', {}, { correlation_id: id });
    const phases = await until(
      'the answer again',
      () => observer.all('responses', device.serial),
      (phases) => phases.length === 3,
    );
    expect(phases.at(-1)).toEqual(first);
    const expired = await observer.command(device.serial, 'reboot', {}, { expires_at: new Date(0).toISOString() });
    const after = await observer.command(device.serial, 'system_info');
    await observer.responses(device.serial, after);
    expect(observer.all('responses', device.serial).some(({ correlation_id }) => correlation_id === expired)).toBe(
      false,
    );
  });

  test('invalid payloads on its topics have no effect', async () => {
    const device = await simulation.startOnline();
    for (const topic of [topics.commands, topics.acks, topics.configDesired]) {
      for (const payload of ['text', 7, null, [], { metrics_seq: -1 }])
        await observer.publish(topic(device.serial), payload).catch(() => {});
    }
    const id = await observer.command(device.serial, 'system_info');
    expect((await observer.responses(device.serial, id)).at(-1)).toMatchObject({ success: true });
  });
});

describe('configuration', () => {
  test('with a newer version is applied and reported without the WiFi password, and a new network is joined', async () => {
    const device = await simulation.startOnline();
    const settings = { ...DEFAULT_DEVICE_SETTINGS, radio_volume: 15, wifi_login: 'Shop', wifi_pass: 'secret-word' };
    await observer.publish(topics.configDesired(device.serial), { version: 2, ...settings }, true);
    await until('reported', () => observer.last('configReported', device.serial)?.version === 2);
    expect(observer.last('configReported', device.serial)).toMatchObject({ radio_volume: 15, wifi_login: 'Shop' });
    expect(device.player('radio').volume).toBe(15);
    await until('joined', () => simulation.statuses(device).join() === 'online,offline,online');
    expect(JSON.stringify(observer.all('configReported', device.serial))).not.toContain('secret-word');
    await observer.publish(topics.configDesired(device.serial), { version: 1, ...settings, radio_volume: 99 }, true);
    await observer.responses(device.serial, await observer.command(device.serial, 'system_info'));
    expect(device.player('radio').volume).toBe(15);
  });
});
