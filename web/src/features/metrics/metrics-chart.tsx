import '@mantine/charts/styles.css';
import { Group, SegmentedControl, Skeleton, Text, ScrollArea, Table, ColorSwatch, Paper } from '@mantine/core';
import { useContext, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../lib/translation.ts';
import type { Serial } from '@belfry/schemas/domain/serial';
import { TimeZone, useTimes } from '../../lib/times.ts';
import { DateField } from '../../ui/fields/date-field.tsx';
import { ErrorState } from '../../ui/states/error-state.tsx';
import { useGetHistoryQuery, metricsFailure } from './metrics-api.ts';
import {
  isRelative,
  type HistoryRange,
  daysProblem,
  RELATIVE_RANGES,
  type ChosenDays,
  useRangeAddress,
} from './history-range.ts';
import {
  CHART_HEIGHT,
  historyRows,
  SERIES,
  type Series,
  useSeriesTexts,
  chartPoints,
  hasDays,
  type ChartPoint,
  SERIES_COLOURS,
} from './series.ts';
import { isHigh } from '@belfry/schemas/domain/thresholds';
import type { MetricsHistory } from '@belfry/schemas/http/metrics/metrics-history';
import { CompositeChart } from '@mantine/charts';

const VIEWS = ['chart', 'table'] as const;
type View = (typeof VIEWS)[number];

/** CPU, memory, temperature and disk over a range that is chosen, as a chart or as a table. It is in view where the address named a range; see DEV-66. */
export default function MetricsChart({ serial }: { serial: Serial }) {
  const { t } = useTranslation('metrics');
  const { range, setRange, named } = useRangeAddress();
  const [view, setView] = useState<View>('chart');
  const box = useRef<HTMLDivElement>(null);
  const [arrived] = useState(named);
  useEffect(() => {
    if (arrived) box.current?.scrollIntoView({ block: 'center' });
  }, [arrived]);
  return (
    <div ref={box}>
      <Group gap="sm" align="flex-start">
        <RangeChoice range={range} onChange={setRange} />
        <SegmentedControl<View>
          size="xs"
          aria-label={t('view.label')}
          data={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
          value={view}
          onChange={setView}
        />
      </Group>
      <History serial={serial} range={range} view={view} />
    </div>
  );
}

type Props = { serial: Serial; range: HistoryRange; view: View };

function History({ serial, range, view }: Props) {
  const { t } = useTranslation('metrics');
  const zone = useContext(TimeZone);
  const { currentData, error, isFetching, refetch } = useGetHistoryQuery(
    { serial, range, zone: isRelative(range) ? undefined : zone },
    { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true },
  );
  if (!currentData && error && !isFetching) {
    return <ErrorState message={metricsFailure(error, t)} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!currentData) return <Skeleton height={CHART_HEIGHT} mt="xs" radius="md" />;
  if (currentData.points.length === 0) {
    return (
      <Text size="sm" c="dimmed" mt="xs">
        {t('noHistory')}
      </Text>
    );
  }
  return (
    <figure aria-label={t('chart')} style={{ margin: 'var(--mantine-spacing-xs) 0 0' }}>
      {view === 'chart' ? <HistoryLines history={currentData} /> : <MetricsTable history={currentData} />}
    </figure>
  );
}

const DAY_MS = 86_400_000;
const CUSTOM = 'custom';
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
type RangeChoiceProps = { range: HistoryRange; onChange: (range: HistoryRange) => void };
function RangeChoice({ range, onChange }: RangeChoiceProps) {
  const { t } = useTranslation('metrics');
  const choose = (value: string): void => {
    const relative = RELATIVE_RANGES.find((each) => each === value);
    onChange(relative ?? { first: dayOf(Date.now() - 7 * DAY_MS), last: dayOf(Date.now()) });
  };
  return (
    <div>
      <SegmentedControl
        size="xs"
        aria-label={t('range.label')}
        data={[...RELATIVE_RANGES, CUSTOM].map((value) => ({
          value,
          label: t(`range.${value as (typeof RELATIVE_RANGES)[number] | typeof CUSTOM}`),
        }))}
        value={isRelative(range) ? range : CUSTOM}
        onChange={choose}
      />
      {!isRelative(range) && <Days days={range} onChange={onChange} />}
    </div>
  );
}

type DaysProps = { days: ChosenDays; onChange: RangeChoiceProps['onChange'] };
function Days({ days, onChange }: DaysProps) {
  const { t } = useTranslation('metrics');
  // The second date may be chosen before the page has rendered the address with the first one.
  const [range, setChosen] = useState(days);
  const change = (part: Partial<ChosenDays>): void => {
    const next = { ...range, ...part };
    setChosen(next);
    if (daysProblem(next) === null) onChange(next);
  };
  const problem = daysProblem(range);
  return (
    <Group gap="xs" mt="xs" align="flex-start">
      {(['first', 'last'] as const).map((edge) => (
        <DateField
          key={edge}
          size="xs"
          w={150}
          label={t(`range.${edge}`)}
          value={range[edge]}
          error={problem?.field === edge && t(`range.${problem.text}`)}
          errorProps={{ role: 'alert' }}
          onChange={(date) => change({ [edge]: date })}
        />
      ))}
    </Group>
  );
}

const HIGH: Record<Series, (value: number) => boolean> = {
  cpu_usage_percent: isHigh.cpu,
  memory_usage_percent: isHigh.memory,
  cpu_temperature: isHigh.temperature,
  disk_usage_percent: isHigh.disk,
};
/** The values of the chart, for people who do not see it or want numbers. */
function MetricsTable({ history }: { history: MetricsHistory }) {
  const { t } = useTranslation('metrics');
  const times = useTimes();
  const { labels, text } = useSeriesTexts();
  return (
    // Focusable, so that it can be scrolled by keyboard.
    <ScrollArea h={CHART_HEIGHT} viewportProps={{ tabIndex: 0, 'aria-label': t('tableCaption') }}>
      <Table
        className="tabular"
        stickyHeader
        verticalSpacing={4}
        horizontalSpacing={4}
        fz="xs"
        aria-label={t('tableCaption')}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('hour')}</Table.Th>
            {SERIES.map((name) => (
              <Table.Th key={name} ta="right">
                {labels[name]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {historyRows(history).map((row) => (
            <Table.Tr key={row.at}>
              <Table.Th scope="row" fw={400}>
                <time dateTime={new Date(row.at).toISOString()}>
                  {times.day(row.at)} {times.time(row.at)}
                </time>
              </Table.Th>
              {SERIES.map((name) => (
                <Table.Td key={name} ta="right" c={HIGH[name](row[name].avg) ? 'warning' : undefined}>
                  {text(name, row[name].avg)}
                  <Text size="xs" c="dimmed">
                    {text(name, row[name].min)} – {text(name, row[name].max)}
                  </Text>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}

const REFRESH_MS = 5 * 60_000;

/** Fewer points are shown as dots too, because a point between two gaps has no line. */
const DOTS_BELOW = 60;

/** Averages as lines within a band from minimum to maximum. Percent and °C share the axis, because both are between 0 and 100. */
function HistoryLines({ history }: { history: MetricsHistory }) {
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
