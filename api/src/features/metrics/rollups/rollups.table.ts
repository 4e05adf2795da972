import type { Generated } from 'kysely';

/** A row of metrics_hourly or metrics_daily: the records of a device that were measured in the hour, or the UTC day, that begins at `at`. */
export type MetricsRollupTable = {
  at: Date;
  device_id: number;
  records: number;
  cpu_avg: number;
  cpu_min: number;
  cpu_max: number;
  /** °C */
  temperature_avg: number;
  temperature_min: number;
  temperature_max: number;
  memory_avg: number;
  memory_min: number;
  memory_max: number;
  disk_avg: number;
  disk_min: number;
  disk_max: number;
};

/** One row: which days are rolled up. */
export type MetricsRollupProgressTable = {
  only_row: Generated<boolean>;
  /** The first UTC day that is not rolled up for all devices; null before the job has run for the first time. */
  next_day: Date | null;
  /** The devices up to this id are rolled up for `next_day`. */
  after_device: Generated<number>;
};
