import type { MetricStatistics } from '@belfry/schemas/http/metrics/metrics';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { CLOCK_TOLERANCE_MS } from '../device-state/index.ts';
import { DAY_MS, HOUR_MS, type HistoryPlan, type Segment } from './history-plan.ts';
import type { Database, Row } from '../../db/database.ts';
import type { HistoryResolution } from '@belfry/schemas/http/metrics/metrics-history';

export type MetricRow = Row<'metrics'>;

type MeasuredDevice = {
  device_id: number;
  user_id: number | null;
  company_id: number | null;
  owned_since: Date;
  clock_skew_ms: number;
  /** Records that were measured since then have the time of the device's clock, uncorrected. */
  clock_right_since: Date;
  last_measured_at: Date | null;
  rolled_until: Date | null;
};
/** `visible_from`: what was measured before is not shown to the caller; null: everything is. */
export type VisibleDevice = MeasuredDevice & { visible_from: Date | null };
/** Records with `from` <= measured_at < `to`. */
export type Window = { device: VisibleDevice; from: Date; to: Date };

/** The lower bound of device clocks; ISO dates before year 1 have another format. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');

export async function findMeasuredDevice(db: Kysely<Database>, serial: string): Promise<MeasuredDevice | undefined> {
  const { rows } = await sql<MeasuredDevice>`
    select d.device_id, d.user_id, d.company_id, d.owned_since, coalesce(s.clock_skew_ms, 0)::int8 as clock_skew_ms,
      s.clock_right_since, s.metrics_measured_at as last_measured_at, (select next_day from metrics_rollup_progress) as rolled_until
    from devices d join device_state s on s.device_id = d.device_id where d.serial = ${serial}`.execute(db);
  return rows[0];
}

/**
 * The rows are indexed by `collected_at` only, which is by the device's clock. A window of `measured_at` is read through a
 * range of it.
 */
function inWindow(window: Window): RawBuilder<unknown> {
  const { device, to } = window;
  const from = visibleFrom(window);
  const collected = collectedWithin({ device, from, to });
  return sql`
    from metrics where device_id = ${device.device_id}
      and collected_at >= ${collected.from} and collected_at < ${collected.to}
      and measured_at >= ${from} and measured_at < ${to}`;
}

const visibleFrom = ({ device, from }: Window): Date =>
  new Date(Math.max(from.getTime(), device.visible_from?.getTime() ?? -Infinity));

/**
 * The range of `collected_at` that contains the records of a window: wider by the known clock skew, and by a day if times of the window may have been
 * corrected by another one.
 */
function collectedWithin({ device, from, to }: Omit<Window, 'device'> & { device: MeasuredDevice }): {
  from: Date;
  to: Date;
} {
  const otherSkewsMs = from <= device.clock_right_since ? DAY_MS : CLOCK_TOLERANCE_MS;
  const slackMs = Math.abs(device.clock_skew_ms) + otherSkewsMs;
  return {
    from: new Date(Math.max(from.getTime() - slackMs, EARLIEST_MS)),
    to: new Date(to.getTime() + slackMs),
  };
}

/** The newest records first. Searches the hour before the last record, then the day, then everything. */
export async function listMetrics(db: Kysely<Database>, device: VisibleDevice, limit: number): Promise<MetricRow[]> {
  if (!device.last_measured_at) return [];
  const last = device.last_measured_at.getTime();
  const to = new Date(Math.max(last, Date.now()) + 1);
  let rows: MetricRow[] = [];
  for (const from of [new Date(last - HOUR_MS), new Date(last - DAY_MS), new Date(0)]) {
    ({ rows } = await sql<MetricRow>`
      select * ${inWindow({ device, from, to })} order by measured_at desc, seq desc nulls last limit ${limit}`.execute(
      db,
    ));
    if (rows.length === limit) break;
  }
  return rows;
}

const average = (column: keyof MetricRow): RawBuilder<number> =>
  sql`round(avg(${sql.ref(column)})::numeric, 2)::float8`;

