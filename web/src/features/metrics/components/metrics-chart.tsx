import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { Skeleton, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Serial } from '@belfry/schemas/domain/serial';
import { useGetSeriesQuery } from '../metrics-api.ts';
import { metricsFailure } from '../metrics-failure.ts';
import { useTimes } from '../../../lib/times.ts';
import { CHART_HEIGHT } from './chart-height.ts';

const REFRESH_MS = 5 * 60_000;
const TENTH = 10;

/** CPU, memory and temperature over 24 hours. Percent and °C share the axis, because both are between 0 and 100. */
export default function MetricsChart({ serial }: { serial: Serial }) {
  const { t } = useTranslation(['metrics', 'ui']);
  const times = useTimes();
  const { data, error } = useGetSeriesQuery(serial, { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true });
  if (!data && error) {
    return (
      <Text size="sm" c="dimmed" mt="md" role="alert">
        {metricsFailure(error, t)}
      </Text>
    );
  }
  if (!data) return <Skeleton height={CHART_HEIGHT} mt="md" radius="md" />;
  return (
    <figure aria-label={t('chart')} style={{ margin: 'var(--mantine-spacing-md) 0 0' }}>
      <LineChart
        h={CHART_HEIGHT}
        data={data}
        dataKey="at"
        withDots={false}
        withLegend
        curveType="monotone"
        strokeWidth={1.5}
        gridAxis="x"
        tickLine="none"
        valueFormatter={(value) => String(Math.round(value * TENTH) / TENTH)}
        xAxisProps={{ tickFormatter: (at: string) => times.time(at), minTickGap: 40 }}
        yAxisProps={{ domain: [0, 100], width: 32 }}
        tooltipProps={{
          labelFormatter: (at) => (typeof at === 'string' ? times.moment(at) : null),
          isAnimationActive: false,
        }}
        lineProps={{ isAnimationActive: false }}
        series={[
          { name: 'cpu_usage_percent', label: `${t('ui:metrics.cpu')}, %`, color: 'var(--bf-purple)' },
          { name: 'memory_usage_percent', label: `${t('ui:metrics.memory')}, %`, color: 'var(--bf-company)' },
          { name: 'cpu_temperature', label: `${t('ui:metrics.temperature')}, °C`, color: 'var(--bf-device)' },
        ]}
      />
    </figure>
  );
}
