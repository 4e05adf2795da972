import {
  uptimeHuman,
  type MetricRecord,
  type MetricSeriesPoint,
  type MetricStatistics,
} from '@belfry/schemas/http/devices/metrics';
import type { Wire } from '../../http/routes/route.ts';
import {
  aggregateMetrics,
  averagePerBucket,
  listMetrics,
  type VisibleDevice,
  type Window,
  type MetricRow,
} from './metrics.sql.ts';
import { findPermittedDevice, type Caller } from './permitted-device.ts';
import { HOUR_MS } from './times.ts';

/** The newest records of a device, the newest first. Throws device_not_found for one that the policy does not permit. */
export async function readMetrics({ limit, ...caller }: Caller & { limit: number }): Promise<Wire<MetricRecord>[]> {
  const device = await findPermittedDevice(caller);
  const rows = await caller.deps.long.read(caller.user.id, ({ db }) => listMetrics(db, device, limit));
  return rows.map(toRecord);
}

/** Averages and maxima over the last hours. */
export async function readStatistics({ hours, ...caller }: Caller & { hours: number }): Promise<MetricStatistics> {
  const window = lastHours(await findPermittedDevice(caller), hours);
  return caller.deps.long.read(caller.user.id, ({ db }) => aggregateMetrics(db, window));
}

/** Averages per bucket over the last hours, for charts. */
export async function readSeries(
  asked: Caller & { hours: number; points: number },
): Promise<Wire<MetricSeriesPoint>[]> {
  const { hours, points, ...caller } = asked;
  const window = lastHours(await findPermittedDevice(caller), hours);
  return caller.deps.long.read(caller.user.id, ({ db }) => averagePerBucket(db, window, points));
}

function lastHours(device: VisibleDevice, hours: number): Window {
  const now = Date.now();
  return { device, from: new Date(now - hours * HOUR_MS), to: new Date(now + 1) };
}

function toRecord({ device_id: _internal, ...row }: MetricRow): Wire<MetricRecord> {
  return { ...row, uptime_human: uptimeHuman(row.uptime_seconds) };
}
