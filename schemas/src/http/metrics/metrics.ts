import { z } from 'zod';
import { METRICS_LIST_LIMIT, SERIES_POINTS_MAX, STATISTICS_WINDOW_HOURS } from '../../domain/limits.ts';

export const metricRecordSchema = z
  .strictObject({
    hostname: z.string(),
    cpu_usage_percent: z
      .number()
      .optional()
      .describe('absent, as the next three: a device without sensors, such as a browser'),
    cpu_temperature: z.number().optional().describe('°C'),
    memory_usage_percent: z.number().optional(),
    disk_usage_percent: z.number().optional(),
    uptime_seconds: z.int(),
    uptime_human: z.string(),
    undervoltage: z.boolean().optional().describe('the supply was too weak; only of devices that measure it'),
    collected_at: z.iso.datetime().describe('by the clock of the device'),
    received_at: z.iso.datetime().describe('by the clock of the server'),
    measured_at: z.iso.datetime().describe('collected_at, corrected by what is known of the device’s clock'),
    seq: z.int().nullable(),
  })
  .meta({ id: 'MetricRecord' });
export type MetricRecord = z.infer<typeof metricRecordSchema>;

export const metricsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(1000).default(METRICS_LIST_LIMIT),
});

const average = z.number().nullable();
/** GET /metrics/device/{serial}/stats: all null if there is no record in the window. */
export const metricStatisticsSchema = z
  .strictObject({
    total_records: z.int(),
    avg_cpu_usage: average,
    max_cpu_usage: average,
    avg_memory_usage: average,
    max_memory_usage: average,
    avg_cpu_temp: average,
    max_cpu_temp: average,
  })
  .meta({ id: 'MetricStatistics' });
export type MetricStatistics = z.infer<typeof metricStatisticsSchema>;

export const statisticsQuerySchema = z.object({
  hours: z.coerce
    .number()
    .int()
    .min(1)
    .max(24 * 31)
    .default(STATISTICS_WINDOW_HOURS),
});

export const metricSeriesPointSchema = z
  .strictObject({
    at: z.iso.datetime().describe('start of the bucket'),
    cpu_usage_percent: z.number(),
    memory_usage_percent: z.number(),
    cpu_temperature: z.number(),
    disk_usage_percent: z.number(),
  })
  .meta({ id: 'MetricSeriesPoint' });
export type MetricSeriesPoint = z.infer<typeof metricSeriesPointSchema>;

export const seriesQuerySchema = statisticsQuerySchema.extend({
  points: z.coerce.number().int().min(10).max(SERIES_POINTS_MAX).default(SERIES_POINTS_MAX),
});

const UNITS = [
  ['d', 86_400],
  ['h', 3_600],
  ['m', 60],
] as const;

/** Formats seconds: `3d 4h 5m`; under a minute `42s`. */
export function uptimeHuman(seconds: number): string {
  if (seconds < 60) return `${Math.floor(seconds)}s`;
  let rest = seconds;
  const words = UNITS.map(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? `${count}${unit}` : '';
  });
  return words.filter((word) => word !== '').join(' ');
}
