import type { Device, DeviceInfo } from '@belfry/schemas/http/devices/devices';
import type { MetricRecord } from '@belfry/schemas/http/metrics/metrics';
import { aConfiguration } from './configuration-factory.ts';

export const aMetricRecord = (override: Partial<MetricRecord> = {}): MetricRecord => ({
  hostname: 'belfry-7',
  cpu_usage_percent: 20,
  cpu_temperature: 45,
  memory_usage_percent: 30,
  disk_usage_percent: 40,
  uptime_seconds: 3_600,
  uptime_human: '1h',
  collected_at: '2026-11-20T11:00:00.000Z',
  received_at: '2026-11-20T11:00:00.100Z',
  measured_at: '2026-11-20T11:00:00.000Z',
  seq: 1,
  ...override,
});

export const aDevice = (override: Partial<Device> = {}): Device => ({
  device_id: 7,
  serial: '1234-5678-9012-3456',
  device_type: 'audio',
  device_mode: 'active',
  company_id: null,
  company_name: null,
  name: 'belfry-7',
  path: '',
  model: null,
  user_id: null,
  note: null,
  description: null,
  email: null,
  tags: [],
  has_pass: true,
  enrolled: true,
  network_speaker: false,
  status: 'online',
  mode: 'active',
  device_version: '1.4.2',
  hostname: 'belfry-7',
  ip: '10.0.0.7',
  connection: 'tcp',
  last_seen: '2026-11-20T11:00:00.000Z',
  clock_skew_ms: 0,
  clock_offset_ms: null,
  clock_synchronised: null,
  twin: null,
  created_at: '2026-11-01T00:00:00.000Z',
  revision: 1,
  metrics: aMetricRecord(),
  players: {},
  outputs: {},
  ...override,
});

export const infoOf = (device: Device): DeviceInfo => ({
  ...device,
  configuration: aConfiguration({ serial: device.serial }),
});
