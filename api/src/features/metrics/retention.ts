import type { Config } from '../../config/config.ts';

export type RetentionSettings = Pick<
  Config,
  'METRICS_RETENTION_DAYS' | 'METRICS_HOURLY_RETENTION_DAYS' | 'METRICS_DAILY_RETENTION_DAYS'
>;

/** How many days records, hours and days are kept: the coarser at least as long as the finer, whatever the settings are. */
export type Retention = { raw: number; hourly: number; daily: number };

export function metricsRetention(settings: RetentionSettings): Retention {
  const raw = settings.METRICS_RETENTION_DAYS;
  const hourly = Math.max(raw, settings.METRICS_HOURLY_RETENTION_DAYS);
  return { raw, hourly, daily: Math.max(hourly, settings.METRICS_DAILY_RETENTION_DAYS) };
}
