import { expect, test } from 'vitest';
import { newCounters } from '../device/counters.ts';
import { formatFleetMetrics } from './fleet-metrics.ts';

test('the metrics of a fleet are formatted in one line', () => {
  const counters = { ...newCounters(), connected: 24, sent: 120, acknowledged: 118, commandsOk: 3, reconnects: 1 };
  expect(formatFleetMetrics({ ...counters, devices: 24, journal: 2 }, 4)).toBe(
    'connected 24/24 · sent 120 (4/s) · acknowledged 118 · journal 2 · commands 3 ok 0 failed · reconnects 1',
  );
});
