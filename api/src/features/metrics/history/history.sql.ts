import type { HistoryResolution } from '@belfry/schemas/http/devices/metrics-history';
import type pg from 'pg';
import { METRIC_COLUMNS, perRollupColumn } from '../metric-columns.ts';
import { collectedWithin, type MeasuredDevice } from '../metrics.sql.ts';
import type { HistoryPlan, Segment } from './history-plan.ts';
import type { Database } from '../../../db/database.ts';

export type HistoryRow = Omit<Database['metrics_hourly'], 'device_id'>;

const COLUMNS = perRollupColumn(({ rollup }, of) => `${rollup}_${of}`);
/** A record is a roll-up of itself. */
const OF_RECORD = perRollupColumn(({ record }) => record);
const MERGED = METRIC_COLUMNS.map(
  ({ rollup }) => `round((sum(${rollup}_avg::float8 * records) / sum(records))::numeric, 2)::float8 as ${rollup}_avg,
    min(${rollup}_min) as ${rollup}_min, max(${rollup}_max) as ${rollup}_max`,
).join(',\n    ');

const TABLES = { hourly: 'metrics_hourly', daily: 'metrics_daily' } as const satisfies Partial<
  Record<HistoryResolution, string>
>;

/** The points of a plan, the oldest first. */
export async function findHistory(
  pool: pg.Pool,
  device: MeasuredDevice,
  { stepMs, segments }: HistoryPlan,
): Promise<HistoryRow[]> {
  if (segments.length === 0) return [];
  const values: unknown[] = [device.device_id, stepMs];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const parts = segments.map((segment) => selectOf(segment, device, parameter));
  const { rows } = await pool.query<HistoryRow>(
    `with parts (at, records, ${COLUMNS}) as (
      ${parts.join('\n      union all\n      ')}
    )
    select date_bin($2::float8 * interval '1 ms', at, 'epoch') as at, sum(records)::int as records,
    ${MERGED}
    from parts group by 1 order by 1`,
    values,
  );
  return rows;
}

function selectOf(
  { source, from, to }: Segment,
  device: MeasuredDevice,
  parameter: (value: unknown) => string,
): string {
  const within = (column: string, range: { from: Date; to: Date }): string =>
    `${column} >= ${parameter(range.from)}::timestamptz and ${column} < ${parameter(range.to)}::timestamptz`;
  const range = { from: new Date(from), to: new Date(to) };
  if (source !== 'raw') {
    return `select at, records, ${COLUMNS} from ${TABLES[source]} where device_id = $1 and ${within('at', range)}`;
  }
  const collected = collectedWithin({ device, ...range });
  return `select measured_at, 1, ${OF_RECORD} from metrics
      where device_id = $1 and ${within('collected_at', collected)} and ${within('measured_at', range)}`;
}
