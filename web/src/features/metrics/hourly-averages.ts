import type { MetricSeriesPoint } from '@belfry/schemas/http/metrics';

const HOUR_MS = 3_600_000;
export const SERIES = [
  'cpu_usage_percent',
  'memory_usage_percent',
  'cpu_temperature',
  'disk_usage_percent',
] as const satisfies readonly (keyof MetricSeriesPoint)[];
export type Series = (typeof SERIES)[number];

/** Averages of the points of each hour, the newest first; `at` is its beginning in milliseconds. */
export function hourlyAverages(points: readonly MetricSeriesPoint[]): ({ at: number } & Record<Series, number>)[] {
  const hours = Map.groupBy(points, ({ at }) => Math.floor(Date.parse(at) / HOUR_MS) * HOUR_MS);
  return [...hours]
    .map(([at, of]) => {
      const average = (name: Series): number => of.reduce((sum, point) => sum + point[name], 0) / of.length;
      return {
        at,
        cpu_usage_percent: average('cpu_usage_percent'),
        memory_usage_percent: average('memory_usage_percent'),
        cpu_temperature: average('cpu_temperature'),
        disk_usage_percent: average('disk_usage_percent'),
      };
    })
    .toSorted((a, b) => b.at - a.at);
}
