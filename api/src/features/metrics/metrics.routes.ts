import { devicePermits } from '../../people/owner-access.ts';
import {
  metricsHttp,
  type MetricsHistory,
  type MetricsHistoryPoint,
  type MetricsHistoryQuery,
} from '@belfry/schemas/http/metrics/metrics-history';
import { canReadDevice, type DevicePolicy, requiredOwner } from '../../policies/devices.ts';
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
  findMeasuredDevice,
  findHistory,
  type HistoryRow,
} from './metrics.sql.ts';
import { HOUR_MS, DAY_MS, metricsRetention, planHistory } from './history-plan.ts';
import { deviceNotFound } from '../../errors.ts';
import type { Principal } from '../../http/routes/principal.ts';
import type { Deps } from '../../deps.ts';

/** Throws device_not_found for a device that the policy does not permit. */
async function readHistory({
  from,
  to,
  resolution,
  ...caller
}: Caller & MetricsHistoryQuery): Promise<Wire<MetricsHistory>> {
  const { deps, user } = caller;
  const device = await findPermittedDevice(caller);
  const now = Date.now();
  const end = to === undefined ? now + 1 : Date.parse(to);
  const plan = planHistory({
    from: from === undefined ? end - DAY_MS : Date.parse(from),
    to: end,
    resolution,
    now,
    visibleFrom: device.visible_from?.getTime() ?? -Infinity,
    rolledUntil: device.rolled_until?.getTime() ?? null,
    retention: metricsRetention(deps.config),
  });
  const rows = await deps.long.read(user.id, ({ db }) => findHistory(db, device, plan));
  return {
    from: new Date(plan.from),
    to: new Date(plan.to),
    resolution: plan.resolution,
    step_seconds: plan.stepMs / 1_000,
    points: rows.map(toPoint),
  };
}
const toPoint = (row: HistoryRow): Wire<MetricsHistoryPoint> => ({
  at: row.at,
  records: row.records,
  cpu_usage_percent: { avg: row.cpu_avg, min: row.cpu_min, max: row.cpu_max },
  cpu_temperature: { avg: row.temperature_avg, min: row.temperature_min, max: row.temperature_max },
  memory_usage_percent: { avg: row.memory_avg, min: row.memory_min, max: row.memory_max },
  disk_usage_percent: { avg: row.disk_avg, min: row.disk_min, max: row.disk_max },
});

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

/** Throws device_not_found for a device that the policy does not permit. */
async function readMetrics({ limit, ...caller }: Caller & { limit: number }): Promise<Wire<MetricRecord>[]> {
  const device = await findPermittedDevice(caller);
  const rows = await caller.deps.long.read(caller.user.id, ({ db }) => listMetrics(db, device, limit));
  return rows.map(toRecord);
}
async function readStatistics({ hours, ...caller }: Caller & { hours: number }): Promise<MetricStatistics> {
  const window = lastHours(await findPermittedDevice(caller), hours);
  return caller.deps.long.read(caller.user.id, ({ db }) => aggregateMetrics(db, window));
}
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

type Caller = {
  deps: Pick<Deps, 'db' | 'long' | 'config'>;
  user: Principal;
  policy: DevicePolicy;
  serial: string;
};
/**
 * An owner sees what was measured since the device became theirs, administrators everything. Throws device_not_found for a device that the policy
 * does not permit.
 */
async function findPermittedDevice({ deps, user, policy, serial }: Caller): Promise<VisibleDevice> {
  const device = await findMeasuredDevice(deps.db, serial);
  if (!device || !(await devicePermits(deps.db, user, device, policy))) throw deviceNotFound();
  return { ...device, visible_from: requiredOwner(policy, user) === null ? null : device.owned_since };
}
