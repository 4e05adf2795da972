import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parseConfig } from '@belfry/broker/config';
import { startBroker, type RunningBroker } from '@belfry/broker/server';
import { startDevice, type Device, type DeviceOptions } from '@belfry/device-firmware-sim/device/device';
import { probePort } from '@belfry/infra/local/ports';
import { DEFAULT_DEVICE_SETTINGS } from '@belfry/schemas/domain/configuration';
import { formatSerial } from '@belfry/schemas/domain/serial';
import { aclFor } from '@belfry/schemas/mqtt/access';
import { topics } from '@belfry/schemas/mqtt/topics';
import { observe, type Observer } from '../support/observer.ts';
import { until } from '../support/until.ts';

const SECRET = 'a-secret-that-only-tests-know';
const KEY = 'the-key-of-every-device-here';
let port = 0;
let broker: RunningBroker;
let observer: Observer;
const devices: Device[] = [];

const mqttUrl = () => `mqtt://127.0.0.1:${port}`;

/** A broker that accepts devices with the right key. */
const startBrokerForDevices = () =>
  startBroker(
    parseConfig({
      MQTT_HOST: '127.0.0.1',
      MQTT_PORT: String(port),
      MQTT_WS_PORT: '0',
      BROKER_HTTP_PORT: '0',
      SERVICE_SECRET: SECRET,
      LOG_LEVEL: 'silent',
    }),
    {
      async authenticate({ username, password }) {
        if (password !== KEY) return { result: 'deny' };
        const client_attrs = { kind: 'device' as const, id: username };
        return {
          result: 'allow',
          is_superuser: false,
          client_attrs,
          acl: aclFor({ kind: 'device', serial: username }),
        };
      },
    },
  );

let created = 0;
function start(options: Partial<DeviceOptions> = {}): Device {
  const serial = formatSerial(String(++created).padStart(16, '0'));
  const device = startDevice({ serial, deviceKey: KEY, mqttUrl: mqttUrl(), speed: 20, intervalMs: 60_000, ...options });
  devices.push(device);
  return device;
}

async function startOnline(options: Partial<DeviceOptions> = {}): Promise<Device> {
  const device = start(options);
  await until('online', () => observer.last('status', device.serial)?.status === 'online');
  return device;
}

const statuses = ({ serial }: Device) => observer.all('status', serial).map(({ status }) => status);
const seqs = ({ serial }: Device) => observer.all('metrics', serial).map(({ seq }) => seq);

beforeAll(async () => {
  port = await probePort(0, '127.0.0.1');
});
beforeEach(async () => {
  broker = await startBrokerForDevices();
  observer = await observe(mqttUrl(), SECRET);
});
afterEach(async () => {
  for (const device of devices.splice(0)) device.kill();
  await observer.disconnect();
  await broker.stop();
});
afterAll(() => expect(devices).toEqual([]));

describe('a connected device', () => {
  test('publishes status, configuration and three players, all retained', async () => {
    const device = await startOnline();
    const late = await observe(mqttUrl(), SECRET);
    await until('all that is retained', () => late.received.length === 5);
    expect(late.received.every(({ retain }) => retain)).toBe(true);
    expect(late.received.map(({ topic }) => topic).sort()).toEqual(
      [
        topics.configReported(device.serial),
        topics.player(device.serial, 'music'),
        topics.player(device.serial, 'radio'),
        topics.player(device.serial, 'voice'),
        topics.status(device.serial),
      ].sort(),
    );
    await late.disconnect();
  });

  test('publishes metrics at its interval, numbered from one', async () => {
    const device = await startOnline({ intervalMs: 40 });
    await until('five metrics', () => seqs(device).length >= 5);
    expect(seqs(device).slice(0, 5)).toEqual([1, 2, 3, 4, 5]);
  });

  test('is reported offline by its last will when it is killed', async () => {
    const device = await startOnline();
    device.kill();
    await until('offline', () => observer.last('status', device.serial)?.status === 'offline');
    expect(statuses(device)).toEqual(['online', 'offline']);
  });

  test('publishes that it is offline when it disconnects, and its last will is not published', async () => {
    const device = await startOnline();
    await device.stop();
    await until('offline', () => observer.last('status', device.serial)?.status === 'offline');
    const other = await startOnline();
    expect(statuses(device)).toEqual(['online', 'offline']);
    expect(other.status()).toBe('online');
  });

  test('reconnects after a lost connection', async () => {
    const device = await startOnline();
    device.drop();
    await until('back', () => statuses(device).length >= 3);
    expect(statuses(device)).toEqual(['online', 'offline', 'online']);
  });

  test('reports that it is rejected with a wrong key', async () => {
    let refused = 0;
    const device = start({ deviceKey: 'wrong', refused: () => void refused++ });
    await until('refused', () => refused > 0);
    expect(device.status()).toBe('offline');
    expect(statuses(device)).toEqual([]);
  });
});

