import { expect, it } from 'vitest';
import type { MetricSeriesPoint } from '@belfry/schemas/http/metrics';
import { hourlyAverages } from './hourly-averages.ts';

const point = (at: string, value: number): MetricSeriesPoint => ({
  at,
  cpu_usage_percent: value,
  memory_usage_percent: value + 1,
  cpu_temperature: value + 2,
  disk_usage_percent: value + 3,
});

it('averages the points of each hour, the newest hour first', () => {
  const points = [
    point('2026-11-20T10:05:00.000Z', 10),
    point('2026-11-20T10:55:00.000Z', 20),
    point('2026-11-20T12:00:00.000Z', 50),
  ];
  expect(hourlyAverages(points)).toEqual([
    {
      at: Date.parse('2026-11-20T12:00:00.000Z'),
      cpu_usage_percent: 50,
      memory_usage_percent: 51,
      cpu_temperature: 52,
      disk_usage_percent: 53,
    },
    {
      at: Date.parse('2026-11-20T10:00:00.000Z'),
      cpu_usage_percent: 15,
      memory_usage_percent: 16,
      cpu_temperature: 17,
      disk_usage_percent: 18,
    },
  ]);
});

it('has no hours without points', () => {
  expect(hourlyAverages([])).toEqual([]);
});
