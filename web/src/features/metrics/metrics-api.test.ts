import { expect, it } from 'vitest';
import type { MetricRecord } from '@belfry/schemas/http/metrics/metrics';
import type { MetricsMessage } from '@belfry/schemas/mqtt/messages';
import { logMetrics } from './metrics-api.ts';

const NOW = Date.parse('2026-11-20T12:00:00.000Z');
const message = (seq: number): MetricsMessage => ({
  hostname: 'h',
  cpu_usage_percent: seq,
  cpu_temperature: 40,
  memory_usage_percent: 30,
  disk_usage_percent: 20,
  uptime_seconds: 90,
  collected_at: '2026-11-20T12:00:00.000Z',
  seq,
});

it('prepends the newest record and keeps five', () => {
  const records: MetricRecord[] = [];
  for (let seq = 1; seq <= 7; seq++) logMetrics(records, message(seq), NOW);
  expect(records.map(({ seq }) => seq)).toEqual([7, 6, 5, 4, 3]);
  expect(records[0]).toMatchObject({ uptime_human: '1m', measured_at: '2026-11-20T12:00:00.000Z' });
});

it('ignores a repeated record and one of the journal', () => {
  const records: MetricRecord[] = [];
  for (const seq of [5, 5, 3]) logMetrics(records, message(seq), NOW);
  expect(records).toHaveLength(1);
});
