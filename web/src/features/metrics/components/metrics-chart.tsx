import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { SegmentedControl, Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MetricSeriesPoint } from '@belfry/schemas/http/metrics';
import type { Serial } from '@belfry/schemas/domain/serial';
import { useGetSeriesQuery } from '../metrics-api.ts';
import { metricsFailure } from '../metrics-failure.ts';
import { useTimes } from '../../../lib/format/times.ts';
import { CHART_HEIGHT } from './chart-height.ts';
import { MetricsTable } from './metrics-table.tsx';

const REFRESH_MS = 5 * 60_000;
const TENTH = 10;
const VIEWS = ['chart', 'table'] as const;
type View = (typeof VIEWS)[number];

/** CPU, memory, temperature and disk over 24 hours, as a chart or as a table; see DEV-31. */
export default function MetricsChart({ serial }: { serial: Serial }) {
  const { t } = useTranslation(['metrics', 'ui']);
  const { data, error } = useGetSeriesQuery(serial, { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true });
  const [view, setView] = useState<View>('chart');
  if (!data && error) {
    return (
      <Text size="sm" c="dimmed" mt="md" role="alert">
        {metricsFailure(error, t)}
      </Text>
    );
  }
  if (!data) return <Skeleton height={CHART_HEIGHT} mt="md" radius="md" />;
  return (
    <>
      <SegmentedControl<View>
        size="xs"
        mt="md"
        aria-label={t('view.label')}
        data={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
        value={view}
        onChange={setView}
      />
      <figure aria-label={t('chart')} style={{ margin: 'var(--mantine-spacing-xs) 0 0' }}>
        {view === 'chart' ? <Lines points={data} /> : <MetricsTable points={data} />}
      </figure>
    </>
  );
}

/** Percent and °C share the axis, because both are between 0 and 100. */
function Lines({ points }: { points: MetricSeriesPoint[] }) {
  const { t } = useTranslation(['metrics', 'ui']);
  const times = useTimes();
  return (
    <LineChart
      h={CHART_HEIGHT}
      data={points}
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
        { name: 'disk_usage_percent', label: `${t('ui:metrics.disk')}, %`, color: 'var(--bf-element)' },
      ]}
    />
  );
}
