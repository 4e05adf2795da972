import type { Selectable } from 'kysely';

/** Partitioned by day of `collected_at`; unique by device, `collected_at` and `seq`, so redelivery has no effect. */
export type MetricsTable = {
  device_id: number;
  /** The time of measurement by the clock of the device. */
  collected_at: Date;
  seq: number | null;
  /** The time of receipt by the clock of the server. */
  received_at: Date;
  /** `collected_at`, corrected by the known skew of the device's clock. */
  measured_at: Date;
  hostname: string;
  cpu_usage_percent: number;
  /** °C */
  cpu_temperature: number;
  memory_usage_percent: number;
  disk_usage_percent: number;
  uptime_seconds: number;
};
export type MetricRow = Selectable<MetricsTable>;
