import { useTranslation } from 'react-i18next';
import { formatCelsius, formatPercent } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import type { Series } from './chart-points.ts';

export const SERIES_COLOURS: Record<Series, string> = {
  cpu_usage_percent: 'var(--bf-purple)',
  memory_usage_percent: 'var(--bf-company)',
  cpu_temperature: 'var(--bf-device)',
  disk_usage_percent: 'var(--bf-element)',
};

/** The names of the metrics, and their values with unit. */
export function useSeriesTexts() {
  const { t } = useTranslation('ui');
  const locale = useLocale();
  const labels: Record<Series, string> = {
    cpu_usage_percent: t('metrics.cpu'),
    memory_usage_percent: t('metrics.memory'),
    cpu_temperature: t('metrics.temperature'),
    disk_usage_percent: t('metrics.disk'),
  };
  const text = (name: Series, value: number): string =>
    name === 'cpu_temperature' ? formatCelsius(value, locale) : formatPercent(value, locale);
  return { labels, text };
}
