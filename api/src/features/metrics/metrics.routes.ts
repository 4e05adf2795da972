import { metricsHttp } from '@belfry/schemas/http/metrics/metrics-history';
import { canReadDevice } from '../../policies/devices.ts';
import { readHistory } from './history/history.service.ts';
import { serve } from '../../serve.ts';
import {
  uptimeHuman,
  type MetricRecord,
  type MetricSeriesPoint,
  type MetricStatistics,
} from '@belfry/schemas/http/metrics/metrics';
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

const READING = { access: 'signed-in', policy: canReadDevice } as const;

export const metricsRoutes = [
  serve(metricsHttp.newest, READING, ({ deps, user, policy, params, query }) =>
    readMetrics({ deps, user, policy, ...params, ...query }),
  ),
  serve(metricsHttp.statistics, READING, ({ deps, user, policy, params, query }) =>
    readStatistics({ deps, user, policy, ...params, ...query }),
  ),
  serve(metricsHttp.series, READING, ({ deps, user, policy, params, query }) =>
    readSeries({ deps, user, policy, ...params, ...query }),
  ),
  serve(metricsHttp.history, READING, ({ deps, user, policy, params, query }) =>
    readHistory({ deps, user, policy, ...params, ...query }),
  ),
];

/** The newest records of a device, the newest first. Throws device_not_found for one that the policy does not permit. */
async function readMetrics({ limit, ...caller }: Caller & { limit: number }): Promise<Wire<MetricRecord>[]> {
  const device = await findPermittedDevice(caller);
  const rows = await caller.deps.long.read(caller.user.id, ({ db }) => listMetrics(db, device, limit));
  return rows.map(toRecord);
}
/** Averages and maxima over the last hours. */
async function readStatistics({ hours, ...caller }: Caller & { hours: number }): Promise<MetricStatistics> {
  const window = lastHours(await findPermittedDevice(caller), hours);
  return caller.deps.long.read(caller.user.id, ({ db }) => aggregateMetrics(db, window));
}
/** Averages per bucket over the last hours, for charts. */
async function readSeries(asked: Caller & { hours: number; points: number }): Promise<Wire<MetricSeriesPoint>[]> {
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
