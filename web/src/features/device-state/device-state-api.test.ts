import { expect, it } from 'vitest';
import type { MetricsMessage, PlayerMessage, StatusMessage } from '@belfry/schemas/mqtt/messages';
import { applyMetrics, applyPlayer, applyStatus } from './device-state-api.ts';
import { aDevice, aMetricRecord } from '../../testing/device-factory.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const live = { receivedAt: NOW, retained: false };
const retained = { receivedAt: NOW, retained: true };
const LONG_AGO = '2026-11-19T08:00:00.000Z';

const status = (override: Partial<StatusMessage> = {}): StatusMessage => ({
  status: 'online',
  device_version: '2.0.0',
  hostname: 'belfry-7',
  ip: '10.0.0.7',
  at: '2026-11-20T11:59:59.000Z',
  ...override,
});
const metrics = (override: Partial<MetricsMessage> = {}): MetricsMessage => ({
  hostname: 'belfry-7',
  cpu_usage_percent: 41,
  cpu_temperature: 51,
  memory_usage_percent: 31,
  disk_usage_percent: 21,
  uptime_seconds: 3_660,
  collected_at: '2026-11-20T11:59:58.000Z',
  seq: 12,
  ...override,
});
const player = (override: Partial<PlayerMessage> = {}): PlayerMessage => ({
  state: 'playing',
  volume: 80,
  current_track: 'Morning bell',
  position: 10,
  duration: 100,
  percentage: 10,
  playlist_length: 3,
  at: '2026-11-20T11:59:58.000Z',
  ...override,
});

it('applies status, activity, version and address of a status message', () => {
  const device = aDevice({ status: 'offline', mode: 'inactive', last_seen: LONG_AGO });
  applyStatus(device, status(), live);
  expect(device).toMatchObject({ status: 'online', mode: 'active', device_version: '2.0.0', ip: '10.0.0.7' });
  expect(device.last_seen).toBe('2026-11-20T12:00:00.000Z');
});

it('names a device by its node, without one by its host name', () => {
  const [free, bound] = [aDevice({ name: null, hostname: null }), aDevice({ name: 'Hall', company_name: 'Hall' })];
  for (const device of [free, bound]) applyStatus(device, status({ hostname: 'hall-pi' }), live);
  expect([free.name, bound.name]).toEqual(['hall-pi', 'Hall']);
});

it('keeps last seen when a device goes offline, because a last will is not a sign of life', () => {
  const device = aDevice({ status: 'online', last_seen: LONG_AGO });
  applyStatus(device, status({ status: 'offline', at: '2026-11-18T00:00:00.000Z' }), live);
  expect(device).toMatchObject({ status: 'offline', mode: 'inactive', last_seen: LONG_AGO });
});

it('does not update last seen for a retained status', () => {
  const device = aDevice({ last_seen: LONG_AGO });
  applyStatus(device, status(), retained);
  expect(device.last_seen).toBe(LONG_AGO);
});

it('applies new metrics with a readable uptime', () => {
  const device = aDevice({ metrics: aMetricRecord({ seq: 11 }) });
  applyMetrics(device, metrics(), live);
  expect(device.metrics).toMatchObject({ cpu_usage_percent: 41, uptime_human: '1h 1m', seq: 12 });
});

it('shows the clock that comes with new metrics, which is no part of the record', () => {
  const device = aDevice({ metrics: aMetricRecord({ seq: 11 }) });
  applyMetrics(device, metrics({ clock_offset_ms: 35, clock_synchronised: true }), live);
  expect(device).toMatchObject({ clock_offset_ms: 35, clock_synchronised: true });
  expect(device.metrics).not.toHaveProperty('clock_offset_ms');
});

it('ignores older metrics of a journal, but updates last seen', () => {
  const shown = aMetricRecord({ seq: 40, cpu_usage_percent: 9 });
  const device = aDevice({ metrics: shown, last_seen: LONG_AGO });
  applyMetrics(device, metrics({ seq: 12 }), live);
  expect(device.metrics).toEqual(shown);
  expect(device.last_seen).toBe('2026-11-20T12:00:00.000Z');
});

it('orders by the time of the device where it has no sequence number', () => {
  const device = aDevice({ metrics: aMetricRecord({ seq: null, collected_at: '2026-11-20T11:00:00.000Z' }) });
  applyMetrics(device, metrics({ seq: undefined }), live);
  expect(device.metrics).toMatchObject({ cpu_usage_percent: 41, seq: null });
});

it('changes one player only', () => {
  const music = player({ current_track: 'Waltz' });
  const device = aDevice({ players: { music } });
  applyPlayer(device, 'voice', player(), live);
  expect(device.players.voice?.current_track).toBe('Morning bell');
  expect(device.players.music).toBe(music);
});

it('drops a player state that is older than the one shown', () => {
  const device = aDevice({ players: { radio: player({ volume: 70 }) } });
  applyPlayer(device, 'radio', player({ volume: 10, at: '2026-11-20T11:00:00.000Z' }), retained);
  expect(device.players.radio?.volume).toBe(70);
});
