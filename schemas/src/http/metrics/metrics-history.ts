import { serialParamsSchema } from '../commands/commands.ts';
import { endpoint } from '../endpoint.ts';
import {
  metricRecordSchema,
  metricSeriesPointSchema,
  metricsQuerySchema,
  metricStatisticsSchema,
  seriesQuerySchema,
  statisticsQuerySchema,
} from './metrics.ts';
import { z } from 'zod';
import { HISTORY_DAYS_MAX, HISTORY_POINTS_MAX } from '../../domain/limits.ts';

const DAY_MS = 86_400_000;

export const HISTORY_RESOLUTIONS = ['raw', 'hourly', 'daily'] as const;
export type HistoryResolution = (typeof HISTORY_RESOLUTIONS)[number];

/** Without `to` until now, without `from` the 24 hours before `to`. */
export const metricsHistoryQuerySchema = z
  .object({
    from: z.iso.datetime({ offset: true }).optional(),
    to: z.iso.datetime({ offset: true }).optional(),
    resolution: z
      .enum(['auto', ...HISTORY_RESOLUTIONS])
      .default('auto')
      .describe('the finest data to use; coarser data where the range is too long for it, or it is no longer stored'),
  })
  .superRefine(({ from, to }, context) => {
    const end = to === undefined ? Date.now() : Date.parse(to);
    const lengthMs = from === undefined ? DAY_MS : end - Date.parse(from);
    const refuse = (message: string): void => context.addIssue({ code: 'custom', path: ['from'], message });
    if (lengthMs <= 0) refuse('Must be before `to`');
    if (lengthMs > HISTORY_DAYS_MAX * DAY_MS) refuse(`Must be at most ${HISTORY_DAYS_MAX} days before \`to\``);
  });
export type MetricsHistoryQuery = z.output<typeof metricsHistoryQuerySchema>;

const valueSchema = z.strictObject({ avg: z.number(), min: z.number(), max: z.number() });

export const metricsHistoryPointSchema = z
  .strictObject({
    at: z.iso.datetime().describe('start of the bucket'),
    records: z.int(),
    cpu_usage_percent: valueSchema,
    cpu_temperature: valueSchema.describe('°C'),
    memory_usage_percent: valueSchema,
    disk_usage_percent: valueSchema,
  })
  .meta({ id: 'MetricsHistoryPoint' });
export type MetricsHistoryPoint = z.infer<typeof metricsHistoryPointSchema>;

export const metricsHistorySchema = z
  .strictObject({
    from: z.iso.datetime(),
    to: z.iso.datetime(),
    resolution: z.enum(HISTORY_RESOLUTIONS),
    step_seconds: z.int().describe('length of a bucket; buckets begin at multiples of it since 1970, UTC'),
    points: z
      .array(metricsHistoryPointSchema)
      .describe(`oldest first, at most ${HISTORY_POINTS_MAX}; buckets without a record are absent`),
  })
  .meta({ id: 'MetricsHistory' });
export type MetricsHistory = z.infer<typeof metricsHistorySchema>;

const DEVICE = { method: 'get', params: serialParamsSchema, errors: ['device_not_found'] } as const;

export const metricsHttp = {
  newest: endpoint({
    ...DEVICE,
    path: '/metrics/device/{serial}',
    summary: 'The newest metrics of a device, the newest first',
    query: metricsQuerySchema,
    answer: z.array(metricRecordSchema),
  }),
  statistics: endpoint({
    ...DEVICE,
    path: '/metrics/device/{serial}/stats',
    summary: 'Averages and maxima over the last hours',
    query: statisticsQuerySchema,
    answer: metricStatisticsSchema,
  }),
  series: endpoint({
    ...DEVICE,
    path: '/metrics/device/{serial}/series',
    summary: 'Averages per bucket over the last hours, for charts',
    query: seriesQuerySchema,
    answer: z.array(metricSeriesPointSchema),
  }),
  history: endpoint({
    ...DEVICE,
    path: '/devices/{serial}/metrics/history',
    summary: 'Averages, minima and maxima from hours to years, for charts',
    query: metricsHistoryQuerySchema,
    answer: metricsHistorySchema,
  }),
};
