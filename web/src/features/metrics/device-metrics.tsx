import { Text, Table, Skeleton } from '@mantine/core';
import { useTranslation } from '../../lib/translation.ts';
import { isHigh } from '@belfry/schemas/domain/thresholds';
import type { MetricRecord, MetricStatistics } from '@belfry/schemas/http/metrics/metrics';
import type { Serial } from '@belfry/schemas/domain/serial';
import { formatCelsius, formatPercent, formatCount } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';
import { useTimes } from '../../lib/times.ts';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { Gauge } from '../../ui/gauge.tsx';
import { LineSkeletons } from '../../ui/states/skeletons.tsx';
import { useGetMetricsQuery, metricsFailure, useGetStatisticsQuery } from './metrics-api.ts';
import classes from './device-metrics.module.css';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { CHART_HEIGHT } from './series.ts';

/** The last record of a device, live; see DEV-30 for the warning colours. */
export function SystemMetrics({ serial }: { serial: Serial }) {
  const { t } = useTranslation(['metrics', 'ui']);
  const { data, error, isFetching, refetch } = useGetMetricsQuery(serial);
  if (!data && error) {
    return <ErrorState message={metricsFailure(error, t)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <LineSkeletons count={4} height={28} />;
  const last = data[0];
  return last ? (
    <MetricValues record={last} />
  ) : (
    <Text size="sm" c="dimmed">
      {t('none')}
    </Text>
  );
}

function MetricValues({ record }: { record: MetricRecord }) {
  const { t } = useTranslation(['metrics', 'ui']);
  const locale = useLocale();
  const times = useTimes();
  const measured = [
    { label: t('ui:metrics.cpu'), value: record.cpu_usage_percent, format: formatPercent, isAbove: isHigh.cpu },
    {
      label: t('ui:metrics.temperature'),
      value: record.cpu_temperature,
      format: formatCelsius,
      isAbove: isHigh.temperature,
    },
    {
      label: t('ui:metrics.memory'),
      value: record.memory_usage_percent,
      format: formatPercent,
      isAbove: isHigh.memory,
    },
    { label: t('ui:metrics.disk'), value: record.disk_usage_percent, format: formatPercent, isAbove: isHigh.disk },
  ];
  return (
    <>
      <div className={classes.gauges}>
        {measured.map(
          ({ label, value, format, isAbove }) =>
            value !== undefined && (
              <Gauge
                key={label}
                label={label}
                text={format(value, locale)}
                percent={value}
                warning={isAbove(value) && t('ui:metrics.warning')}
              />
            ),
        )}
      </div>
      <dl className={classes.facts}>
        <dt>{t('hostname')}</dt>
        <dd>{record.hostname}</dd>
        <dt>{t('uptime')}</dt>
        <dd>{record.uptime_human}</dd>
        <dt>{t('updated')}</dt>
        <dd>
          <time dateTime={record.measured_at}>{times.moment(record.measured_at)}</time>
        </dd>
      </dl>
    </>
  );
}

const REFRESH_MS = 60_000;

/** Averages and maxima of the last 24 hours, see DEV-31. */
export function Statistics({ serial }: { serial: Serial }) {
  const { t } = useTranslation(['metrics', 'ui']);
  const { data, error, isFetching, refetch } = useGetStatisticsQuery(serial, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  });
  if (!data && error) {
    return <ErrorState message={metricsFailure(error, t)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) return <LineSkeletons count={4} height={24} />;
  return data.total_records > 0 ? (
    <StatisticValues statistics={data} />
  ) : (
    <Text size="sm" c="dimmed">
      {t('noStatistics')}
    </Text>
  );
}

function StatisticValues({ statistics: s }: { statistics: MetricStatistics }) {
  const { t } = useTranslation(['metrics', 'ui']);
  const locale = useLocale();
  const percent = (value: number | null): string => (value === null ? '–' : formatPercent(value, locale));
  const celsius = (value: number | null): string => (value === null ? '–' : formatCelsius(value, locale));
  const rows = [
    { name: t('ui:metrics.cpu'), average: percent(s.avg_cpu_usage), maximum: percent(s.max_cpu_usage) },
    { name: t('ui:metrics.memory'), average: percent(s.avg_memory_usage), maximum: percent(s.max_memory_usage) },
    { name: t('ui:metrics.temperature'), average: celsius(s.avg_cpu_temp), maximum: celsius(s.max_cpu_temp) },
  ];
  return (
    <Table
      className="tabular"
      verticalSpacing={6}
      horizontalSpacing={0}
      withRowBorders={false}
      aria-label={t('statistics')}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th fw={400} c="dimmed">
            {t('records', { count: s.total_records, shown: formatCount(s.total_records, locale) })}
          </Table.Th>
          <Table.Th ta="right" fw={400} c="dimmed">
            {t('average')}
          </Table.Th>
          <Table.Th ta="right" fw={400} c="dimmed">
            {t('maximum')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, average, maximum }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400}>
              {name}
            </Table.Th>
            <Table.Td ta="right">{average}</Table.Td>
            <Table.Td ta="right" fw={600}>
              {maximum}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The history of a device, without its heading (`useHistoryTitle`). The chart library is large, so it is loaded on demand. */
export const MetricsHistory = lazyPart({
  load: async () => (await import('./metrics-chart.tsx')).default,
  Waiting: () => <Skeleton height={CHART_HEIGHT} radius="md" />,
});
