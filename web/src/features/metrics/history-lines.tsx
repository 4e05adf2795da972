import { CompositeChart } from '@mantine/charts';
import { ColorSwatch, Group, Paper, Text } from '@mantine/core';
import type { MetricsHistory } from '@belfry/schemas/http/metrics/metrics-history';
import { useTranslation } from '../../lib/translation.ts';
import { useTimes } from '../../lib/times.ts';
import {
  chartPoints,
  hasDays,
  SERIES,
  type ChartPoint,
  useSeriesTexts,
  SERIES_COLOURS,
  CHART_HEIGHT,
} from './series.ts';

/** Fewer points are shown as dots too, because a point between two gaps has no line. */
const DOTS_BELOW = 60;

/** Averages as lines within a band from minimum to maximum. Percent and °C share the axis, because both are between 0 and 100. */
export function HistoryLines({ history }: { history: MetricsHistory }) {
  const times = useTimes();
  const points = chartPoints(history);
  const days = hasDays(history);
  return (
    <>
      <CompositeChart
        h={CHART_HEIGHT}
        data={points}
        dataKey="at"
        withDots={history.points.length < DOTS_BELOW}
        dotProps={{ r: 1.5 }}
        curveType="monotone"
        strokeWidth={1.5}
        connectNulls={false}
        gridAxis="x"
        tickLine="none"
        xAxisProps={{ tickFormatter: (at: number) => (days ? times.day(at) : times.time(at)), minTickGap: 40 }}
        yAxisProps={{ domain: [0, 100], width: 32 }}
        tooltipProps={{
          isAnimationActive: false,
          content: tooltip,
        }}
        lineProps={{ isAnimationActive: false }}
        areaProps={{ isAnimationActive: false, strokeWidth: 0, fillOpacity: 0.15, activeDot: false, dot: false }}
        series={[
          ...SERIES.map((name) => ({ name: `${name}_range`, color: SERIES_COLOURS[name], type: 'area' as const })),
          ...SERIES.map((name) => ({ name, color: SERIES_COLOURS[name], type: 'line' as const })),
        ]}
      />
      <Legend />
    </>
  );
}

function Legend() {
  const { labels } = useSeriesTexts();
  const { t } = useTranslation('metrics');
  return (
    <Group gap="sm" mt={4}>
      {SERIES.map((name) => (
        <Group key={name} gap={6} wrap="nowrap">
          <ColorSwatch size={10} color={SERIES_COLOURS[name]} aria-hidden />
          <Text size="xs">{labels[name]}</Text>
        </Group>
      ))}
      <Text size="xs" c="dimmed">
        {t('band')}
      </Text>
    </Group>
  );
}

function Tooltip({ point }: { point: ChartPoint | undefined }) {
  const times = useTimes();
  const { labels, text } = useSeriesTexts();
  const { t } = useTranslation('metrics');
  if (!point) return null;
  return (
    <Paper withBorder shadow="md" p="xs">
      <Text size="xs" fw={600}>
        {times.moment(point.at)}
      </Text>
      {SERIES.map((name) => {
        const [average, range] = [point[name], point[`${name}_range`]];
        if (average === undefined || !range) return null;
        return (
          <Text key={name} size="xs">
            {labels[name]}: {text(name, average)} ({text(name, range[0])} – {text(name, range[1])})
          </Text>
        );
      })}
      {point.cpu_usage_percent === undefined && <Text size="xs">{t('gap')}</Text>}
    </Paper>
  );
}

const tooltip = ({ payload }: { payload?: readonly { payload?: unknown }[] }) => (
  <Tooltip point={payload?.[0]?.payload as ChartPoint | undefined} />
);
