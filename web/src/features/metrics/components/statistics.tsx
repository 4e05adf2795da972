import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MetricStatistics } from '@belfry/schemas/http/metrics/metrics';
import type { Serial } from '@belfry/schemas/domain/serial';
import { formatCelsius, formatCount, formatPercent } from '../../../lib/format.ts';
import { useLocale } from '../../../lib/i18n.ts';
import { ErrorState } from '../../../ui/states/error-state.tsx';
import { LineSkeletons } from '../../../ui/states/skeletons.tsx';
import { useGetStatisticsQuery } from '../metrics-api.ts';
import { metricsFailure } from '../metrics-failure.ts';

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