export async function aggregateMetrics(db: Kysely<Database>, window: Window): Promise<MetricStatistics> {
  const { rows } = await sql<MetricStatistics>`
    select count(*)::int as total_records,
      ${average('cpu_usage_percent')} as avg_cpu_usage, max(cpu_usage_percent) as max_cpu_usage,
      ${average('memory_usage_percent')} as avg_memory_usage, max(memory_usage_percent) as max_memory_usage,
      ${average('cpu_temperature')} as avg_cpu_temp, max(cpu_temperature) as max_cpu_temp
    ${inWindow(window)}`.execute(db);
  const [statistics] = rows;
  if (!statistics) throw new Error('an aggregate without a row');
  return statistics;
}

type SeriesRow = {
  at: Date;
  cpu_usage_percent: number;
  memory_usage_percent: number;
  cpu_temperature: number;
  disk_usage_percent: number;
};

/** Averages of at most `points` buckets of equal length, oldest first; buckets without a record are absent. */
export async function averagePerBucket(db: Kysely<Database>, window: Window, points: number): Promise<SeriesRow[]> {
  // Rounded up, because a shorter bucket would leave a rest of the window for one more.
  const bucketMs = Math.ceil((window.to.getTime() - window.from.getTime()) / points);
  const { rows } = await sql<SeriesRow>`
    select date_bin(${bucketMs}::float8 * interval '1 ms', measured_at, ${visibleFrom(window)}::timestamptz) as at,
      ${average('cpu_usage_percent')} as cpu_usage_percent, ${average('memory_usage_percent')} as memory_usage_percent,
      ${average('cpu_temperature')} as cpu_temperature, ${average('disk_usage_percent')} as disk_usage_percent
    ${inWindow(window)} group by 1 order by 1`.execute(db);
  return rows;
}

const METRIC_COLUMNS = [
  { record: 'cpu_usage_percent', rollup: 'cpu' },
  { record: 'cpu_temperature', rollup: 'temperature' },
  { record: 'memory_usage_percent', rollup: 'memory' },
  { record: 'disk_usage_percent', rollup: 'disk' },
] as const;

type MetricColumns = (typeof METRIC_COLUMNS)[number];

export const perRollupColumn = (text: (columns: MetricColumns, of: 'avg' | 'min' | 'max') => string): string =>
  METRIC_COLUMNS.flatMap((columns) => (['avg', 'min', 'max'] as const).map((of) => text(columns, of))).join(', ');

export type HistoryRow = Omit<Database['metrics_hourly'], 'device_id'>;

const COLUMNS = perRollupColumn(({ rollup }, of) => `${rollup}_${of}`);
const OF_RECORD = perRollupColumn(({ record }) => record);
const MERGED = METRIC_COLUMNS.map(
  ({ rollup }) => `round((sum(${rollup}_avg::float8 * records) / sum(records))::numeric, 2)::float8 as ${rollup}_avg,
    min(${rollup}_min) as ${rollup}_min, max(${rollup}_max) as ${rollup}_max`,
).join(',\n    ');

const TABLES = { hourly: 'metrics_hourly', daily: 'metrics_daily' } as const satisfies Partial<
  Record<HistoryResolution, string>
>;

export async function findHistory(
  db: Kysely<Database>,
  device: MeasuredDevice,
  { stepMs, segments }: HistoryPlan,
): Promise<HistoryRow[]> {
  if (segments.length === 0) return [];
  const parts = segments.map((segment) => selectOf(segment, device));
  const { rows } = await sql<HistoryRow>`
    with parts (at, records, ${sql.raw(COLUMNS)}) as (${sql.join(parts, sql` union all `)})
    select date_bin(${stepMs}::float8 * interval '1 ms', at, 'epoch') as at, sum(records)::int as records,
    ${sql.raw(MERGED)}
    from parts group by 1 order by 1`.execute(db);
  return rows;
}

const within = (column: string, { from, to }: { from: Date; to: Date }): RawBuilder<boolean> =>
  sql`${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${to}::timestamptz`;

function selectOf({ source, from, to }: Segment, device: MeasuredDevice): RawBuilder<unknown> {
  const range = { from: new Date(from), to: new Date(to) };
  const { device_id } = device;
  if (source !== 'raw')
    return sql`
      select at, records, ${sql.raw(COLUMNS)} from ${sql.table(TABLES[source])}
      where device_id = ${device_id} and ${within('at', range)}`;
  return sql`
    select measured_at, 1, ${sql.raw(OF_RECORD)} from metrics
    where device_id = ${device_id} and ${within('collected_at', collectedWithin({ device, ...range }))}
      and ${within('measured_at', range)}`;
}