describe('metrics', () => {
  test('stay in the journal until the server has committed them, and are sent again after a reconnection', async () => {
    const device = await startOnline();
    for (let at = 0; at < 4; at++) device.measure();
    await until('four metrics', () => seqs(device).length === 4);
    expect(device.flash.journal.size).toBe(4);
    await observer.publish(topics.acks(device.serial), { metrics_seq: 2 });
    await until('acknowledged', () => device.flash.journal.size === 2);
    const before = observer.all('metrics', device.serial);
    device.drop();
    await until('sent again', () => seqs(device).length === 6);
    expect(seqs(device)).toEqual([1, 2, 3, 4, 3, 4]);
    expect(observer.all('metrics', device.serial).slice(4)).toEqual(before.slice(2));
  });

  test('recorded without a connection are sent afterwards, in order', async () => {
    const device = await startOnline();
    device.measure();
    await until('one', () => seqs(device).length === 1);
    await observer.disconnect();
    await broker.stop();
    await until('alone', () => !device.isConnected);
    for (let at = 0; at < 60; at++) device.measure();
    broker = await startBrokerForDevices();
    observer = await observe(mqttUrl(), SECRET);
    await until('all of them', () => seqs(device).length === 61);
    expect(seqs(device)).toEqual(Array.from({ length: 61 }, (_, at) => at + 1));
  });
});

describe('commands', () => {
  test('set_volume: accepted, done, and changed in player and configuration', async () => {
    const device = await startOnline();
    const id = await observer.command(device.serial, 'set_volume', { channel: 1, volume: 30 });
    const phases = await observer.responses(device.serial, id);
    expect(phases.map(({ phase }) => phase)).toEqual(['accepted', 'done']);
    expect(phases.at(-1)).toMatchObject({ success: true, result: { channel: 1, volume: 30 } });
    expect(observer.all('player', device.serial).some(({ volume }) => volume === 30)).toBe(true);
    expect(observer.last('configReported', device.serial)).toMatchObject({ music_volume: 30 });
  });

  test('reboot: disconnects, reconnects with uptime zero, and responds last', async () => {
    const device = await startOnline();
    device.measure();
    const id = await observer.command(device.serial, 'reboot');
    const phases = await observer.responses(device.serial, id);
    expect(phases.map(({ phase }) => phase)).toEqual(['accepted', 'running', 'running', 'done']);
    expect(phases.at(-1)).toMatchObject({ success: true, result: { uptime_seconds: expect.any(Number) } });
    expect(statuses(device)).toEqual(['online', 'maintenance', 'offline', 'online']);
    device.measure();
    await until('a young metric', () => (observer.last('metrics', device.serial)?.uptime_seconds ?? 999) < 5);
    expect(observer.all('metrics', device.serial)[0]?.uptime_seconds).toBeGreaterThan(1_000);
    expect(seqs(device).at(-1)).toBe(2);
  });

  test('install: in maintenance meanwhile, then with the new version in status and configuration', async () => {
    const device = await startOnline();
    const id = await observer.command(device.serial, 'install', { version: '9.9' });
    const phases = await observer.responses(device.serial, id);
    expect(phases.at(-1)).toMatchObject({ success: true, result: { version: '9.9' } });
    await until('online again', () => observer.last('status', device.serial)?.status === 'online');
    expect(statuses(device)).toEqual(['online', 'maintenance', 'online']);
    expect(observer.last('status', device.serial)?.device_version).toBe('9.9');
    expect(observer.last('configReported', device.serial)).toMatchObject({ device_version: '9.9' });
  });

  test('to the fleet: each device responds', async () => {
    const [one, other] = [await startOnline(), await startOnline()];
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
    const device = await startOnline();
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
    const device = await startOnline();
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
    const device = await startOnline();
    const settings = { ...DEFAULT_DEVICE_SETTINGS, radio_volume: 15, wifi_login: 'Shop', wifi_pass: 'secret-word' };
    await observer.publish(topics.configDesired(device.serial), { version: 2, ...settings }, true);
    await until('reported', () => observer.last('configReported', device.serial)?.version === 2);
    expect(observer.last('configReported', device.serial)).toMatchObject({ radio_volume: 15, wifi_login: 'Shop' });
    expect(device.player('radio').volume).toBe(15);
    await until('joined', () => statuses(device).join() === 'online,offline,online');
    expect(JSON.stringify(observer.all('configReported', device.serial))).not.toContain('secret-word');
    await observer.publish(topics.configDesired(device.serial), { version: 1, ...settings, radio_volume: 99 }, true);
    await observer.responses(device.serial, await observer.command(device.serial, 'system_info'));
    expect(device.player('radio').volume).toBe(15);
  });
});
