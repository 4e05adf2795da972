import type {
  MetricsHistory,
  MetricsHistoryPoint,
  MetricsHistoryQuery,
} from '@belfry/schemas/http/metrics/metrics-history';
import type { Wire } from '../../../http/routes/route.ts';
import { findPermittedDevice, type Caller } from '../permitted-device.ts';
import { metricsRetention } from '../retention.ts';
import { DAY_MS } from '../times.ts';
import { planHistory } from './history-plan.ts';
import { findHistory, type HistoryRow } from './history.sql.ts';

/** Averages, minima and maxima of a device's metrics from hours to years. Throws device_not_found for a device that the policy does not permit. */
export async function readHistory({
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
