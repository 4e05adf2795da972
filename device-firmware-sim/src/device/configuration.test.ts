import { expect, test } from 'vitest';
import { DEFAULT_DEVICE_SETTINGS, type ReportedConfig } from '@belfry/schemas/domain/configuration';
import { createConfiguration } from './configuration.ts';
import { factoryMemory, volatileFlash } from '../hardware/flash.ts';
import { profileWithSerial } from '../fleet/device-profiles.ts';

function begin() {
  const flash = volatileFlash(factoryMemory(profileWithSerial('1111-2222-3333-4444'), 0));
  const reports: ReportedConfig[] = [];
  return { flash, reports, configuration: createConfiguration(flash, (config) => void reports.push(config)) };
}

const desired = (version: number, patch = {}) => ({ version, ...DEFAULT_DEVICE_SETTINGS, ...patch });

test('a newer configuration is applied and reported with its version', () => {
  const { configuration, reports } = begin();
  expect(configuration.accept(desired(3, { music_volume: 10 }))?.music_volume).toBe(80);
  expect(configuration.settings().music_volume).toBe(10);
  expect(reports).toEqual([expect.objectContaining({ version: 3, music_volume: 10 })]);
});

test('the same or an older version changes nothing', () => {
  const { configuration, reports } = begin();
  configuration.accept(desired(3, { music_volume: 10 }));
  expect(configuration.accept(desired(3, { music_volume: 55 }))).toBeNull();
  expect(configuration.accept(desired(2, { music_volume: 66 }))).toBeNull();
  expect(configuration.settings().music_volume).toBe(10);
  expect(reports).toHaveLength(1);
});

test('the WiFi password is not reported', () => {
  const { configuration, flash, reports } = begin();
  configuration.accept(desired(1, { wifi_login: 'Shop', wifi_pass: 'secret-word' }));
  expect(flash.memory.settings.wifi_pass).toBe('secret-word');
  expect(JSON.stringify(reports)).not.toContain('secret-word');
  expect(reports[0]).toMatchObject({ wifi_login: 'Shop' });
});

test('a local change is reported with the version of the last desired configuration', () => {
  const { configuration, reports } = begin();
  configuration.accept(desired(4));
  configuration.change({ radio_volume: 5 });
  expect(reports.at(-1)).toMatchObject({ version: 4, radio_volume: 5 });
});

test('settings that the device cannot use are rejected with reasons and keep their previous values', () => {
  const { configuration, reports } = begin();
  configuration.accept(desired(1, { time_zone: 'Mars/Olympus', ws_url: 'http://x', music_volume: 5 }));
  expect(reports.at(-1)).toMatchObject({ version: 1, time_zone: 'UTC', ws_url: null, music_volume: 5 });
  expect(reports.at(-1)?.rejected).toEqual({
    time_zone: 'the time zone Mars/Olympus is unknown',
    ws_url: 'not a WebSocket address',
  });
  configuration.accept(desired(2, { time_zone: 'Europe/Berlin' }));
  expect(reports.at(-1)).toMatchObject({ time_zone: 'Europe/Berlin', rejected: {} });
});
