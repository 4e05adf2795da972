import { HISTORY_POINTS_MAX } from '@belfry/schemas/domain/limits';
import type { HistoryResolution } from '@belfry/schemas/http/metrics/metrics-history';
import type { Config } from '../../config/config.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The beginning of the step that contains an instant; steps are counted from 1970, so hours and days are those of UTC. */
export const floorTo = (ms: number, stepMs: number): number => Math.floor(ms / stepMs) * stepMs;
const ceilTo = (ms: number, stepMs: number): number => Math.ceil(ms / stepMs) * stepMs;

export type RetentionSettings = Pick<
  Config,
  'METRICS_RETENTION_DAYS' | 'METRICS_HOURLY_RETENTION_DAYS' | 'METRICS_DAILY_RETENTION_DAYS'
>;

/** How many days records, hours and days are kept: the coarser at least as long as the finer, whatever the settings are. */
export type Retention = { raw: number; hourly: number; daily: number };

export function metricsRetention(settings: RetentionSettings): Retention {
  const raw = settings.METRICS_RETENTION_DAYS;
  const hourly = Math.max(raw, settings.METRICS_HOURLY_RETENTION_DAYS);
  return { raw, hourly, daily: Math.max(hourly, settings.METRICS_DAILY_RETENTION_DAYS) };
}

/** All times in milliseconds; ranges contain `from` and not `to`. */
type Range = { from: number; to: number };
export type Segment = Range & { source: HistoryResolution };
export type HistoryPlan = Range & { resolution: HistoryResolution; stepMs: number; segments: Segment[] };

export type HistoryRequest = Range & {
  resolution: HistoryResolution | 'auto';
  now: number;
  /** Points before this time are not shown, since they were measured for another owner. */
  visibleFrom: number;
  /** The end of the last day that is rolled up; null: none is. */
  rolledUntil: number | null;
  retention: Retention;
};

const MINUTE_MS = 60_000;
const LONGEST_STEP_MS = 30 * DAY_MS;
const STEPS: readonly { source: HistoryResolution; steps: readonly number[] }[] = [
  { source: 'raw', steps: [1, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS) },
  { source: 'hourly', steps: [1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS) },
  { source: 'daily', steps: [DAY_MS, 2 * DAY_MS, 7 * DAY_MS, LONGEST_STEP_MS] },
];
/** The longest range that is read from records: longer ones are read from hours, because each record takes one access to the table. */
const RAW_RANGE_MAX_MS = 2 * DAY_MS;
/** The shortest step that is chosen without a request, because devices measure less often. */
const SHORTEST_STEP_MS = 5 * MINUTE_MS;

/**
 * Chooses the finest steps with which a range has at most HISTORY_POINTS_MAX points and is still stored, and from which tables they are read: what
 * is not rolled up yet, and the hour or day that an owner sees in part, come from finer data.
 */
export function planHistory(request: HistoryRequest): HistoryPlan {
  const { resolution, stepMs } = chooseStep(request);
  const range = { from: floorTo(request.from, stepMs), to: ceilTo(request.to, stepMs) };
  const segments = segmentsOf(resolution, range, request).filter(({ from, to }) => from < to);
  return { ...range, resolution, stepMs, segments };
}

function chooseStep({
  from,
  to,
  resolution,
  now,
  retention,
}: HistoryRequest): Pick<HistoryPlan, 'resolution' | 'stepMs'> {
  const storedFrom = { raw: oldest(now, retention.raw), hourly: oldest(now, retention.hourly), daily: -Infinity };
  const finest = resolution === 'auto' ? finestFor(to - from) : resolution;
  const shortestMs = resolution === 'auto' ? SHORTEST_STEP_MS : 0;
  for (const { source, steps } of STEPS.slice(STEPS.findIndex((each) => each.source === finest))) {
    if (from < storedFrom[source]) continue;
    const stepMs = steps.find((step) => step >= shortestMs && pointsOf(from, to, step) <= HISTORY_POINTS_MAX);
    if (stepMs !== undefined) return { resolution: source, stepMs };
  }
  return { resolution: 'daily', stepMs: LONGEST_STEP_MS };
}

const finestFor = (lengthMs: number): HistoryResolution => (lengthMs > RAW_RANGE_MAX_MS ? 'hourly' : 'raw');
const pointsOf = (from: number, to: number, stepMs: number): number =>
  (ceilTo(to, stepMs) - floorTo(from, stepMs)) / stepMs;
/** Partitions are dropped as a whole. */
const oldest = (now: number, days: number): number => floorTo(now - days * DAY_MS, DAY_MS);

function segmentsOf(resolution: HistoryResolution, range: Range, request: HistoryRequest): Segment[] {
  const { visibleFrom, now, retention } = request;
  const from = Math.max(range.from, visibleFrom);
  const rawFrom = oldest(now, retention.raw);
  if (resolution === 'raw') return [{ source: 'raw', from, to: range.to }];
  const rolledTo = Math.max(from, Math.min(range.to, request.rolledUntil ?? -Infinity));
  const firstHour = Math.min(ceilTo(from, HOUR_MS), rolledTo);
  const firstDay = resolution === 'daily' ? Math.min(ceilTo(from, DAY_MS), rolledTo) : rolledTo;
  return [
    { source: 'raw', from: Math.max(from, rawFrom), to: firstHour },
    { source: 'hourly', from: firstHour, to: firstDay },
    { source: 'daily', from: firstDay, to: resolution === 'daily' ? rolledTo : firstDay },
    { source: 'raw', from: Math.max(rolledTo, rawFrom), to: range.to },
  ];
}
