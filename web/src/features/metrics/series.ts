import type { MetricsHistory, MetricsHistoryPoint } from '@belfry/schemas/http/metrics/metrics-history';
import { useTranslation } from '../../lib/translation.ts';
import { formatCelsius, formatPercent } from '../../lib/format.ts';
import { useLocale } from '../../lib/i18n.ts';

export const SERIES = [
  'cpu_usage_percent',
  'memory_usage_percent',
  'cpu_temperature',
  'disk_usage_percent',
] as const satisfies readonly (keyof MetricsHistoryPoint)[];
export type Series = (typeof SERIES)[number];
type Value = MetricsHistoryPoint[Series];
/** The values of a bucket; `at` is its beginning in milliseconds. */
type HistoryRow = { at: number } & Record<Series, Value>;

/** For the chart: averages under the name of their series, and the range from minimum to maximum under `…_range`. */
export type ChartPoint = { at: number } & Partial<Record<Series, number> & Record<`${Series}_range`, [number, number]>>;

const HOUR_MS = 3_600_000;

const DAY_MS = 24 * HOUR_MS;
/** A shorter range has times of the day on its axis. */
export const hasDays = ({ from, to }: Pick<MetricsHistory, 'from' | 'to'>): boolean =>
  Date.parse(to) - Date.parse(from) > 2 * DAY_MS;

/** Buckets without records have a point without values, so that the lines have gaps there. */
export function chartPoints({ from, to, step_seconds, points }: MetricsHistory): ChartPoint[] {
  const byTime = new Map(points.map((point) => [Date.parse(point.at), point]));
  const all: ChartPoint[] = [];
  for (let at = Date.parse(from); at < Date.parse(to); at += step_seconds * 1_000) {
    const point = byTime.get(at);
    all.push(point ? { at, ...valuesOf(point) } : { at });
  }
  return all;
}

const valuesOf = (point: MetricsHistoryPoint): Omit<ChartPoint, 'at'> =>
  Object.fromEntries(
    SERIES.flatMap((name) => [
      [name, point[name].avg],
      [`${name}_range`, [point[name].min, point[name].max]],
    ]),
  );

/** For the table: a row per hour of shorter buckets, else one per bucket; the newest first. */
export function historyRows({ points }: Pick<MetricsHistory, 'points'>): HistoryRow[] {
  const hours = Map.groupBy(points, ({ at }) => Math.floor(Date.parse(at) / HOUR_MS) * HOUR_MS);
  return [...hours]
    .map(([at, of]) => ({
      at,
      cpu_usage_percent: merged(of, 'cpu_usage_percent'),
      memory_usage_percent: merged(of, 'memory_usage_percent'),
      cpu_temperature: merged(of, 'cpu_temperature'),
      disk_usage_percent: merged(of, 'disk_usage_percent'),
    }))
    .toSorted((a, b) => b.at - a.at);
}

function merged(points: readonly MetricsHistoryPoint[], name: Series): Value {
  const records = points.reduce((sum, point) => sum + point.records, 0);
  return {
    avg: points.reduce((sum, point) => sum + point[name].avg * point.records, 0) / records,
    min: Math.min(...points.map((point) => point[name].min)),
    max: Math.max(...points.map((point) => point[name].max)),
  };
}

export const SERIES_COLOURS: Record<Series, string> = {
  cpu_usage_percent: 'var(--bf-purple)',
  memory_usage_percent: 'var(--bf-company)',
  cpu_temperature: 'var(--bf-device)',
  disk_usage_percent: 'var(--bf-element)',
};

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

/** In px, also of the chart's placeholder, so that nothing moves when the chart is rendered. */
export const CHART_HEIGHT = 220;
