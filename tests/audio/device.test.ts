import { hostname } from 'node:os';
import { join } from 'node:path';
import { openMpdConnection } from '@belfry/device-firmware-sim/mpd/mpd-connection';
import { rms } from '@belfry/device-firmware-sim/sound/correlation';
import { commandsHttp } from '@belfry/schemas/http/commands/commands';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareHostDevice, type HostDeviceProcess } from '../support/audio/host-device.ts';
import { createAdmin, createDevice, type TestDevice, type TestUser } from '../support/factories.ts';
import { startStack, type Stack } from '../support/stack.ts';
import { until } from '../support/until.ts';
import { statusOf } from '../support/commands.ts';

let stack: Stack;
let admin: TestUser;
let device: TestDevice;
let host: HostDeviceProcess;
beforeAll(async () => {
  stack = await startStack();
  admin = await createAdmin(stack);
  device = await createDevice(stack, { key_hash: null, device_mode: 'pass' });
  host = await prepareHostDevice(device.serial, stack.url, stack.mqttUrl);
});
afterAll(async () => {
  await host.close();
  await stack.stop();
});
const command = async (name: string, params: object = {}) =>
  (await stack.call(commandsHttp.sendAndWait, admin, { serial: device.serial, command: name, params })).body;
const untilStatus = (wanted: string) =>
  until(
    wanted,
    () => statusOf(stack, device.serial),
    (status) => status === wanted,
  );

test('enrols with its pass once, and reports this machine', async () => {
  await host.start('--pass', 'pass-1', '--interval', '0.2');
  await untilStatus('online');
  expect(await command('system_info')).toMatchObject({ success: true, result: { hostname: hostname() } });
  expect(await command('check_services')).toMatchObject({
    result: {
      services: ['belfry-device', 'player-voice', 'player-music', 'player-radio'].map((name) => ({
        name,
        state: 'running',
      })),
    },
  });
  const stored = await until('metrics', async () => {
    const { rows } = await stack.pool.query<{ disk_usage_percent: number }>(
      'select disk_usage_percent from metrics join devices using (device_id) where serial = $1 limit 1',
      [device.serial],
    );
    return rows[0]?.disk_usage_percent;
  });
  expect(stored).toBeGreaterThan(0);
});

test.each(['wifi_scan', 'install', 'reboot', 'clear_logs'])(
  'answers %s with what this machine does not do',
  async (name) => {
    expect(await command(name)).toMatchObject({ success: false, errorType: 'not_supported' });
  },
);

test('plays a test tone on a real player, at the volume that is set', async () => {
  await command('set_volume', { channel: 1, volume: 90 });
  const before = host.recorder('music').length();
  expect(await command('test_music', { args: 'play' })).toMatchObject({
    success: true,
    result: { state: 'playing', current_track: 'Test tone', volume: 90 },
  });
  await until('half a second', () => host.recorder('music').length() > before + 22_050);
  const loud = rms(host.recorder('music').samples(before + 11_025, before + 22_050));
  expect(loud).toBeGreaterThan(0.05);
  await command('set_volume', { channel: 1, volume: 40 });
  const from = host.recorder('music').length() + 8_820;
  await until('another quarter', () => host.recorder('music').length() > from + 11_025);
  expect(rms(host.recorder('music').samples(from, from + 11_025))).toBeLessThan(loud / 2);
  expect(await command('test_music', { args: 'stop' })).toMatchObject({ result: { state: 'stopped' } });
});

test('ends its players and says that it is offline, and starts again with its stored key', async () => {
  const socket = join(host.folder, 'data/players/voice/mpd.sock');
  expect(await host.end()).toBe(0);
  await untilStatus('offline');
  await expect(openMpdConnection(socket)).rejects.toThrow();
  await host.start();
  await untilStatus('online');
});

test('takes over from a process that was killed, whose players still run', async () => {
  await host.kill();
  const orphan = await openMpdConnection(join(host.folder, 'data/players/voice/mpd.sock'));
  await host.start();
  await orphan.closed;
  // Its new players are starting.
  const status = () => command('test_voices', { args: 'status' });
  const answer = await until('the state of the player', status, ({ success }) => success);
  expect(answer).toMatchObject({ result: { state: 'idle' } });
});
