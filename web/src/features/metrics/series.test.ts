import type { MetricsHistoryPoint } from '@belfry/schemas/http/metrics/metrics-history';
import { expect, it } from 'vitest';
import { chartPoints, hasDays, historyRows } from './series.ts';

const value = (avg: number) => ({ avg, min: avg - 5, max: avg + 5 });
const point = (at: string, avg: number, records = 1): MetricsHistoryPoint => ({
  at,
  records,
  cpu_usage_percent: value(avg),
  memory_usage_percent: value(avg + 1),
  cpu_temperature: value(avg + 2),
  disk_usage_percent: value(avg + 3),
});

it('has days on its axis beyond two days, and times of the day up to there', () => {
  const from = '2026-11-18T00:00:00.000Z';
  expect(hasDays({ from, to: '2026-11-20T00:00:00.000Z' })).toBe(false);
  expect(hasDays({ from, to: '2026-11-20T00:01:00.000Z' })).toBe(true);
});

it('has a point without values for each bucket without records, so that the gap is seen', () => {
  const range = { from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T13:00:00.000Z' };
  const points = [point('2026-11-20T10:00:00.000Z', 10), point('2026-11-20T12:00:00.000Z', 30)];
  const all = chartPoints({ ...range, resolution: 'hourly', step_seconds: 3_600, points });
  expect(all).toMatchObject([
    { cpu_usage_percent: 10, cpu_usage_percent_range: [5, 15], disk_usage_percent: 13 },
    {},
    { cpu_usage_percent: 30 },
  ]);
  expect(all[1]).toEqual({ at: Date.parse('2026-11-20T11:00:00.000Z') });
});

it('has a row for each hour, averaged by the number of records, the newest first', () => {
  const points = [
    point('2026-11-20T10:05:00.000Z', 10, 3),
    point('2026-11-20T10:55:00.000Z', 20, 1),
    point('2026-11-20T12:00:00.000Z', 50),
  ];
  const rows = historyRows({ points });
  expect(rows.map(({ at }) => new Date(at).toISOString())).toEqual([
    '2026-11-20T12:00:00.000Z',
    '2026-11-20T10:00:00.000Z',
  ]);
  expect(rows[1]?.cpu_usage_percent).toEqual({ avg: 12.5, min: 5, max: 25 });
});

it('has neither points nor rows without a range or records', () => {
  const range = { from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T10:00:00.000Z' };
  expect(chartPoints({ ...range, resolution: 'raw', step_seconds: 300, points: [] })).toEqual([]);
  expect(historyRows({ points: [] })).toEqual([]);
});
